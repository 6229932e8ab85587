//! The purpose of a pass through the games of a chunk, and the protection against panics.

use pgn_stream::{GameIndex, GameNumber, Place};

/// The purpose of a pass through the games of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Work on the games, whose numbers are not known yet and are not needed.
    Work,
    /// Only count the games, because the work needs their numbers.
    Count,
    WorkWithNumbers {
        first_game: GameNumber,
    },
}

impl Pass {
    /// Returns the number in the input of a game of the chunk; `None` if it is not known.
    pub(super) fn number(self, index: GameIndex) -> Option<GameNumber> {
        match self {
            Pass::Work | Pass::Count => None,
            Pass::WorkWithNumbers { first_game } => Some(first_game + index.0),
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
