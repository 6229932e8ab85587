//! What the loop over the games of a chunk does in one pass, and how it guards against panics.

use pgn_stream::{GameIndex, GameNumber, Place};

/// What a pass through the games of a chunk is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pass {
    /// Their numbers are not known yet, and need not be.
    Work,
    /// Their numbers must be known first: they are only counted.
    Count,
    WorkWithNumbers {
        first_game: GameNumber,
    },
}

impl Pass {
    /// Returns the number in the input of a game of the chunk, if it is known.
    pub(super) fn number(self, index: GameIndex) -> Option<GameNumber> {
        match self {
            Pass::Work | Pass::Count => None,
            Pass::WorkWithNumbers { first_game } => Some(first_game + index.0),
        }
    }
}

/// How panics are guarded against.
#[derive(Clone, Copy, Debug)]
pub(super) enum Care<'a> {
    /// A panic ends the work on the chunk, which is then done again with more care.
    None,
    /// Each game is tried by itself before it is worked on.
    Games,
    /// Each game is tried by itself, up to what is done with it when the place of the chunk is known.
    GamesToEnd(&'a Place),
}
