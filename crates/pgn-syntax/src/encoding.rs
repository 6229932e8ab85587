//! The bytes of a string to text: decided for each tag value and comment by itself (TXT-03).

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// The 8-bit character set of strings that are not UTF-8.
///
/// ```
/// use pgn_syntax::Fallback;
///
/// let fallback = Fallback::find("windows-1252").unwrap();
/// assert_eq!(fallback.decode(b"M\xfcller"), "M\u{fc}ller");
/// assert_eq!(fallback.decode("M\u{fc}ller".as_bytes()), "M\u{fc}ller");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallback(&'static Encoding);

impl Default for Fallback {
    /// windows-1252: a superset of what the standard allows (TXT-03).
    fn default() -> Fallback {
        Fallback(WINDOWS_1252)
    }
}

impl Fallback {
    /// windows-1252.
    pub const WINDOWS_1252: Fallback = Fallback(WINDOWS_1252);

    /// The character set of a label of the WHATWG list: `windows-1251`, `koi8-r`, `ibm866`, `latin1` …
    #[must_use]
    pub fn find(label: &str) -> Option<Fallback> {
        let encoding = Encoding::for_label(label.trim().as_bytes())?;
        Some(Fallback(encoding))
    }

    /// Its name on the WHATWG list.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// `bytes` as text: UTF-8 if they are valid UTF-8, else by this character set.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.decode_without_bom_handling(bytes).0.into_owned()),
        }
    }

    /// UTF-8 text as it fits to `other`: in this set, if `other` is not UTF-8 and the set has all
    /// characters.
    #[must_use]
    pub fn fit(self, text: Vec<u8>, other: &[u8]) -> Vec<u8> {
        if text.is_ascii() || std::str::from_utf8(other).is_ok() || !self.0.is_single_byte() {
            return text;
        }
        let mut encoded = text.clone();
        if Charset::Single(self.0).encode(&mut encoded, 0) > 0 { text } else { encoded }
    }
}

/// A character set to write in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8.
    #[default]
    Utf8,
    /// ASCII.
    Ascii,
    /// A set of one byte a character.
    Single(&'static Encoding),
}

impl Charset {
    /// The character set of a label of the WHATWG list, or `ascii`.
    ///
    /// # Errors
    /// Why it is none to write PGN in.
    pub fn find(label: &str) -> Result<Charset, &'static str> {
        let label = label.trim();
        if ["ascii", "us-ascii"].iter().any(|name| name.eq_ignore_ascii_case(label)) {
            return Ok(Charset::Ascii);
        }
        match Encoding::for_label(label.as_bytes()) {
            None => Err("no character set of this name"),
            Some(encoding) if encoding == encoding_rs::UTF_8 => Ok(Charset::Utf8),
            Some(encoding) if encoding.is_single_byte() => Ok(Charset::Single(encoding)),
            // A second byte may be `}` or `"`: readers would see the end of a comment or string.
            Some(_) => Err("PGN is written in UTF-8, ASCII, or a set of one byte a character"),
        }
    }

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Ascii => "ASCII",
            Charset::Single(encoding) => encoding.name(),
        }
    }

    /// How strings in it are read; nothing for UTF-8 and ASCII.
    #[must_use]
    pub fn fallback(self) -> Option<Fallback> {
        match self {
            Charset::Utf8 | Charset::Ascii => None,
            Charset::Single(encoding) => Some(Fallback(encoding)),
        }
    }

    /// Whether it has a character.
    #[must_use]
    pub fn has(self, c: char) -> bool {
        match self {
            Charset::Utf8 => true,
            Charset::Ascii => c.is_ascii(),
            Charset::Single(encoding) => !encoding.encode(c.encode_utf8(&mut [0; 4])).2,
        }
    }

    /// Turns UTF-8 text from `from` on into this set: exactly one `?` for each character that it does
    /// not have (TXT-12). Gives their number.
    pub fn encode(self, bytes: &mut Vec<u8>, from: usize) -> u64 {
        if self == Charset::Utf8 || bytes[from..].is_ascii() {
            return 0;
        }
        let old = bytes.split_off(from);
        let mut n_replaced = 0;
        for c in String::from_utf8_lossy(&old).chars() {
            let mut utf8 = [0; 4];
            let text = &*c.encode_utf8(&mut utf8);
            match self {
                _ if c.is_ascii() => bytes.push(text.as_bytes()[0]),
                Charset::Single(encoding) if self.has(c) => {
                    bytes.extend_from_slice(&encoding.encode(text).0);
                }
                _ => {
                    bytes.push(b'?');
                    n_replaced += 1;
                }
            }
        }
        n_replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_for_each_character_that_is_not_there() {
        let encoded = |label: &str, text: &str| {
            let mut bytes = b"0".to_vec();
            bytes.extend_from_slice(text.as_bytes());
            let n = Charset::find(label).unwrap().encode(&mut bytes, 1);
            (bytes[1..].to_vec(), n)
        };
        assert_eq!(encoded("latin1", "Réti €"), (b"R\xE9ti \x80".to_vec(), 0));
        assert_eq!(encoded("windows-1251", "Таль é"), (b"\xD2\xE0\xEB\xFC ?".to_vec(), 1));
        assert_eq!(encoded("ascii", "Réti 🙂"), (b"R?ti ?".to_vec(), 2));
        assert_eq!(encoded("utf8", "Réti 🙂").1, 0);
        assert!(Charset::find("shift_jis").is_err() && Charset::find("nonsense").is_err());
    }

    #[test]
    fn strings_are_judged_one_by_one() {
        let fallback = Fallback::default();
        assert_eq!(fallback.decode("Réti".as_bytes()), "Réti");
        assert_eq!(fallback.decode(b"R\xE9ti \x93x\x94"), "Réti “x”");
        let cyrillic = Fallback::find("windows-1251").unwrap();
        assert_eq!(cyrillic.decode(b"\xD2\xE0\xEB\xFC"), "Таль");
        assert_eq!(Fallback::find("nonsense"), None);
    }
}
