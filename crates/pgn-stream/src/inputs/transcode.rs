//! Conversion of UTF-16 and UTF-32 to UTF-8 while they are read. Text in ASCII within UTF-16, as it is after `>>` of a
//! program that does not write UTF-16, stays as it is.

use std::io::{self, Read};

use memchr::memchr;
use pgn_syntax::BOM;

use crate::inputs::input::Utf;

/// Number of units of UTF-16 in a row that are two characters of ASCII each by which text in ASCII is recognized. In
/// Chinese text this happens by chance once in 10<sup>10</sup> characters.
const MIN_ASCII: usize = 24;

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

    /// Decodes UTF-16 and copies text in ASCII, and returns the number of bytes used. `high`: which byte of a unit, 0
    /// or 1, is 0 for Latin characters.
    fn decode_mixed(&mut self, unit: fn([u8; 2]) -> u16, high: usize) -> usize {
        let mut used = 0;
        loop {
            let rest = &self.raw[used..];
            if self.is_copying {
                // The first unit of UTF-16 after it has a NUL byte, as a line end or the bracket of a tag pair.
                let nul = memchr(0, rest);
                let n = match nul {
                    Some(at) => at.saturating_sub(high),
                    None if self.is_done => rest.len(),
                    None => rest.len().saturating_sub(1),
                };
                self.text.extend_from_slice(&rest[..n]);
                used += n;
                if nul.is_none() {
                    return used;
                }
                self.is_copying = false;
            } else {
                let (n, is_ascii) = utf16_length(rest, self.is_done);
                let is_last = self.is_done || is_ascii;
                used += decode16(&rest[..n], unit, is_last, &mut self.text);
                if !is_ascii {
                    return used;
                }
                self.is_copying = true;
            }
        }
    }
}

/// Returns the number of bytes of UTF-16 that `raw` begins with, and whether text in ASCII follows. Units at the end that
/// may begin text in ASCII wait for more bytes unless `is_last`.
fn utf16_length(raw: &[u8], is_last: bool) -> (usize, bool) {
    let (units, _) = raw.as_chunks::<2>();
    let is_ascii = |byte: &u8| matches!(byte, b' '..=b'~' | b'\n' | b'\r' | b'\t');
    let mut n_ascii = 0;
    for (n, unit) in units.iter().enumerate() {
        n_ascii = if unit.iter().all(is_ascii) { n_ascii + 1 } else { 0 };
        if n_ascii == MIN_ASCII {
            return (2 * (n + 1 - MIN_ASCII), true);
        }
    }
    (2 * (units.len() - if is_last { 0 } else { n_ascii }), false)
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
            // Odd and even lengths, and a letter beyond ASCII within the copied text.
            for letter in ["", "d", "\u{e9}"] {
                let between =
                    format!("[Event \"A game that another program has added\"]\n\n{letter} *\n\n");
                let all =
                    [&encode(first, bytes), between.as_bytes(), &encode(last, bytes)].concat();
                for size in [1, 2, 3, 7, 1000] {
                    let mut got = String::new();
                    Transcoder::new(Slow(&all, size), utf).read_to_string(&mut got).unwrap();
                    assert_eq!(got, format!("{first}{between}{last}"), "{utf:?} {size}");
                }
            }
        }
        // The first half of a character before it has no second half.
        let bytes = [b"a\0\x00\xd8".as_slice(), &[b'x'; 50]].concat();
        let mut got = String::new();
        Transcoder::new(&bytes[..], Utf::Utf16Le).read_to_string(&mut got).unwrap();
        assert_eq!(got, format!("a\u{fffd}{}", "x".repeat(50)));
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
