//! Facts about a whole file: summed chunk by chunk, judged at the end of the file.

use std::borrow::Cow;

use pgn_syntax::{
    BOM, CharsetDetector, CharsetDoubt, Fallback, Game, LineEnds, Span, count_line_ends,
    is_line_end, line_index::LineIndex, line_start,
};

use super::{Check, Diagnostic, FileReport, Mark, Rule};
use crate::fix::{Fix, is_open};

/// Facts about a file or a part of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileFacts {
    /// Number of bytes.
    pub n_bytes: u64,
    /// Number of line ends: LF, CR and CR LF count once each.
    pub n_lines: u64,
    /// Number of games.
    pub n_games: u64,
    /// The first line that ends in LF.
    pub lf: Option<Mark>,
    /// The first line that ends in CR LF.
    pub crlf: Option<Mark>,
    /// The first line that ends in CR.
    pub cr: Option<Mark>,
    /// The strings that are not ASCII but valid UTF-8.
    pub utf8: Seen,
    /// Number of characters of these strings that are not ASCII.
    pub n_utf8_chars: u64,
    /// The strings that are not valid UTF-8.
    pub eight_bit: Seen,
    /// The words of strings that are not valid UTF-8.
    pub words: CharsetDetector,
    /// The character set that these strings are read in.
    pub charset: Fallback,
    /// True if the user has named this set, for this file or for all.
    pub has_named_charset: bool,
    /// The first text that is not white space, comment or escape line, in a part without games.
    pub junk: Option<Mark>,
    /// True if a part without games contains NUL bytes.
    pub has_nul: bool,
    /// True if the source is UTF-16 and is read as UTF-8.
    pub was_utf16: bool,
    /// The end of the text, if its last line has no line end.
    pub unended: Option<Mark>,
    /// True if the last game may have been cut off with the file, which its missing line end shows.
    pub may_be_cut_off: bool,
    /// The strings with characters with a code from 128 to 159, in an 8-bit string or as control
    /// characters of UTF-8; the place is that of the character.
    pub c1: Seen,
    /// The byte of the first such character in an 8-bit string.
    pub c1_byte: Option<u8>,
    /// The lines of more than 255 characters with their line end, other than tag pairs and escape
    /// lines.
    pub long_lines: Seen,
    /// Length of the first such line in characters.
    pub long_line_len: u64,
    /// The spellings of tag names that are findings, each once, in the order of their places.
    pub spellings: Vec<Spelling>,
    /// What the file is instead of PGN, by its first bytes.
    pub foreign: Option<&'static str>,
}

/// What a file has of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// The first place.
    pub first: Option<Mark>,
    /// Number of places.
    pub n: u64,
}

impl Seen {
    /// Adds a place; returns true if it is the first one.
    fn add(&mut self, mark: impl FnOnce() -> Mark) -> bool {
        self.n += 1;
        let is_first = self.first.is_none();
        self.first.get_or_insert_with(mark);
        is_first
    }

    /// Returns what two adjacent parts have. `later` is the first place of the second part.
    fn then(self, next: Seen, later: impl FnOnce(Option<Mark>) -> Option<Mark>) -> Seen {
        Seen { first: self.first.or_else(|| later(next.first)), n: self.n + next.n }
    }
}

impl FileFacts {
    /// Returns the character set that the file is in, or may be in, instead of the one that it is read in. A set that
    /// the user has named is doubted only if the letters leave no doubt.
    pub(crate) fn other_charset(&self) -> Option<CharsetDoubt> {
        let doubt = self.words.doubt(self.charset);
        doubt.filter(|doubt| doubt.is_certain || !self.has_named_charset)
    }

    /// Returns the facts of a part that is not parsed: its size, so that the places after it are
    /// right.
    #[must_use]
    pub fn unread(src: &[u8]) -> FileFacts {
        let (n_bytes, n_lines) = (src.len() as u64, count_line_ends(src));
        FileFacts { n_bytes, n_lines, n_games: 1, ..FileFacts::default() }
    }

    /// Returns true if some strings are UTF-8 and others are in an 8-bit or East Asian encoding. A
    /// few bytes of such an encoding can look like UTF-8, so that one short string proves nothing.
    pub(crate) fn has_mixed_encodings(&self) -> bool {
        /// Among so many strings in another encoding, one may be valid UTF-8 by chance.
        const CHANCE: u64 = 10;
        self.eight_bit.n > 0 && self.n_utf8_chars > 1 && self.utf8.n * CHANCE >= self.eight_bit.n
    }

    /// Returns the number of line ends in `src`, the bytes of this part; `None` if no rule needed it.
    #[must_use]
    pub fn n_lines_of(&self, src: &[u8]) -> Option<u64> {
        (self.n_bytes == src.len() as u64).then_some(self.n_lines)
    }

    /// Takes the findings on spellings of tag names out of those of a game of `src`. They are those of rules that also look
    /// at the whole file. Without a fix if a string or comment of the game is open, as no safe fix is then made in it.
    #[cold]
    pub(crate) fn take_spellings(&mut self, src: &[u8], game: &Game, found: &mut Vec<Diagnostic>) {
        let is_open = is_open(game);
        found.retain(|found| {
            if !found.rule.checks.iter().any(|it| matches!(it, Check::File(_))) {
                return true;
            }
            add_spelling(&mut self.spellings, found.rule, &found.message, 1, || {
                let start = found.span.start;
                let fix = found.fix.as_ref().filter(|_| !is_open);
                Spelling {
                    rule: found.rule,
                    message: found.message.clone(),
                    mark: mark(src, start as usize, found.span.end - start),
                    n_games: 1,
                    fix: fix.and_then(|fix| fix.moved_back(start, src.len())),
                }
            });
            false
        });
    }

    /// Reports the spellings of tag names that are findings of a rule.
    pub(crate) fn report_spellings(&self, report: &mut FileReport<'_>) {
        let is_full = self.spellings.len() >= MAX_SPELLINGS;
        let rule = report.rule;
        for spelling in self.spellings.iter().filter(|it| it.rule == rule) {
            let message = match spelling.n_games {
                1 if !is_full => spelling.message.clone(),
                // The list is full, so spellings in some games may not have been counted.
                _ if is_full => format!("{}, in many games", spelling.message).into(),
                n => format!("{}, in {n} games", spelling.message).into(),
            };
            report.at(spelling.mark, message).fix.clone_from(&spelling.fix);
        }
    }

    /// Returns the facts of two adjacent parts. Associative.
    #[must_use]
    pub fn then(mut self, next: &FileFacts) -> FileFacts {
        self.words.merge(&next.words);
        // The last line may go on in the next part.
        let n_columns = self.unended.map_or(0, |mark| mark.column - 1);
        let (n_bytes, n_lines) = (self.n_bytes, self.n_lines);
        let moved = |mark: Mark| Mark {
            offset: mark.offset + n_bytes,
            line: mark.line + n_lines,
            column: mark.column + if mark.line == 0 { n_columns } else { 0 },
            ..mark
        };
        let mut spellings = self.spellings;
        for spelling in &next.spellings {
            let Spelling { rule, message, mark, n_games, .. } = spelling;
            add_spelling(&mut spellings, rule, message, *n_games, || Spelling {
                mark: moved(*mark),
                ..spelling.clone()
            });
        }
        let later = |mark: Option<Mark>| mark.map(moved);
        FileFacts {
            n_bytes: self.n_bytes + next.n_bytes,
            n_lines: self.n_lines + next.n_lines,
            n_games: self.n_games + next.n_games,
            lf: self.lf.or_else(|| later(next.lf)),
            crlf: self.crlf.or_else(|| later(next.crlf)),
            cr: self.cr.or_else(|| later(next.cr)),
            utf8: self.utf8.then(next.utf8, later),
            n_utf8_chars: self.n_utf8_chars + next.n_utf8_chars,
            eight_bit: self.eight_bit.then(next.eight_bit, later),
            charset: if self.eight_bit.n > 0 { self.charset } else { next.charset },
            has_named_charset: self.has_named_charset || next.has_named_charset,
            words: self.words,
            junk: self.junk.or_else(|| later(next.junk)),
            has_nul: self.has_nul || next.has_nul,
            was_utf16: self.was_utf16 || next.was_utf16,
            may_be_cut_off: self.may_be_cut_off || next.may_be_cut_off,
            unended: if next.n_bytes == 0 { self.unended } else { later(next.unended) },
            c1: self.c1.then(next.c1, later),
            c1_byte: if self.c1.n > 0 { self.c1_byte } else { next.c1_byte },
            long_lines: self.long_lines.then(next.long_lines, later),
            long_line_len: match self.long_lines.n {
                0 => next.long_line_len,
                _ => self.long_line_len,
            },
            spellings,
            foreign: self.foreign.or(next.foreign),
        }
    }

    /// Collects facts from the bytes of a part. The kinds of line ends are distinguished only if
    /// there is a CR.
    pub(crate) fn look_at_bytes(&mut self, src: &[u8], bytes: Bytes) {
        self.n_bytes = src.len() as u64;
        if src.last().is_some_and(|byte| !is_line_end(byte)) {
            self.unended = Some(mark(src, src.len(), 0));
        }
        let n = LineEnds::count(src);
        self.look_for_long_lines(src, n, bytes);
        self.n_lines = n.total();
        // The search ends at the first line end of the last kind.
        let mut n_kinds = [n.lf, n.crlf, n.cr].iter().filter(|&&n| n > 0).count();
        let mut at = 0;
        while n_kinds > 0 {
            let rest = &src[at..];
            let Some(n) = rest.iter().position(is_line_end) else {
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

    /// Finds lines that are too long.
    fn look_for_long_lines(&mut self, src: &[u8], ends: LineEnds, bytes: Bytes) {
        let (first, last): (Search, Search) = if ends.crlf + ends.cr > 0 {
            (
                |text| memchr::memchr2(b'\n', b'\r', text),
                |text| memchr::memrchr2(b'\n', b'\r', text),
            )
        } else {
            (|text| memchr::memchr(b'\n', text), |text| memchr::memrchr(b'\n', text))
        };
        let mut start = 0;
        while let Some(reach) = src.get(start..start + LINE_LEN - 1) {
            // Skips all lines that end within reach at once.
            if let Some(last) = last(reach) {
                start += last + 1;
                continue;
            }
            let rest = &src[start + reach.len()..];
            let len = first(rest).unwrap_or(rest.len());
            let line = &src[start..src.len() - rest.len() + len];
            let is_other = matches!(line, [b'%', ..] | [b'[', b'A'..=b'Z' | b'a'..=b'z', ..]);
            // Continuation bytes of UTF-8 do not count.
            let n_chars =
                if bytes == Bytes::Ascii || line.is_ascii() || std::str::from_utf8(line).is_err() {
                    line.len() as u64
                } else {
                    line.iter().filter(|&&byte| byte & 0xC0 != 0x80).count() as u64
                };
            let is_long = !is_other && n_chars >= LINE_LEN as u64;
            if is_long && self.long_lines.add(|| mark(src, start, 0)) {
                self.long_line_len = n_chars;
            }
            start += line.len();
        }
    }

    /// Collects facts from the strings of a game that contain non-ASCII bytes.
    pub(crate) fn look_at_strings(&mut self, src: &[u8], strings: &[Span], charset: Fallback) {
        for &span in strings {
            let text = span.of(src);
            let Some(high) = text.iter().position(|byte| !byte.is_ascii()) else { continue };
            let (seen, at, c1) = match std::str::from_utf8(text) {
                // Letters that were already lost do not show the encoding of the file.
                Ok(decoded) if decoded.chars().all(|c| c.is_ascii() || c == '\u{FFFD}') => continue,
                Ok(_) => {
                    self.n_utf8_chars += text.iter().filter(|&&byte| byte >= 0xC0).count() as u64;
                    let c1 = text.windows(2).position(|two| matches!(two, [0xC2, 0x80..=0x9F]));
                    (&mut self.utf8, high, c1)
                }
                Err(error) => {
                    let c1 = text.iter().position(|byte| matches!(byte, 0x80..=0x9F));
                    // In other sets the same codes are letters.
                    let is_latin = charset == Fallback::default();
                    self.charset = charset;
                    self.words.add(text);
                    (&mut self.eight_bit, error.valid_up_to(), c1.filter(|_| is_latin))
                }
            };
            seen.add(|| mark(src, span.start as usize + at, 1));
            if let Some(at) = c1
                && self.c1.add(|| mark(src, span.start as usize + at, 1))
            {
                self.c1_byte = text.get(at).copied().filter(|byte| *byte < 0xC0);
            }
        }
    }

    /// Searches a part without games for anything but white space and comments.
    pub(crate) fn look_for_junk(&mut self, src: &[u8]) {
        self.has_nul = memchr::memchr(0, src).is_some();
        let mut at = if src.starts_with(BOM) { BOM.len() } else { 0 };
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
                    is_line_start = is_line_end(&byte);
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

/// Returns the place of the offset `at` in a part.
fn mark(src: &[u8], at: usize, len: u32) -> Mark {
    let line_start = line_start(src, at);
    let (_, column) = LineIndex::new(&src[line_start..]).locate(at - line_start);
    Mark {
        offset: at as u64,
        line: count_line_ends(&src[..line_start]),
        column: column as u64,
        len,
    }
}

/// Whether a part is known to be ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    /// All bytes are ASCII.
    Ascii,
    /// The bytes may be anything.
    Any,
}

/// Returns the offset of a line end in a text.
type Search = fn(&[u8]) -> Option<usize>;

/// Length in characters, without the line end, from which a line of import format is too long: with
/// it, 255 are allowed (section 4.3).
const LINE_LEN: usize = 255;

/// Upper bound on the spellings that are kept of a file.
const MAX_SPELLINGS: usize = 200;

/// A spelling of a tag name that is a finding, in all games of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spelling {
    /// The rule.
    pub rule: &'static Rule,
    /// The message for one game.
    pub message: Cow<'static, str>,
    /// The first place.
    pub mark: Mark,
    /// Number of games that have it.
    pub n_games: u64,
    /// The fix of the first one, relative to its place.
    pub fix: Option<Fix>,
}

/// Adds the games of a spelling to those of the same one, or adds `new` if there is none.
fn add_spelling(
    spellings: &mut Vec<Spelling>,
    rule: &Rule,
    message: &str,
    n_games: u64,
    new: impl FnOnce() -> Spelling,
) {
    let is_same = |it: &&mut Spelling| it.rule == rule && it.message == message;
    if let Some(known) = spellings.iter_mut().find(is_same) {
        known.n_games += n_games;
    } else if spellings.len() < MAX_SPELLINGS {
        spellings.push(new());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(src: &[u8]) -> FileFacts {
        let mut facts = FileFacts::default();
        facts.look_at_bytes(src, Bytes::Any);
        facts
    }

    #[test]
    fn kinds_of_line_ends_are_counted() {
        let seen = facts(b"a\nb\r\nc\rd\r\re");
        assert_eq!(seen.n_lines, 5);
        let places = [seen.lf, seen.crlf, seen.cr].map(|mark| mark.map(|m| (m.line, m.column)));
        assert_eq!(places, [Some((0, 2)), Some((1, 2)), Some((2, 2))]);
        assert_eq!(facts(&b"x\n".repeat(1000)).n_lines, 1000);
    }

    #[test]
    fn columns_are_those_of_the_whole_line() {
        let place = |src: &[u8]| {
            let mark = facts(src).lf.unwrap_or(Mark::START);
            (mark.line, mark.column)
        };
        assert_eq!(place("…\n".as_bytes()), (0, 2));
        assert_eq!(place(b"\xE2\x80\xA6\xE9\n"), (0, 3));
        let at = mark(b"x\n\xE2\x80\xA6x\xE9", 5, 1);
        assert_eq!((at.line, at.column), (1, 2));
    }

    #[test]
    fn long_lines_are_found_wherever_they_begin() {
        for before in [0, 1, 100, 126, 127, 128, 250, 253] {
            for len in [253, 254, 255, 256, 400, 5000] {
                for end in ["\n", "\r\n", "\r", ""] {
                    let line = "x".repeat(before) + "\n" + &"y".repeat(len) + end + "z\n";
                    let len = if end.is_empty() { len + 1 } else { len };
                    let seen = facts(line.as_bytes());
                    let expected = (len >= 255).then_some((1, len as u64));
                    let found = seen.long_lines.first.map(|mark| (mark.line, seen.long_line_len));
                    assert_eq!(found, expected, "{before} {len} {end:?}");
                    assert_eq!(seen.long_lines.n, u64::from(len >= 255));
                }
            }
        }
        assert_eq!(facts("\u{e9}".repeat(254).as_bytes()).long_lines.n, 0);
        assert_eq!(facts("\u{e9}".repeat(255).as_bytes()).long_lines.n, 1);
        assert_eq!(facts(format!("% {}\n", "x".repeat(300)).as_bytes()).long_lines.n, 0);
    }

    #[test]
    fn parts_add_up() {
        let whole = b"ab\ncd\r\nef\ngh\r";
        for cut in [0, 2, 3, 4, 7, 8, 10, 11, 13] {
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
