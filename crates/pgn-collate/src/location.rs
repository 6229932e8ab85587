//! The location of a game that is compared with others, also as the bytes with which its record begins.

use pgn_stream::{GameNumber, LineNumber};

use crate::fields::{u32_at, u64_at};

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

/// Length of a packed location in bytes: side and six numbers.
pub(crate) const PACKED_LEN: usize = 1 + 8 + 4 + 8 + 8 + 8 + 4;

impl<S> Location<S> {
    /// Returns the location as bytes, which begin with the side and the index, as [`crate::rounds`] requires. The
    /// vector has capacity for `capacity` bytes.
    pub(crate) fn pack(&self, side: u8, capacity: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(capacity);
        out.push(side);
        out.extend_from_slice(&self.index.to_le_bytes());
        out.extend_from_slice(&self.input.to_le_bytes());
        for number in [self.number.0, self.line.0, self.offset] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        out.extend_from_slice(&self.len.to_le_bytes());
        out
    }

    /// Returns the location that `bytes` begin with.
    pub(crate) fn unpack(bytes: &[u8], side: S) -> Location<S> {
        Location {
            side,
            index: u64_at(bytes, 1),
            input: u32_at(bytes, 9),
            number: GameNumber(u64_at(bytes, 13)),
            line: LineNumber(u64_at(bytes, 21)),
            offset: u64_at(bytes, 29),
            len: u32_at(bytes, 37),
        }
    }
}
