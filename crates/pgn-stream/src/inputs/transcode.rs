//! Conversion of UTF-16 and UTF-32 to UTF-8 while they are read.

use std::io::{self, Read};

use pgn_syntax::BOM;

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
    is_begun: bool,
    is_done: bool,
}

impl<R: Read> Transcoder<R> {
    pub(crate) fn new(inner: R, utf: Utf) -> Transcoder<R> {
        let (raw, text) = (Vec::new(), Vec::new());
        Transcoder { inner, utf, raw, text, given: 0, is_begun: false, is_done: false }
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
            Utf::Utf16Le => decode16(&self.raw, u16::from_le_bytes, self.is_done, &mut self.text),
            Utf::Utf16Be => decode16(&self.raw, u16::from_be_bytes, self.is_done, &mut self.text),
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
