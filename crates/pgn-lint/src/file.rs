//! What is known of a whole file: added up chunk by chunk, judged once at its end.

use std::borrow::Cow;

use pgn_syntax::{Game, NodeKind, Span, count_line_ends, line_index::LineIndex};

use crate::{
    diagnostic::{Diagnostic, Severity},
    rule::Rule,
};

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes before it.
    pub offset: u64,
    /// Line ends before it.
    pub line: u64,
    /// 1-based column.
    pub column: u64,
    /// Bytes concerned.
    pub len: u32,
}

impl Mark {
    /// The beginning of a file.
    pub const START: Mark = Mark { offset: 0, line: 0, column: 1, len: 0 };
}

/// What is known of a file, or of a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Bytes.
    pub n_bytes: u64,
    /// Line ends: LF, CR, and CR LF once each.
    pub n_lines: u64,
    /// Games.
    pub n_games: u64,
    /// The first line that ends in LF.
    pub lf: Option<Mark>,
    /// The first line that ends in CR LF.
    pub crlf: Option<Mark>,
    /// The first line that ends in CR.
    pub cr: Option<Mark>,
    /// The first string that is not ASCII but valid UTF-8.
    pub utf8: Option<Mark>,
    /// The first string that is not valid UTF-8.
    pub eight_bit: Option<Mark>,
    /// The first text that is neither white space, comment nor escape line, in a part without games.
    pub junk: Option<Mark>,
    /// NUL bytes in a part without games.
    pub has_nul: bool,
    /// The source was UTF-16 and is read as UTF-8.
    pub was_utf16: bool,
    /// The end of the text, if its last line has none.
    pub unended: Option<Mark>,
}

impl FileFacts {
    /// The facts of two parts that follow each other. Associative.
    #[must_use]
    pub fn then(self, next: &FileFacts) -> FileFacts {
        let later = |mark: Option<Mark>| {
            mark.map(|mark| Mark {
                offset: mark.offset + self.n_bytes,
                line: mark.line + self.n_lines,
                ..mark
            })
        };
        FileFacts {
            n_bytes: self.n_bytes + next.n_bytes,
            n_lines: self.n_lines + next.n_lines,
            n_games: self.n_games + next.n_games,
            lf: self.lf.or_else(|| later(next.lf)),
            crlf: self.crlf.or_else(|| later(next.crlf)),
            cr: self.cr.or_else(|| later(next.cr)),
            utf8: self.utf8.or_else(|| later(next.utf8)),
            eight_bit: self.eight_bit.or_else(|| later(next.eight_bit)),
            junk: self.junk.or_else(|| later(next.junk)),
            has_nul: self.has_nul || next.has_nul,
            was_utf16: self.was_utf16 || next.was_utf16,
            unended: if next.n_bytes == 0 { self.unended } else { later(next.unended) },
        }
    }

    /// Looks at the bytes of a part. The line ends are told apart only if there is a CR.
    pub(crate) fn look_at_bytes(&mut self, src: &[u8]) {
        self.n_bytes = src.len() as u64;
        if !matches!(src.last(), None | Some(b'\n' | b'\r')) {
            self.unended = Some(mark(src, src.len(), 0));
        }
        let n = LineEnds::count(src);
        self.n_lines = n.lf + n.crlf + n.cr;
        // Only until the first of each kind that is there.
        let mut n_kinds = [n.lf, n.crlf, n.cr].iter().filter(|&&n| n > 0).count();
        let mut at = 0;
        while n_kinds > 0 {
            let rest = &src[at..];
            let Some(n) = rest.iter().position(|&byte| matches!(byte, b'\r' | b'\n')) else {
                break;
            };
            at += n;
            let (first, len) = match src[at..] {
                [b'\r', b'\n', ..] => (&mut self.crlf, 2),
                [b'\r', ..] => (&mut self.cr, 1),
                _ => (&mut self.lf, 1),
            };
            if first.is_none() {
                *first = Some(mark(src, at, len));
                n_kinds -= 1;
            }
            at += len as usize;
        }
    }

    /// Looks at the strings and comments of a game that is not all ASCII.
    pub(crate) fn look_at_strings(&mut self, src: &[u8], game: &Game) {
        let values = game.tags.iter().map(|pair| pair.value);
        let comments = game.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Comment(_)));
        for span in values.chain(comments.map(|node| node.span)) {
            if self.utf8.is_some() && self.eight_bit.is_some() {
                return;
            }
            let text = span.of(src);
            let Some(high) = text.iter().position(|byte| !byte.is_ascii()) else { continue };
            let (seen, at) = match std::str::from_utf8(text) {
                Ok(_) => (&mut self.utf8, high),
                Err(error) => (&mut self.eight_bit, error.valid_up_to()),
            };
            if seen.is_none() {
                *seen = Some(mark(src, span.start as usize + at, 1));
            }
        }
    }

    /// Looks at a part in which no game was found: is there anything but white space and comments?
    pub(crate) fn look_for_junk(&mut self, src: &[u8]) {
        self.has_nul = has_byte(src, 0);
        let mut at = if src.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let mut is_line_start = true;
        let until = |from: usize, ends: &[u8]| {
            src[from..].iter().position(|byte| ends.contains(byte)).map_or(src.len(), |n| from + n)
        };
        while let Some(&byte) = src.get(at) {
            match byte {
                b'%' if is_line_start => at = until(at, b"\r\n"),
                b';' => at = until(at, b"\r\n"),
                b'{' => at = (until(at, b"}") + 1).min(src.len()),
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x1A => {
                    at += 1;
                    is_line_start = matches!(byte, b'\n' | b'\r');
                    continue;
                }
                _ => {
                    self.junk = Some(mark(src, at, 1));
                    return;
                }
            }
            is_line_start = false;
        }
    }
}

/// The place `at` of a part.
fn mark(src: &[u8], at: usize, len: u32) -> Mark {
    let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let line_start = src[..at].iter().rposition(is_end).map_or(0, |end| end + 1);
    let (_, column) = LineIndex::new(&src[line_start..at]).locate(at - line_start);
    Mark {
        offset: at as u64,
        line: count_line_ends(&src[..line_start]),
        column: column as u64,
        len,
    }
}

/// Whether a byte is there.
fn has_byte(src: &[u8], wanted: u8) -> bool {
    count(src, |byte| byte == wanted) > 0
}

/// Number of bytes that are so. Blocks of a fixed size without a branch: wide registers do this, and
/// a counter of one byte holds a block.
#[inline(always)]
fn count(src: &[u8], is_so: impl Fn(u8) -> bool) -> u64 {
    let (blocks, rest) = src.as_chunks::<192>();
    let in_block = |block: &[u8]| block.iter().fold(0_u8, |n, &byte| n + u8::from(is_so(byte)));
    blocks.iter().map(|block| u64::from(in_block(block))).sum::<u64>() + u64::from(in_block(rest))
}

/// Line ends by kind.
struct LineEnds {
    lf: u64,
    crlf: u64,
    cr: u64,
}

impl LineEnds {
    fn count(src: &[u8]) -> LineEnds {
        let n_lf = count(src, |byte| byte == b'\n');
        let n_cr = count(src, |byte| byte == b'\r');
        let mut n_pairs = 0;
        if n_cr > 0 {
            let (firsts, rest) = src.as_chunks::<192>();
            let seconds = src[1..].chunks(192);
            for (first, second) in firsts.iter().map(|block| &block[..]).chain([rest]).zip(seconds)
            {
                let is_pair = |(&a, &b): (&u8, &u8)| u8::from((a == b'\r') & (b == b'\n'));
                n_pairs += u64::from(first.iter().zip(second).map(is_pair).sum::<u8>());
            }
        }
        LineEnds { lf: n_lf - n_pairs, crlf: n_pairs, cr: n_cr - n_pairs }
    }
}

/// A finding of a whole file.
#[derive(Clone, Debug)]
pub struct FileDiagnostic {
    /// Where.
    pub mark: Mark,
    /// What. Its span is relative to the mark.
    pub diagnostic: Diagnostic,
}

/// Where a rule reports what it finds in a whole file.
#[derive(Debug)]
pub struct FileReport<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) out: &'a mut Vec<FileDiagnostic>,
}

impl FileReport<'_> {
    /// A finding at `mark`.
    pub fn at(&mut self, mark: Mark, message: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(self.rule, Span { start: 0, end: mark.len }, message);
        self.out.push(FileDiagnostic { mark, diagnostic });
        let last = self.out.len() - 1;
        &mut self.out[last].diagnostic
    }
}

impl FileDiagnostic {
    /// Its level.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.diagnostic.severity
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(src: &[u8]) -> FileFacts {
        let mut facts = FileFacts::default();
        facts.look_at_bytes(src);
        facts
    }

    #[test]
    fn line_ends_are_told_apart() {
        let seen = facts(b"a\nb\r\nc\rd\r\re");
        assert_eq!(seen.n_lines, 5);
        let places = [seen.lf, seen.crlf, seen.cr].map(|mark| mark.map(|m| (m.line, m.column)));
        assert_eq!(places, [Some((0, 2)), Some((1, 2)), Some((2, 2))]);
        assert_eq!(facts(&b"x\n".repeat(1000)).n_lines, 1000);
    }

    #[test]
    fn parts_add_up() {
        let whole = b"ab\ncd\r\nef\ngh\r";
        for cut in [0, 3, 7, 10, 13] {
            let (a, b) = whole.split_at(cut);
            assert_eq!(facts(a).then(&facts(b)), facts(whole), "cut at {cut}");
        }
    }

    #[test]
    fn comments_are_no_junk() {
        let junk = |src: &[u8]| {
            let mut facts = FileFacts::default();
            facts.look_for_junk(src);
            facts.junk.map(|mark| (mark.offset, mark.line))
        };
        assert_eq!(junk(b"\n ; note [x\n% escape (\n{ a\n} \n"), None);
        assert_eq!(junk(b"\xEF\xBB\xBF% x\n"), None);
        assert_eq!(junk(b"; note\n % x\n"), Some((8, 1)));
        assert_eq!(junk(b"{}\nhello"), Some((3, 1)));
        assert_eq!(junk(b"{ open"), None);
    }
}
