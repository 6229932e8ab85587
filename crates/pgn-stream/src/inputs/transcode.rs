//! Conversion of UTF-16 and UTF-32 to UTF-8 while they are read. Games within UTF-16 that begin with a tag pair in
//! ASCII, as they are after `>>` of a program that does not write UTF-16, stay as they are.

use std::io::{self, Read};

use memchr::{memchr, memchr_iter};
use pgn_syntax::{BOM, is_line_end, is_name_byte};

use crate::inputs::input::Utf;

/// Reader of the text of `inner` as UTF-8, without its byte order mark. Invalid characters become U+FFFD.
pub(crate) struct Transcoder<R> {
    inner: R,
    utf: Utf,
    /// Bytes of an incomplete character.
    raw: Vec<u8>,
    /// Converted text, of which the part from `given` on was not returned yet.
    text: Vec<u8>,
    given: usize,
    /// True within text that is not UTF-16, which is copied.
    is_copying: bool,
    is_begun: bool,
    is_done: bool,
}

impl<R: Read> Transcoder<R> {
    pub(crate) fn new(inner: R, utf: Utf) -> Transcoder<R> {
        let (raw, text) = (Vec::new(), Vec::new());
        let (is_copying, is_begun, is_done) = (false, false, false);
        Transcoder { inner, utf, raw, text, given: 0, is_copying, is_begun, is_done }
    }

    fn refill(&mut self) -> io::Result<()> {
        const BLOCK: usize = 64 << 10;
        self.text.clear();
        self.given = 0;
        let before = self.raw.len();
        self.raw.resize(before + BLOCK, 0);
        let n = match self.inner.read(&mut self.raw[before..]) {
            Ok(n) => n,
            Err(error) => {
                self.raw.truncate(before);
                return Err(error);
            }
        };
        self.raw.truncate(before + n);
        self.is_done = n == 0;
        let used = match self.utf {
            Utf::Utf16Le => self.decode_mixed(u16::from_le_bytes, 1),
            Utf::Utf16Be => self.decode_mixed(u16::from_be_bytes, 0),
            Utf::Utf32Le => decode32(&self.raw, u32::from_le_bytes, &mut self.text),
            Utf::Utf32Be => decode32(&self.raw, u32::from_be_bytes, &mut self.text),
        };
        self.raw.drain(..used);
        if self.is_done && !self.raw.is_empty() {
            self.raw.clear();
            push(&mut self.text, char::REPLACEMENT_CHARACTER);
        }
        if !self.is_begun && !self.text.is_empty() {
            self.is_begun = true;
            if self.text.starts_with(BOM) {
                self.given = BOM.len();
            }
        }
        Ok(())
    }

    /// Decodes UTF-16 and copies games in ASCII, and returns the number of bytes used. `high`: which byte of a unit, 0
    /// or 1, is 0 for Latin characters.
    fn decode_mixed(&mut self, unit: fn([u8; 2]) -> u16, high: usize) -> usize {
        let mark: &[u8] = if high == 1 { b"\xff\xfe" } else { b"\xfe\xff" };
        let mut used = 0;
        loop {
            let rest = &self.raw[used..];
            if self.is_copying {
                // The first unit of UTF-16 after it has a NUL byte, as a line end or the bracket of a tag pair.
                let nul = memchr(0, rest);
                let n = match nul {
                    Some(at) => {
                        let text = &rest[..at.saturating_sub(high)];
                        text.strip_suffix(mark).unwrap_or(text).len()
                    }
                    None if self.is_done => rest.len(),
                    // One byte of the unit, and a byte order mark before it.
                    None => rest.len().saturating_sub(3),
                };
                self.text.extend_from_slice(&rest[..n]);
                used += n;
                if nul.is_none() {
                    return used;
                }
                self.is_copying = false;
            } else {
                let (n, bracket) = utf16_length(rest, self.is_done);
                let is_last = self.is_done || bracket.is_some();
                used += decode16(&rest[..n], unit, is_last, &mut self.text);
                let Some(bracket) = bracket else { return used };
                // The bracket is used here, so that no turn of the loop leaves all bytes to the next one.
                push_before_pair(&rest[n..bracket], &mut self.text);
                self.text.push(b'[');
                used += bracket - n + 1;
                self.is_copying = true;
            }
        }
    }
}

/// Returns the number of bytes of UTF-16 that `raw` begins with, and the offset of the bracket of the tag pair with which
/// text in ASCII begins, after line ends; `None` if no such text follows. What may be the beginning of one waits for more
/// bytes unless `is_last`.
///
/// Characters such as U+0A0A have the bytes of line ends, too: more of them than are needed between games are UTF-16.
fn utf16_length(raw: &[u8], is_last: bool) -> (usize, Option<usize>) {
    const MAX_NAME: usize = 64;
    /// Number of units of line ends before a tag pair.
    const MAX_LINE_ENDS: usize = 64;
    /// Number of units that a byte order mark of UTF-8 is in.
    const MARK: usize = 2;
    for bracket in memchr_iter(b'[', raw) {
        let rest = &raw[bracket + 1..];
        let n_name = rest.iter().take(MAX_NAME).take_while(|byte| is_name_byte(byte)).count();
        let is_pair = n_name > 1 && rest[n_name..].starts_with(b" \"");
        let may_be_pair = !is_last && n_name < MAX_NAME && rest.len() < n_name + 2;
        if is_pair || may_be_pair && (n_name > 1 || n_name == rest.len()) {
            let is_line_ends = |unit: &[u8; 2]| unit.iter().all(is_line_end);
            let begin = bracket - if raw[..bracket].ends_with(BOM) { BOM.len() } else { 0 };
            let (units, half) = raw[..begin].as_chunks::<2>();
            // Half a unit belongs to UTF-16, and so does the text before it.
            let n_line_ends = match half.iter().all(is_line_end) {
                true => {
                    let last = units.iter().rev().take(MAX_LINE_ENDS);
                    last.take_while(|unit| is_line_ends(unit)).count()
                }
                false => 0,
            };
            return (2 * (units.len() - n_line_ends), is_pair.then_some(bracket));
        }
    }
    // A byte order mark of UTF-8 and line ends may be before the pair.
    let is_before =
        |unit: &&[u8; 2]| unit.iter().all(|byte| is_line_end(byte) || BOM.contains(byte));
    let units = raw.as_chunks::<2>().0;
    if is_last {
        return (2 * units.len(), None);
    }
    let last = units.iter().rev().take(MAX_LINE_ENDS + MARK);
    let n_before = last.take_while(is_before).count();
    // The mark may begin within a unit.
    let is_begun = units[..units.len() - n_before].last().is_some_and(|unit| unit[1] == BOM[0]);
    (2 * (units.len() - n_before - usize::from(is_begun)), None)
}

/// Writes the line ends and the byte order mark before a tag pair in ASCII. The first half of a unit, which is left of text
/// that was cut, becomes U+FFFD.
fn push_before_pair(bytes: &[u8], text: &mut Vec<u8>) {
    let mut bytes = bytes;
    if let [half, rest @ ..] = bytes
        && !is_line_end(half)
        && !bytes.starts_with(BOM)
    {
        push(text, char::REPLACEMENT_CHARACTER);
        bytes = rest;
    }
    text.extend_from_slice(bytes);
}

impl<R: Read> Read for Transcoder<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if self.is_done {
                return Ok(0);
            }
            self.refill()?;
        }
        let n = (&self.text[self.given..]).read(buffer)?;
        self.given += n;
        Ok(n)
    }
}

fn push(text: &mut Vec<u8>, char: char) {
    text.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes());
}

/// Decodes all complete characters and returns the number of bytes used.
fn decode16(raw: &[u8], unit: fn([u8; 2]) -> u16, is_last: bool, text: &mut Vec<u8>) -> usize {
    let (pairs, _) = raw.as_chunks::<2>();
    let mut n_units = pairs.len();
    // The first half of a character waits for the second half.
    let is_half = pairs.last().is_some_and(|it| (0xd800..0xdc00).contains(&unit(*it)));
    n_units -= usize::from(is_half && !is_last);
    let units = pairs[..n_units].iter().map(|it| unit(*it));
    for char in char::decode_utf16(units) {
        push(text, char.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    2 * n_units
}

fn decode32(raw: &[u8], unit: fn([u8; 4]) -> u32, text: &mut Vec<u8>) -> usize {
    let (quads, _) = raw.as_chunks::<4>();
    for quad in quads {
        push(text, char::from_u32(unit(*quad)).unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    4 * quads.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reader that returns a few bytes at a time.
    struct Slow<'a>(&'a [u8], usize);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let n = self.1.min(buffer.len());
            self.0.read(&mut buffer[..n])
        }
    }

    #[test]
    fn all_of_them_in_any_pieces() {
        let text = "\u{feff}[White \"Şükrü 𝄞\"]\n1. ♘f3 \u{feff} *";
        let utf16: Vec<u16> = text.encode_utf16().collect();
        let of16 = |bytes: fn(u16) -> [u8; 2]| utf16.iter().flat_map(|it| bytes(*it)).collect();
        let of32 =
            |bytes: fn(u32) -> [u8; 4]| text.chars().flat_map(|it| bytes(it.into())).collect();
        let cases: [(Utf, Vec<u8>); 4] = [
            (Utf::Utf16Le, of16(u16::to_le_bytes)),
            (Utf::Utf16Be, of16(u16::to_be_bytes)),
            (Utf::Utf32Le, of32(u32::to_le_bytes)),
            (Utf::Utf32Be, of32(u32::to_be_bytes)),
        ];
        for (utf, bytes) in cases {
            for size in [1, 2, 3, 5, 1000] {
                let mut got = String::new();
                Transcoder::new(Slow(&bytes, size), utf).read_to_string(&mut got).unwrap();
                assert_eq!(got, text.trim_start_matches('\u{feff}'));
            }
        }
    }

    #[test]
    fn text_in_ascii_is_copied() {
        let encode = |text: &str, bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(bytes).collect()
        };
        let first = "[White \"\u{9673}\u{5fb7}\"]\n\n1. e4 *\n\n";
        let last = "[White \"\u{160}\"]\n*\n";
        type Bytes = fn(u16) -> [u8; 2];
        for (utf, bytes) in
            [(Utf::Utf16Le, u16::to_le_bytes as Bytes), (Utf::Utf16Be, u16::to_be_bytes)]
        {
            // Odd and even lengths, letters beyond ASCII, and byte order marks.
            for (tag, letter) in
                [("[Event \"x\"]", ""), ("\n[E2 \"\"]", "d"), ("\u{feff}[Xy \"\u{dc}\"]", "\u{e9}")]
            {
                let between = format!("{tag}\n\n{letter} *\n\n");
                for last in [last.to_owned(), format!("\u{feff}{last}")] {
                    let all =
                        [&encode(first, bytes), between.as_bytes(), &encode(&last, bytes)].concat();
                    for size in [1, 2, 3, 7, 1000] {
                        let mut got = String::new();
                        Transcoder::new(Slow(&all, size), utf).read_to_string(&mut got).unwrap();
                        assert_eq!(got, format!("{first}{between}{last}"), "{utf:?} {size}");
                    }
                }
            }
            // Both bytes of these characters are those of signs in ASCII.
            let text =
                format!("[Event \"{}\"]\n*\n", "\u{3042}\u{3044}\u{2550}\u{265f}".repeat(20));
            let mut got = String::new();
            Transcoder::new(&encode(&text, bytes)[..], utf).read_to_string(&mut got).unwrap();
            assert_eq!(got, text);
        }
        // The first half of a character before it has no second half.
        let mut got = String::new();
        let bytes = b"a\0\x00\xd8[Event \"x\"]";
        Transcoder::new(&bytes[..], Utf::Utf16Le).read_to_string(&mut got).unwrap();
        assert_eq!(got, "a\u{fffd}[Event \"x\"]");
    }

    #[test]
    fn units_of_line_ends_are_held_in_bounded_memory() {
        let text = [b'\n'; 1 << 20];
        let mut transcoder = Transcoder::new(&text[..], Utf::Utf16Le);
        let mut buffer = [0; 1000];
        let mut max = 0;
        while transcoder.read(&mut buffer).unwrap() > 0 {
            max = max.max(transcoder.raw.len());
        }
        assert!(max <= 200, "{max}");
        // As many as fit are in ASCII, in all pieces and with a byte order mark.
        for (n_ends, mark) in (120..140).flat_map(|n| [(n, &b""[..]), (n, BOM)]) {
            let all = [b"x\0", &text[..n_ends], mark, b"[Event \"x\"]"].concat();
            let read = |size| {
                let mut got = Vec::new();
                Transcoder::new(Slow(&all, size), Utf::Utf16Le).read_to_end(&mut got).unwrap();
                got
            };
            let whole = read(1000);
            assert_eq!(whole == [&b"x"[..], &all[2..]].concat(), n_ends < 130, "{n_ends}");
            assert!((1..150).all(|size| read(size) == whole), "{n_ends}");
        }
    }

    #[test]
    fn texts_cut_within_a_character_end() {
        let first = "[White \"\u{9673}\"]\n\n1. e4 *\n\n";
        let between = b"\xef\xbb\xbf[Event \"x\"]\r\n\n1. d4 *\n\n";
        type Bytes = fn(u16) -> [u8; 2];
        for (utf, bytes) in
            [(Utf::Utf16Le, u16::to_le_bytes as Bytes), (Utf::Utf16Be, u16::to_be_bytes)]
        {
            let utf16: Vec<u8> = first.encode_utf16().flat_map(bytes).collect();
            for (cut, n_nul) in (0..=utf16.len()).flat_map(|cut| (0..4).map(move |n| (cut, n))) {
                for between in [&between[..], &between[3..], b"[a[Ab \"[Cd \"\0[Ef \""] {
                    let (nul, cut) = (vec![0; n_nul], &utf16[..cut]);
                    let all = [cut, &nul, between, &nul, cut, between, &utf16, &nul].concat();
                    let read = |size| {
                        let mut text = Vec::new();
                        Transcoder::new(Slow(&all, size), utf).read_to_end(&mut text).unwrap();
                        text
                    };
                    let whole = read(1000);
                    assert!([1, 2, 3].into_iter().all(|size| read(size) == whole), "{all:?}");
                }
            }
        }
        let mut got = String::new();
        let bytes = b"*\0\n\0\0[Event \"x\"]";
        Transcoder::new(&bytes[..], Utf::Utf16Le).read_to_string(&mut got).unwrap();
        assert_eq!(got, "*\n\u{fffd}[Event \"x\"]");
    }

    #[test]
    fn halves_and_rests_are_replaced() {
        let mut got = String::new();
        let bytes = b"a\0\x00\xd8b\0\x00\xd8";
        Transcoder::new(&bytes[..], Utf::Utf16Le).read_to_string(&mut got).unwrap();
        assert_eq!(got, "a\u{fffd}b\u{fffd}");
        got.clear();
        Transcoder::new(&b"a\0b"[..], Utf::Utf16Le).read_to_string(&mut got).unwrap();
        assert_eq!(got, "a\u{fffd}");
    }
}
