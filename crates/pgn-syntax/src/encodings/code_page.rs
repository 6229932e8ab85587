//! Code pages of DOS and of the Macintosh, which the WHATWG encoding standard lacks (TXT-22). Each is a line of
//! `code_pages.tsv`: its name, and its 128 characters from 0x80 on; U+FFFD stands for a byte without one.

use std::sync::LazyLock;

/// A character set with one byte per character, whose first half is ASCII.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct CodePage {
    /// Its name.
    pub(crate) name: &'static str,
    /// The characters of the bytes from 0x80 on.
    high: Vec<char>,
}

static PAGES: LazyLock<Vec<CodePage>> = LazyLock::new(|| {
    let lines = include_str!("code_pages.tsv").lines();
    let pages = lines.filter_map(|line| line.split_once('\t'));
    pages.map(|(name, high)| CodePage { name, high: high.chars().collect() }).collect()
});

impl CodePage {
    /// Returns the page with a name such as `cp437`, `ibm437`, `437` or `x-mac-ce`; `None` if there is none.
    pub(crate) fn find(label: &str) -> Option<&'static CodePage> {
        let label = label.to_ascii_lowercase();
        let number = label.strip_prefix("cp").or_else(|| label.strip_prefix("ibm"));
        let number = number.unwrap_or(&label);
        PAGES.iter().find(|page| page.name == label || page.name.strip_prefix("cp") == Some(number))
    }

    /// Returns `bytes` as text. Each byte is one character.
    pub(crate) fn decode(&self, bytes: &[u8]) -> String {
        let char = |&byte: &u8| match byte {
            0..0x80 => char::from(byte),
            _ => self.high[usize::from(byte - 0x80)],
        };
        bytes.iter().map(char).collect()
    }

    /// Returns the byte of a character, or `None` if the page lacks it.
    pub(crate) fn encode(&self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return u8::try_from(c).ok();
        }
        let at =
            self.high.iter().position(|high| *high == c && c != char::REPLACEMENT_CHARACTER)?;
        u8::try_from(at + 0x80).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_a_character_of_its_own() {
        for page in PAGES.iter() {
            assert_eq!(page.high.len(), 128, "{}", page.name);
            for byte in 0..=255 {
                let text = page.decode(&[byte]);
                let back = text.chars().next().and_then(|c| page.encode(c));
                let expected = (text != "\u{FFFD}").then_some(byte);
                assert_eq!(back, expected, "{} {byte:02x}", page.name);
            }
        }
        assert_eq!(PAGES.len(), 23);
    }

    #[test]
    fn pages_are_those_of_unicode() {
        let decode = |label: &str, bytes: &[u8]| CodePage::find(label).unwrap().decode(bytes);
        assert_eq!(decode("cp437", b"\x80\x81\x84\xE1\x9B\xB0\xFE\xFF"), "Çüäß¢░■\u{a0}");
        assert_eq!(decode("cp737", b"\x80\x98\x99\xE0"), "Ααβω");
        assert_eq!(decode("cp775", b"\x83\xD0\xD1\xD4"), "āąčį");
        assert_eq!(decode("IBM850", b"\x80\x81\x84\xE1\x9B\xB5\xF0\xFE"), "Çüäßø\u{c1}\u{ad}■");
        assert_eq!(decode("852", b"\x80\x88\x9F\xAC\xE7\xFD"), "Çłč\u{10c}š\u{159}");
        assert_eq!(decode("cp855", b"\x90\xA0\xE1\xDD"), "љарП");
        assert_eq!(decode("cp857", b"\x8D\x98\x9F\xA7\xD5"), "ıİşğ\u{FFFD}");
        assert_eq!(decode("cp861", b"\x8B\x8C\x8D\x95"), "ÐðÞþ");
        assert_eq!(decode("cp862", b"\x80\x99"), "אש");
        assert_eq!(decode("ibm865", b"\x86\x9B\x9D\xAE\xAF"), "åøØ«¤");
        assert_eq!(decode("cp869", b"\xA4\xFA"), "Αω");
        assert_eq!(decode("cp1125", b"\x80\xF3\xF7"), "Аґі");
        assert_eq!(decode("kamenicky", b"\x87\xA9\x91"), "čřž");
        assert_eq!(decode("mazovia", b"\x86\x92\x9C\xA7"), "ąłŁż");
        assert_eq!(decode("cwi-2", b"\x93\x96"), "őű");
        assert_eq!(decode("x-mac-ce", b"\x8B\xE4\xF0"), "čšū");
        assert_eq!(decode("x-mac-turkish", b"\xDA\xDD\xDF"), "Ğış");
        assert_eq!(CodePage::find("cp866"), None);
        assert_eq!(CodePage::find("cp437").and_then(|page| page.encode('ł')), None);
    }
}
