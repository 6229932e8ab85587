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

    pub(super) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    fn end(&self) -> End {
        End { offset: self.bytes.len(), n_rows: self.n_rows }
    }

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
