//! Output of long games in pieces: the first rows or lines at once, the rest piece by piece.

use std::io;

/// Maximum number of rows or lines of a game that are buffered. The text of all rows can be fifty times as long as the
/// game, so the rest is written in pieces.
const AT_ONCE: usize = 1 << 14;

/// Minimum size in bytes of a piece that is passed on, except the last.
const PIECE: usize = 1 << 16;

/// A function that receives a piece of whole rows or lines. Bytes that it leaves in the buffer precede the next
/// piece.
pub type Take<'a> = dyn FnMut(&mut Vec<u8>) -> io::Result<()> + 'a;

/// Receives all rows or lines of a game, and writes either the first [`AT_ONCE`] of them or the rest.
pub(super) struct PieceWriter<'a> {
    out: &'a mut Vec<u8>,
    n: usize,
    part: OutputPart<'a>,
}

/// The part of the rows or lines that is written.
enum OutputPart<'a> {
    AtOnce,
    Rest { take: &'a mut Take<'a>, result: io::Result<()> },
}

impl<'a> PieceWriter<'a> {
    /// Returns a receiver of the first rows or lines.
    pub(super) fn at_once(out: &'a mut Vec<u8>) -> PieceWriter<'a> {
        PieceWriter { out, n: 0, part: OutputPart::AtOnce }
    }

    /// Returns a receiver of the rest; `out` must be empty.
    pub(super) fn rest(out: &'a mut Vec<u8>, take: &'a mut Take<'a>) -> PieceWriter<'a> {
        PieceWriter { out, n: 0, part: OutputPart::Rest { take, result: Ok(()) } }
    }

    /// Counts the next row or line, and returns true if the caller must write it. In the second pass, passes the buffer
    /// on first if it holds a whole piece.
    pub(super) fn next_row(&mut self) -> bool {
        self.n += 1;
        match &mut self.part {
            OutputPart::AtOnce => self.n <= AT_ONCE,
            OutputPart::Rest { take, result } => {
                if self.out.len() >= PIECE && result.is_ok() {
                    *result = take(self.out);
                }
                self.n > AT_ONCE && result.is_ok()
            }
        }
    }

    /// Returns the buffer for a row or line.
    pub(super) fn out(&mut self) -> &mut Vec<u8> {
        self.out
    }

    /// Discards the bytes from `len` on.
    pub(super) fn take_back(self, len: usize) {
        self.out.truncate(len);
    }

    /// Returns true if rows or lines were left out.
    pub(super) fn is_cut(&self) -> bool {
        self.n > AT_ONCE
    }

    /// Passes the last piece on.
    ///
    /// # Errors
    /// Returns the first error of writing a piece.
    pub(super) fn end(self) -> io::Result<()> {
        match self.part {
            OutputPart::AtOnce => Ok(()),
            OutputPart::Rest { take, result } => result.and_then(|()| take(self.out)),
        }
    }
}
