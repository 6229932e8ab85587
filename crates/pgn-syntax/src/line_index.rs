//! Offsets to lines and columns, worked out only when something is reported.

use std::cell::Cell;

use crate::scan::{is_line_end, past_line_end};

/// The lines of a chunk.
#[derive(Debug)]
pub struct LineIndex<'a> {
    src: &'a [u8],
    /// Where each line starts.
    starts: Vec<u32>,
    /// The place asked for last: line, offset, column. A line may be a whole archive.
    last: Cell<(usize, usize, usize)>,
    /// The line looked at last, and whether it is UTF-8.
    utf8: Cell<(usize, bool)>,
}

impl<'a> LineIndex<'a> {
    /// Finds the lines of `src`: LF, CR and CR LF end one each.
    #[must_use]
    pub fn new(src: &'a [u8]) -> LineIndex<'a> {
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', src) {
            let next = past_line_end(src, at);
            // The LF of a CR LF is met again.
            if src[at] != b'\n' || at == 0 || src[at - 1] != b'\r' {
                starts.push(u32::try_from(next).unwrap_or(u32::MAX));
            }
        }
        LineIndex {
            src,
            starts,
            last: Cell::new((usize::MAX, 0, 0)),
            utf8: Cell::new((usize::MAX, true)),
        }
    }

    /// Line, counted from 0, and column, counted from 1, of the byte at `offset`. Columns are code
    /// points, or bytes where the line is not UTF-8.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start as usize <= offset) - 1;
        let start = self.starts[line] as usize;
        let offset = offset.min(self.src.len());
        if !self.is_utf8(line) {
            return (line, offset - start + 1);
        }
        let (last_line, last_offset, last_column) = self.last.get();
        let (from, column) = if last_line == line && last_offset <= offset {
            (last_offset, last_column)
        } else {
            (start, 1)
        };
        let n_points = self.src[from..offset].iter().filter(|&&b| b & 0xC0 != 0x80).count();
        let column = column + n_points;
        self.last.set((line, offset, column));
        (line, column)
    }

    /// The bytes of a line, counted from 0, without its line end.
    #[must_use]
    pub fn line(&self, line: usize) -> &'a [u8] {
        let start = self.starts[line] as usize;
        let mut end = self.starts.get(line + 1).map_or(self.src.len(), |&next| next as usize);
        while end > start && is_line_end(self.src[end - 1]) {
            end -= 1;
        }
        &self.src[start..end]
    }

    /// Where a line, counted from 0, starts.
    #[must_use]
    pub fn start(&self, line: usize) -> usize {
        self.starts[line] as usize
    }

    /// Number of lines; an empty one after the last line end counts.
    #[must_use]
    pub fn n_lines(&self) -> usize {
        self.starts.len()
    }

    fn is_utf8(&self, line: usize) -> bool {
        let (known, is_utf8) = self.utf8.get();
        if known == line {
            return is_utf8;
        }
        let is_utf8 = std::str::from_utf8(self.line(line)).is_ok();
        self.utf8.set((line, is_utf8));
        is_utf8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_lf_cr_and_both() {
        let index = LineIndex::new("aé\r\nb\rc\n\nd".as_bytes());
        assert_eq!(index.n_lines(), 5);
        assert_eq!(index.locate(0), (0, 1));
        assert_eq!(index.locate(3), (0, 3));
        assert_eq!(index.locate(5), (1, 1));
        assert_eq!(index.locate(7), (2, 1));
        assert_eq!(index.locate(9), (3, 1));
        assert_eq!(index.locate(10), (4, 1));
        assert_eq!(index.locate(11), (4, 2));
        assert_eq!(index.line(0), "aé".as_bytes());
        let latin1 = LineIndex::new(b"a\xE9b\n");
        assert_eq!(latin1.locate(2), (0, 3));
    }
}
