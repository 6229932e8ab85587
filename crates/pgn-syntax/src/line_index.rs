//! Offsets to lines and columns, worked out only when something is reported.

use std::cell::{Cell, RefCell};

/// Bytes between two places whose line is known.
const BLOCK: usize = 1024;

/// The lines of a chunk.
///
/// ```
/// let index = pgn_syntax::LineIndex::new(b"[Event \"x\"]\n\n1. e4 *\n");
/// // The line counts from 0, the column from 1.
/// assert_eq!(index.locate(16), (2, 4));
/// ```
#[derive(Debug)]
pub struct LineIndex<'a> {
    src: &'a [u8],
    /// The line that each block begins in, up to the last that was asked for.
    blocks: RefCell<Vec<Line>>,
    /// The place asked for last: line, offset, column. A line may be a whole archive.
    last: Cell<(usize, usize, usize)>,
    /// The line looked at last, and whether it is UTF-8.
    utf8: Cell<(usize, bool)>,
}

/// A line: its number, counted from 0, and where it starts.
#[derive(Clone, Copy, Debug)]
struct Line {
    number: usize,
    start: usize,
}

impl Line {
    /// Goes on to the line that `end` is in; `from` is in this one.
    fn go_on(&mut self, src: &[u8], from: usize, end: usize) {
        for at in memchr::memchr2_iter(b'\n', b'\r', &src[from..end]) {
            let next = from + at + 1;
            // CR LF ends one line.
            if src[next - 1] == b'\n' || src.get(next) != Some(&b'\n') {
                *self = Line { number: self.number + 1, start: next };
            }
        }
    }
}

impl<'a> LineIndex<'a> {
    /// The lines of `src`: LF, CR and CR LF end one each. They are counted as far as places are asked for.
    #[must_use]
    pub fn new(src: &'a [u8]) -> LineIndex<'a> {
        LineIndex {
            src,
            blocks: RefCell::new(vec![Line { number: 0, start: 0 }]),
            last: Cell::new((usize::MAX, 0, 0)),
            utf8: Cell::new((usize::MAX, true)),
        }
    }

    /// The line that a block begins in.
    fn line_of(&self, block: usize) -> Line {
        let mut blocks = self.blocks.borrow_mut();
        while blocks.len() <= block {
            let at = (blocks.len() - 1) * BLOCK;
            let mut line = blocks[blocks.len() - 1];
            let bytes = &self.src[at..at + BLOCK];
            if memchr::memchr(b'\r', bytes).is_some() {
                line.go_on(self.src, at, at + BLOCK);
            } else if let Some(last) = memchr::memrchr(b'\n', bytes) {
                let n = memchr::memchr_iter(b'\n', bytes).count();
                line = Line { number: line.number + n, start: at + last + 1 };
            }
            blocks.push(line);
        }
        blocks[block]
    }

    /// Line, counted from 0, and column, counted from 1, of the byte at `offset`. Columns are code
    /// points, or bytes where the line is not UTF-8.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.src.len());
        let block = offset / BLOCK;
        let mut line = self.line_of(block);
        line.go_on(self.src, block * BLOCK, offset);
        if !self.is_utf8(line) {
            return (line.number, offset - line.start + 1);
        }
        let (last_line, last_offset, last_column) = self.last.get();
        let (from, column) = if last_line == line.number && last_offset <= offset {
            (last_offset, last_column)
        } else {
            (line.start, 1)
        };
        let n_points = self.src[from..offset].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        let column = column + n_points;
        // A look back at the place that belongs to another one costs the next place nothing.
        if last_line != line.number || last_offset < offset {
            self.last.set((line.number, offset, column));
        }
        (line.number, column)
    }

    fn is_utf8(&self, line: Line) -> bool {
        let (known, is_utf8) = self.utf8.get();
        if known == line.number {
            return is_utf8;
        }
        let rest = &self.src[line.start..];
        let len = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        let is_utf8 = std::str::from_utf8(&rest[..len]).is_ok();
        self.utf8.set((line.number, is_utf8));
        is_utf8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_cr_and_both() {
        let index = LineIndex::new("aé\r\nb\rc\n\nd".as_bytes());
        assert_eq!(index.locate(0), (0, 1));
        assert_eq!(index.locate(3), (0, 3));
        assert_eq!(index.locate(5), (1, 1));
        assert_eq!(index.locate(7), (2, 1));
        assert_eq!(index.locate(9), (3, 1));
        assert_eq!(index.locate(10), (4, 1));
        assert_eq!(index.locate(11), (4, 2));
        let latin1 = LineIndex::new(b"a\xE9b\n");
        assert_eq!(latin1.locate(2), (0, 3));
    }

    /// Whatever stands where a block ends, all places are those of a naive count.
    #[test]
    fn blocks_do_not_matter() {
        for end in ["\n", "\r", "\r\n"] {
            for len in [0, 1, 40, BLOCK - 3, BLOCK - 2, BLOCK - 1, BLOCK, 2 * BLOCK + 5] {
                let src = format!("{}{end}x", "y".repeat(len)).repeat(4);
                let index = LineIndex::new(src.as_bytes());
                let (mut line, mut column) = (0, 1);
                for (at, byte) in src.bytes().enumerate() {
                    assert_eq!(index.locate(at), (line, column), "{at} of {end:?} {len}");
                    let is_end = match byte {
                        b'\r' => src.as_bytes().get(at + 1) != Some(&b'\n'),
                        byte => byte == b'\n',
                    };
                    (line, column) = if is_end { (line + 1, 1) } else { (line, column + 1) };
                }
                assert_eq!(index.locate(src.len() + 9), (line, column));
            }
        }
    }
}
