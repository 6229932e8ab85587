//! The rows of a row group, in pieces.

use crate::{row::HEAD, rows};

/// The number of bytes of rows, without their lengths, after which a row group ends. Until then the group is kept in
/// memory.
const GROUP_BYTES: usize = 12 << 20;

/// The maximum number of rows of a row group.
const GROUP_ROWS: usize = 1 << 17;

/// The number of bytes of rows after which a piece ends. Threads decode pieces independently.
const PIECE_BYTES: usize = 1 << 20;

/// The number of bytes that are copied before the rows in them are counted.
const BLOCK: usize = 1 << 14;

/// The rows of a row group.
#[derive(Default)]
pub(super) struct Group {
    bytes: Vec<u8>,
    n_rows: usize,
    /// The ends of the complete pieces.
    ends: Vec<End>,
}

/// The end of a piece.
#[derive(Clone, Copy, Default)]
struct End {
    /// The offset in the bytes of the group.
    offset: usize,
    /// The number of rows of the group before it.
    n_rows: usize,
}

/// Some of the rows of a row group.
pub(super) struct Piece<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) n_rows: usize,
}

impl Group {
    /// Appends whole rows until the group is full, and returns the remaining rows.
    pub(super) fn push<'b>(&mut self, bytes: &'b [u8]) -> &'b [u8] {
        let start = self.bytes.len();
        let mut end = self.end();
        let mut last = self.ends.last().copied().unwrap_or_default();
        // The rows are counted in the copy, which is in the cache of the processor.
        'blocks: for block in bytes.chunks(BLOCK) {
            self.bytes.extend_from_slice(block);
            while let Some(row) = rows(&self.bytes[end.offset..]).next() {
                end.offset += HEAD + row.0.len();
                end.n_rows += 1;
                if end.offset - last.offset >= PIECE_BYTES {
                    self.ends.push(end);
                    last = end;
                }
                if end.is_of_full_group() {
                    break 'blocks;
                }
            }
        }
        self.bytes.truncate(end.offset);
        self.n_rows = end.n_rows;
        &bytes[end.offset - start..]
    }

    /// Returns the number of bytes of the rows.
    pub(super) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns true if there are no rows.
    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the end of the last row.
    fn end(&self) -> End {
        End { offset: self.bytes.len(), n_rows: self.n_rows }
    }

    /// Returns true if no further row belongs to the group.
    pub(super) fn is_full(&self) -> bool {
        self.end().is_of_full_group()
    }

    /// Returns the pieces of the group.
    pub(super) fn pieces(&self) -> Vec<Piece<'_>> {
        let mut from = End::default();
        let mut piece = |end: End| {
            let piece = Piece {
                bytes: &self.bytes[from.offset..end.offset],
                n_rows: end.n_rows - from.n_rows,
            };
            from = end;
            piece
        };
        self.ends.iter().copied().chain([self.end()]).map(&mut piece).collect()
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.n_rows = 0;
        self.ends.clear();
    }
}

impl End {
    fn is_of_full_group(self) -> bool {
        self.offset - HEAD * self.n_rows >= GROUP_BYTES || self.n_rows >= GROUP_ROWS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns rows with these numbers of bytes.
    fn rows_of(lens: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        for &len in lens {
            bytes.extend_from_slice(&u32::try_from(len).unwrap().to_le_bytes());
            bytes.resize(bytes.len() + len, 7);
        }
        bytes
    }

    #[test]
    fn pieces_are_whole_rows() {
        let lens =
            [0, 1, BLOCK - HEAD, BLOCK, BLOCK + 1, 9, PIECE_BYTES - HEAD, PIECE_BYTES + 1, 0, 3];
        for first in 0..lens.len() {
            let lens = [&lens[first..], &lens[..first]].concat();
            let bytes = rows_of(&lens);
            for parts in 1..=lens.len() {
                let mut group = Group::default();
                lens.chunks(parts).for_each(|lens| assert!(group.push(&rows_of(lens)).is_empty()));
                assert!(!group.is_full());
                let pieces = group.pieces();
                assert!(pieces.len() > 2);
                let joined: Vec<u8> =
                    pieces.iter().flat_map(|piece| piece.bytes).copied().collect();
                assert!(joined == bytes);
                for piece in pieces {
                    assert_eq!(rows(piece.bytes).count(), piece.n_rows);
                }
            }
        }
    }

    #[test]
    fn a_group_ends_at_its_limits() {
        for (lens, n) in [(vec![0; GROUP_ROWS + 2], GROUP_ROWS), (vec![GROUP_BYTES / 4; 6], 4)] {
            let (bytes, mut group) = (rows_of(&lens), Group::default());
            let rest = group.push(&bytes);
            assert_eq!((group.is_full(), rows(rest).count()), (true, lens.len() - n));
            group.clear();
            assert!(group.is_empty() && group.push(rest).is_empty() && !group.is_full());
        }
    }

    /// A row without its end is not taken.
    #[test]
    fn a_cut_row_stays() {
        let bytes = rows_of(&[5, 6]);
        for cut in 1..6 + HEAD {
            let mut group = Group::default();
            assert_eq!(group.push(&bytes[..bytes.len() - cut]).len(), 6 + HEAD - cut);
            assert_eq!(group.len(), 5 + HEAD);
        }
    }
}
