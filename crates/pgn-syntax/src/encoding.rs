//! The bytes of a string to text: decided for each tag value and comment by itself (product.md P8).

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252};

/// The 8-bit character set of strings that are not UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallback(&'static Encoding);

impl Default for Fallback {
    /// windows-1252: a superset of what the standard allows (TXT-03).
    fn default() -> Fallback {
        Fallback(WINDOWS_1252)
    }
}

impl Fallback {
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
}

#[cfg(test)]
mod tests {
    use super::*;

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
