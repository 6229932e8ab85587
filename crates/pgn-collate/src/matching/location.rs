//! The location of a game that is compared with others.

use pgn_stream::{GameNumber, LineNumber};

/// The location of a game. `S`: the type of its side in the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Location<S> {
    /// The side.
    pub side: S,
    /// The index of the game on its side, from 0.
    pub index: u64,
    /// Index of its input among all inputs.
    pub input: u32,
    /// The number of the game in its input.
    pub number: GameNumber,
    /// The line of the game in its input.
    pub line: LineNumber,
    /// Offset of its text in its file, or in the spooled copies if the file cannot be read again.
    pub offset: u64,
    /// Length of its text in bytes.
    pub len: u32,
}

// Side and index come first, as `crate::matching::pairing` requires.
stored! { Location<S> { side, index, input, number, line, offset, len } }
