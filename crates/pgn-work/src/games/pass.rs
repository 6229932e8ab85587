//! A pass through the games of a chunk: its purpose, and the protection against panics.

use pgn_stream::{ChunkView, GameIndex, GameNumber, Place};
use pgn_syntax::Part;

/// A pass through the games of a chunk.
pub(super) struct Pass<'a> {
    pub(super) chunk: &'a ChunkView<'a>,
    /// The bytes of the chunk, for the parser.
    pub(super) part: Part<'a>,
    pub(super) purpose: Purpose<'a>,
    pub(super) protection: Protection<'a>,
    /// The name of the input; `None` if there is no `--where`.
    pub(super) input_name: Option<String>,
}

/// The purpose of a pass through the games of a chunk.
#[derive(Clone, Copy, Debug)]
pub(super) enum Purpose<'a> {
    /// Work on the games, whose numbers are not known yet and are not needed.
    Work,
    /// Only count the games, because the work needs their numbers.
    Count,
    /// Work on the games of a chunk whose place is known, because the work needs their numbers or flags that are set.
    WorkAt(&'a Place),
}

impl Purpose<'_> {
    pub(super) fn is_count(self) -> bool {
        matches!(self, Purpose::Count)
    }

    /// Returns the number in the input of a game of the chunk; `None` if it is not known.
    pub(super) fn number(self, index: GameIndex) -> Option<GameNumber> {
        match self {
            Purpose::Work | Purpose::Count => None,
            Purpose::WorkAt(place) => Some(place.first_game + index.0),
        }
    }

    /// Returns the flags that the chunks before this one are known to have set.
    pub(super) fn flags(self) -> u64 {
        match self {
            Purpose::Work | Purpose::Count => 0,
            Purpose::WorkAt(place) => place.flags,
        }
    }
}

/// The protection against panics.
#[derive(Clone, Copy, Debug)]
pub(super) enum Protection<'a> {
    /// A panic ends the work on the chunk, which is then repeated with more protection.
    None,
    /// The work on each game is tried first.
    Games,
    /// The work on each game is tried first, including the part that needs the place of the chunk.
    GamesToEnd(&'a Place),
}
