//! Lines and columns of offsets, computed only when something is reported.
//!
//! A column counts code points; each byte that is not UTF-8 counts as one. The column of an offset depends only on the
//! text before it, so that text can be counted in parts.

use std::cell::RefCell;

use crate::text::scan::char_at;

/// The number of bytes between two offsets whose line is cached.
const BLOCK: usize = 1024;

/// The lines and columns of a chunk, computed on demand.
///
/// ```
/// let index = pgn_syntax::LineIndex::new(b"[Event \"x\"]\n\n1. e4 *\n");
/// // The line counts from 0, the column from 1.
/// assert_eq!(index.locate(16), (2, 4));
/// ```
#[derive(Debug)]
pub struct LineIndex<'a> {
    src: &'a [u8],
    /// The line in which each block begins, up to the last block that was needed.
    blocks: RefCell<Vec<LineStart>>,
}

/// A line: its number, counted from 0, the offset where it starts, and a place in it whose column is known.
#[derive(Clone, Copy, Debug)]
struct LineStart {
    number: usize,
    start: usize,
    /// `start`, or the beginning of the last block passed if the line is longer than a block; not within a character.
    known: usize,
    /// The column of `known`.
    column: usize,
}

impl LineStart {
    fn new(number: usize, start: usize) -> LineStart {
        LineStart { number, start, known: start, column: 1 }
    }

    /// Advances to the line that contains `end`. `from` is an offset in the current line.
    fn go_on(&mut self, src: &[u8], from: usize, end: usize) {
        for at in memchr::memchr2_iter(b'\n', b'\r', &src[from..end]) {
            let next = from + at + 1;
            // CR LF ends one line.
            if src[next - 1] == b'\n' || src.get(next) != Some(&b'\n') {
                *self = LineStart::new(self.number + 1, next);
            }
        }
    }
}

impl<'a> LineIndex<'a> {
    /// Returns an index for `src`, where LF, CR and CR LF each end a line.
    ///
    /// Lines are counted only as far as needed.
    #[must_use]
    pub fn new(src: &'a [u8]) -> LineIndex<'a> {
        LineIndex { src, blocks: RefCell::new(vec![LineStart::new(0, 0)]) }
    }

    /// Returns the line in which a block begins.
    fn line_at_block(&self, block: usize) -> LineStart {
        let mut blocks = self.blocks.borrow_mut();
        while blocks.len() <= block {
            let at = (blocks.len() - 1) * BLOCK;
            let mut line = blocks[blocks.len() - 1];
            let bytes = &self.src[at..at + BLOCK];
            if memchr::memchr(b'\r', bytes).is_some() {
                line.go_on(self.src, at, at + BLOCK);
            } else if let Some(last) = memchr::memrchr(b'\n', bytes) {
                let n = memchr::memchr_iter(b'\n', bytes).count();
                line = LineStart::new(line.number + n, at + last + 1);
            }
            if line.start <= at {
                let next = char_start(self.src, line.known, at + BLOCK);
                line.column += count_columns(&self.src[line.known..next]);
                line.known = next;
            }
            blocks.push(line);
        }
        blocks[block]
    }

    /// Returns the line that the byte at `offset` is in.
    fn line_at(&self, offset: usize) -> LineStart {
        let block = offset / BLOCK;
        let mut line = self.line_at_block(block);
        line.go_on(self.src, block * BLOCK, offset);
        line
    }

    /// Returns the line, counted from 0, of the byte at `offset`.
    ///
    /// ```
    /// assert_eq!(pgn_syntax::LineIndex::new(b"[Event \"x\"]\n\n1. e4 *\n").line(16), 2);
    /// ```
    #[must_use]
    pub fn line(&self, offset: usize) -> usize {
        self.line_at(offset.min(self.src.len())).number
    }

    /// Returns the line, counted from 0, and the column, counted from 1, of the byte at `offset`: add 1 to the line to show
    /// both to people.
    ///
    /// Columns count code points, and bytes that are not UTF-8. An offset after the text counts as its end.
    #[must_use]
    pub fn locate(&self, offset: usize) -> (usize, usize) {
        let offset = offset.min(self.src.len());
        let line = self.line_at(offset);
        (line.number, line.column + count_columns(&self.src[line.known..offset]))
    }
}

/// Returns the start of the character that the byte at `at` is in, or `at` if the byte is not UTF-8. The character does
/// not start before `from`.
fn char_start(src: &[u8], from: usize, at: usize) -> usize {
    if src.get(at).is_none_or(|byte| byte & 0xC0 != 0x80) {
        return at;
    }
    let mut starts = (1..=3.min(at - from)).map(|n| (at - n, n));
    starts.find(|&(start, n)| char_at(src, start).1 > n).map_or(at, |(start, _)| start)
}

/// Returns the number of columns of `text`, which has no line end: its code points, and its bytes that are not UTF-8.
///
/// ```
/// assert_eq!(pgn_syntax::count_columns("Müller".as_bytes()), 6);
/// assert_eq!(pgn_syntax::count_columns(b"M\xFCller"), 6);
/// ```
#[must_use]
pub fn count_columns(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    let columns = |chunk: std::str::Utf8Chunk<'_>| {
        let bytes = chunk.valid().bytes();
        bytes.filter(|byte| byte & 0xC0 != 0x80).count() + chunk.invalid().len()
    };
    text.utf8_chunks().map(columns).sum()
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
        // What is after an offset does not matter.
        let mixed = LineIndex::new(b"\xC3\xA9a\xE9b");
        assert_eq!([2, 3, 4, 5].map(|at| mixed.locate(at)), [(0, 2), (0, 3), (0, 4), (0, 5)]);
    }

    /// Offsets around the ends of blocks have the lines and columns of a naive count.
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

    /// In a long line of any bytes, the order in which offsets are asked for does not matter.
    #[test]
    fn the_order_does_not_matter() {
        let piece = b"a\xC3\xA9\xE2\x99\x98\xE9\xE2\x99\xF0\x9F\x98\x80\x80";
        let src = [b"1. e4\n", &piece.repeat(400)[..], b"\nend"].concat();
        let index = LineIndex::new(&src);
        let start = src.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        let end = src.iter().rposition(|&byte| byte == b'\n').unwrap();
        for step in [1, 7, 1013] {
            for n in 0..end - start {
                let at = start + n * step % (end - start);
                let column = 1 + count_columns(&src[start..at]);
                assert_eq!(index.locate(at), (1, column), "{at} {step}");
            }
        }
    }
}
