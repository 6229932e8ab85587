//! A fast path for comments of plain words, such as the long ones of engines: their lines are filled without
//! examining each word.

use memchr::{memchr, memchr_iter, memrchr};
use wide::u8x16;

use super::{Layout, State};
use crate::text::simd::{at_most, equal};

/// A text of plain words with one blank or line end between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainWords<'a> {
    text: &'a [u8],
    has_line_end: bool,
}

/// Returns the plain words of `text`, or `None` if it is empty or has anything else. White space around them
/// is dropped.
///
/// Plain words are printing ASCII without `[`, which may begin a command, without `}`, which ends a comment,
/// and without `%`, `<`, `=` and `>` after a gap, as some words that begin with these may not begin a line.
pub(super) fn plain_words(text: &[u8]) -> Option<PlainWords<'_>> {
    let text = text.trim_ascii();
    let (blocks, rest) = text.as_chunks::<16>();
    let mut last = [b'x'; 16];
    last[..rest.len()].copy_from_slice(rest);
    let (mut has_line_end, mut carry) = (false, 0);
    for &block in blocks.iter().chain([&last]) {
        let bytes = u8x16::new(block);
        let line_ends = equal(bytes, b'\n');
        let gaps = (equal(bytes, b' ') | line_ends).to_bitmask();
        let is_printing = at_most(bytes - u8x16::splat(b' '), b'~' - b' ') | line_ends;
        let odd = equal(bytes, b'[') | equal(bytes, b'}');
        // Bytes that may not be after a gap.
        let is_sign = equal(bytes, b'%') | at_most(bytes - u8x16::splat(b'<'), b'>' - b'<');
        let second = gaps | is_sign.to_bitmask();
        let is_other = !is_printing.to_bitmask() & 0xFFFF | odd.to_bitmask();
        if is_other | second & (gaps << 1 | carry) != 0 {
            return None;
        }
        carry = gaps >> 15;
        has_line_end |= line_ends.to_bitmask() != 0;
    }
    (!text.is_empty()).then_some(PlainWords { text, has_line_end })
}

impl Layout {
    /// Writes a comment of plain words.
    pub(super) fn plain_comment(&mut self, out: &mut Vec<u8>, words: PlainWords<'_>) {
        self.open(out);
        let start = out.len() + 1;
        out.reserve(words.text.len() + 2);
        out.push(b'{');
        out.extend_from_slice(words.text);
        if words.has_line_end {
            let places: Vec<usize> = memchr_iter(b'\n', words.text).collect();
            places.into_iter().for_each(|at| out[start + at] = b' ');
        }
        out.push(b'}');
        self.fill(out);
        self.state = if self.column > 0 { State::Word } else { State::Unit };
    }

    /// Ends lines at blanks of the open unit, which is ASCII.
    ///
    /// The text after the last blank becomes the open unit.
    fn fill(&mut self, out: &mut [u8]) {
        let first = self.unit;
        // The offset of the current line, as if it were ASCII, and the first offset beyond its width.
        let before = if self.column > 0 { self.column + 1 } else { 0 };
        let (mut line, mut limit) =
            (first, first.saturating_add(self.width).saturating_sub(before));
        let mut n_before = before;
        while out.len() > limit {
            // The last blank within the width, or the first one after it.
            let reach = out.len().min(limit + 1).max(line);
            let blank = match memrchr(b' ', &out[line..reach]) {
                Some(at) => line + at,
                None if n_before > 0 => line - 1,
                None => match memchr(b' ', &out[reach..]) {
                    Some(at) => reach + at,
                    None => break,
                },
            };
            out[blank] = b'\n';
            (line, n_before) = (blank + 1, 0);
            limit = line.saturating_add(self.width);
        }
        match memrchr(b' ', &out[line..]) {
            Some(at) => (self.unit, self.column) = (line + at + 1, n_before + at),
            None => (self.unit, self.column) = (line, n_before.saturating_sub(1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{encodings::encoding::Fallback, write::comment_words::squeeze};

    #[test]
    fn recognizes_plain_words() {
        for text in ["a", " a b\n", "a\nb c", "50% {x", "%", "0123456789abcde f%"] {
            assert!(plain_words(text.as_bytes()).is_some(), "{text:?}");
        }
        for text in [
            "", " \n", "a  b", "a \nb", "a\r\nb", "a %b", "a\n%b", "a >>>>>>> b",
            "0123456789abcde %", "0123456789abcdef  g", "[%clk 1]", "a}", "é", "a\tb", "a\u{7F}b",
        ] {
            assert!(plain_words(text.as_bytes()).is_none(), "{text:?}");
        }
    }

    /// Returns the layout of random comments among words, written by the general way or by the fast path.
    fn lay(width: usize, seed: u64, is_long_way: bool) -> String {
        let (mut layout, mut out) = (Layout::new(width), Vec::new());
        layout.begin(&out);
        let mut random = seed;
        let mut below = |n: u64| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            usize::try_from(random % n).unwrap()
        };
        for _ in 0..12 {
            match below(5) {
                0 => layout.unit(&mut out, "é".repeat(1 + below(9)).as_bytes()),
                1 => layout.move_number(&mut out, 1, true),
                2 => layout.open_paren(&mut out),
                _ => {
                    const ODD: [&str; 14] = [
                        "%a", "50%", "{", "]", "[", ";", "\\", "~", "é", "[%clk 1]", "\u{85}", "%",
                        "<<<<<<<", ">>>>>>>>",
                    ];
                    let mut text = String::new();
                    for _ in 0..1 + below(9) {
                        match below(8) {
                            0 => text.push_str(ODD[below(14)]),
                            _ => text.push_str(&"x".repeat(1 + below(24))),
                        }
                        text.push_str([" ", " ", " ", "\n", "\n", "  ", "\t"][below(7)]);
                    }
                    if is_long_way {
                        let mut marked = Vec::new();
                        squeeze(text.as_bytes(), &mut marked);
                        if !marked.is_empty() {
                            layout.brace_comment(&mut out, &marked);
                        }
                    } else {
                        layout.comment(&mut out, text.as_bytes(), Fallback::default());
                    }
                    if below(3) == 0 {
                        layout.close_paren(&mut out);
                    }
                }
            }
        }
        layout.end(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fast_path_equals_word_by_word() {
        for seed in 1..3000 {
            for width in [0, 1, 10, 24, 79] {
                assert_eq!(lay(width, seed, false), lay(width, seed, true), "{width} {seed}");
            }
        }
    }
}
