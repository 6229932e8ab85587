//! Character sets of strings: each tag value and comment is decoded by itself (TXT-03).

use std::borrow::Cow;

use encoding_rs::{Encoding, WINDOWS_1252, WINDOWS_1258};

use crate::encodings::{charset_labels, code_page::CodePage, vietnamese};

/// The character set for strings that are not UTF-8.
///
/// ```
/// use pgn_syntax::Fallback;
///
/// let fallback = Fallback::find("windows-1252").unwrap();
/// assert_eq!(fallback.decode(b"M\xfcller"), "M\u{fc}ller");
/// assert_eq!(fallback.decode("M\u{fc}ller".as_bytes()), "M\u{fc}ller");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fallback(Set);

/// A character set: one of the WHATWG encoding standard, or a code page that it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    Whatwg(&'static Encoding),
    Page(&'static CodePage),
}

impl Set {
    fn find(label: &str) -> Option<Set> {
        let known = |label: &str| {
            let page = || CodePage::find(label).map(Set::Page);
            let whatwg = Encoding::for_label(label.as_bytes()).filter(|set| decodes_strings(set));
            whatwg.map(Set::Whatwg).or_else(page)
        };
        let label = label.trim();
        known(label).or_else(|| known(charset_labels::name_of(label)?))
    }

    fn name(self) -> &'static str {
        match self {
            Set::Whatwg(encoding) => encoding.name(),
            Set::Page(page) => page.name,
        }
    }

    fn is_single_byte(self) -> bool {
        match self {
            Set::Whatwg(encoding) => encoding.is_single_byte(),
            Set::Page(_) => true,
        }
    }

    fn decode(self, bytes: &[u8]) -> String {
        let encoding = match self {
            Set::Whatwg(encoding) => encoding,
            Set::Page(page) => return page.decode(bytes),
        };
        let text = encoding.decode_without_bom_handling(bytes).0;
        if encoding == WINDOWS_1258 {
            return vietnamese::compose(&visible(text));
        }
        visible(text)
    }

    /// Returns the byte of a character in a set of one byte per character, and the byte of its tone if windows-1258 has
    /// only the letter and the tone; `None` if the set lacks the character.
    fn encode(self, c: char) -> Option<(u8, Option<u8>)> {
        let encoding = match self {
            Set::Whatwg(encoding) => encoding,
            Set::Page(page) => return Some((page.encode(c)?, None)),
        };
        let byte_of = |c: char| {
            let mut utf8 = [0; 4];
            let (bytes, _, is_unmapped) = encoding.encode(c.encode_utf8(&mut utf8));
            let is_c1 = matches!(c, '\u{80}'..='\u{9f}');
            bytes.first().copied().filter(|_| !is_unmapped && !is_c1)
        };
        if let Some(byte) = byte_of(c) {
            return Some((byte, None));
        }
        let (letter, tone) = vietnamese::letter_and_tone(c).filter(|_| encoding == WINDOWS_1258)?;
        Some((byte_of(letter)?, Some(byte_of(tone)?)))
    }
}

/// Returns the text with U+FFFD in place of control characters from 128 to 159, to which WHATWG decodes bytes without
/// a character in the set (TXT-07).
fn visible(text: Cow<'_, str>) -> String {
    let is_c1 = |c: char| matches!(c, '\u{80}'..='\u{9f}');
    if text.contains(is_c1) { text.replace(is_c1, "\u{FFFD}") } else { text.into_owned() }
}

/// Returns true if strings of PGN can be in this set: its first half is ASCII.
fn decodes_strings(set: &'static Encoding) -> bool {
    set.is_ascii_compatible() && set != encoding_rs::X_USER_DEFINED
}

/// Decodes bytes as UTF-8, or as one character per byte if they are not UTF-8.
///
/// ```
/// assert_eq!(pgn_syntax::encoding::utf8_or_latin1(b"R\xE9ti"), "Réti");
/// ```
#[must_use]
pub fn utf8_or_latin1(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// Returns the text with each letter and its combining marks as one character, if Unicode has it.
///
/// ```
/// assert_eq!(pgn_syntax::encoding::composed("Mu\u{308}ller"), "M\u{fc}ller");
/// ```
#[must_use]
pub fn composed(text: &str) -> Cow<'_, str> {
    match text.contains(|c| matches!(c, '\u{300}'..='\u{36F}')) {
        true => Cow::Owned(vietnamese::compose(text)),
        false => Cow::Borrowed(text),
    }
}

/// Returns true if `label` stands for UTF-16, which only whole files can be in, not single strings.
#[must_use]
pub fn is_utf16(label: &str) -> bool {
    let set = Encoding::for_label(label.trim().as_bytes());
    set.is_some_and(|set| set == encoding_rs::UTF_16LE || set == encoding_rs::UTF_16BE)
}

impl Default for Fallback {
    /// Returns windows-1252, a superset of what the standard allows (TXT-03).
    fn default() -> Fallback {
        Fallback::WINDOWS_1252
    }
}

impl Fallback {
    /// The default, windows-1252.
    pub const WINDOWS_1252: Fallback = Fallback(Set::Whatwg(WINDOWS_1252));

    /// Returns the character set with a label of the WHATWG encoding standard, such as `windows-1251`,
    /// `koi8-r`, `ibm866`, `latin1` or `mac`, or a code page of DOS or the Macintosh such as `cp850` and `x-mac-ce`;
    /// `None` if there is none.
    #[must_use]
    pub fn find(label: &str) -> Option<Fallback> {
        Set::find(label).map(Fallback)
    }

    /// Returns the names of all sets, for messages; each has further labels.
    #[must_use]
    pub fn names() -> &'static [&'static str] {
        charset_labels::ALL
    }

    /// Returns the name of the character set.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name()
    }

    /// Returns true if each character is one byte.
    pub(crate) fn is_single_byte(self) -> bool {
        self.0.is_single_byte()
    }

    /// Returns `bytes` as text: decoded as UTF-8 if they are valid UTF-8, else with this character set.
    #[must_use]
    pub fn decode(self, bytes: &[u8]) -> Cow<'_, str> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.decode(bytes)),
        }
    }

    /// Returns the offsets of bytes that this set has no character for, so that they are decoded to U+FFFD. For a set
    /// of several bytes per character, returns only the offset 0 if there are any. Valid UTF-8 has none.
    ///
    /// ```
    /// use pgn_syntax::Fallback;
    ///
    /// assert_eq!(Fallback::WINDOWS_1252.undecodable(b"M\x81ller"), [1]);
    /// assert!(Fallback::find("cp850").unwrap().undecodable(b"M\x81ller").is_empty());
    /// ```
    #[must_use]
    pub fn undecodable(self, bytes: &[u8]) -> Vec<usize> {
        let is_missing = |bytes: &[u8]| self.0.decode(bytes).contains('\u{FFFD}');
        if std::str::from_utf8(bytes).is_ok() || !is_missing(bytes) {
            return Vec::new();
        }
        if !self.is_single_byte() {
            return vec![0];
        }
        let high = bytes.iter().enumerate().filter(|(_, byte)| !byte.is_ascii());
        high.filter(|(_, byte)| is_missing(&[**byte])).map(|(at, _)| at).collect()
    }

    /// Returns UTF-8 `text` in the encoding of `other`: in this character set if `other` is not UTF-8 and the
    /// set has all characters, else unchanged.
    #[must_use]
    pub fn fit(self, text: Vec<u8>, other: &[u8]) -> Vec<u8> {
        if text.is_ascii() || std::str::from_utf8(other).is_ok() || !self.0.is_single_byte() {
            return text;
        }
        let mut encoded = text.clone();
        if Charset::Single(self).encode(&mut encoded, 0) > 0 { text } else { encoded }
    }
}

/// A character set for output.
///
/// ```
/// use pgn_syntax::encoding::Charset;
///
/// let latin1 = Charset::find("latin1").unwrap();
/// let mut text = "Réti – Ståhlberg, Łódź".as_bytes().to_vec();
/// assert_eq!(latin1.encode(&mut text, 0), 2);
/// assert_eq!(text, b"R\xE9ti \x96 St\xE5hlberg, ?\xF3d?");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// UTF-8.
    #[default]
    Utf8,
    /// ASCII.
    Ascii,
    /// A character set with one byte per character. The field is its decoder.
    Single(Fallback),
}

impl Charset {
    /// Returns the character set with a label that [`Fallback::find`] accepts, or `ascii`.
    ///
    /// # Errors
    /// Returns the reason if the label is unknown or PGN cannot be written in the set.
    pub fn find(label: &str) -> Result<Charset, &'static str> {
        let label = label.trim();
        if ["ascii", "us-ascii"].iter().any(|name| name.eq_ignore_ascii_case(label)) {
            return Ok(Charset::Ascii);
        }
        match Set::find(label) {
            None => Err("unknown character set"),
            Some(set) if set == Set::Whatwg(encoding_rs::UTF_8) => Ok(Charset::Utf8),
            Some(set) if set.is_single_byte() => Ok(Charset::Single(Fallback(set))),
            // A second byte may be `}` or `"`, which readers would take for the end of a comment or string.
            Some(_) => Err(
                "PGN can be written in UTF-8, ASCII, or a character set of one byte per character",
            ),
        }
    }

    /// Returns the name of the character set.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Charset::Utf8 => "UTF-8",
            Charset::Ascii => "ASCII",
            Charset::Single(set) => set.name(),
        }
    }

    /// Returns the fallback that decodes strings of this set, or `None` for UTF-8 and ASCII.
    #[must_use]
    pub fn fallback(self) -> Option<Fallback> {
        match self {
            Charset::Utf8 | Charset::Ascii => None,
            Charset::Single(set) => Some(set),
        }
    }

    /// Returns true if the set has the character `c`.
    #[must_use]
    pub fn has(self, c: char) -> bool {
        match self {
            Charset::Utf8 => true,
            Charset::Ascii => c.is_ascii(),
            Charset::Single(set) => set.0.encode(c).is_some(),
        }
    }

    /// Returns the text with those letters and combining marks as one character which the set has, as sets of one byte have
    /// no marks alone.
    fn with_marks(self, text: &str) -> Cow<'_, str> {
        let is_mark = |c: char| matches!(c, '\u{300}'..='\u{36F}');
        if !text.contains(is_mark) {
            return Cow::Borrowed(text);
        }
        let (mut all, mut rest) = (String::new(), text);
        while let Some(first) = rest.chars().next() {
            let after = &rest[first.len_utf8()..];
            let n_marks = after.find(|c| !is_mark(c)).unwrap_or(after.len());
            let (letter, others) = rest.split_at(first.len_utf8() + n_marks);
            let joined = composed(letter);
            all.push_str(if joined.chars().all(|c| self.has(c)) { &joined } else { letter });
            rest = others;
        }
        Cow::Owned(all)
    }

    /// Converts the UTF-8 text from the offset `from` on into this set.
    ///
    /// Each character that the set does not have becomes one `?` (TXT-12), or a blank if it is white space, such as the
    /// no-break space. A letter and its combining marks are one character if the set has it. Returns the number of `?`.
    pub fn encode(self, bytes: &mut Vec<u8>, from: usize) -> u64 {
        if self == Charset::Utf8 || bytes[from..].is_ascii() {
            return 0;
        }
        let old = bytes.split_off(from);
        let mut n_replaced = 0;
        let text = String::from_utf8_lossy(&old);
        for c in self.with_marks(&text).chars() {
            let encoded = match self {
                _ if c.is_ascii() => u8::try_from(c).ok().map(|byte| (byte, None)),
                Charset::Single(set) => set.0.encode(c),
                Charset::Utf8 | Charset::Ascii => None,
            };
            let is_white = c.is_whitespace();
            n_replaced += u64::from(encoded.is_none() && !is_white);
            let (byte, tone) = encoded.unwrap_or((if is_white { b' ' } else { b'?' }, None));
            bytes.push(byte);
            bytes.extend(tone);
        }
        n_replaced
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodes_missing_characters_as_question_marks() {
        let encoded = |label: &str, text: &str| {
            let mut bytes = b"0".to_vec();
            bytes.extend_from_slice(text.as_bytes());
            let n = Charset::find(label).unwrap().encode(&mut bytes, 1);
            (bytes[1..].to_vec(), n)
        };
        assert_eq!(encoded("ascii", "a\u{A0}b–"), (b"a b?".to_vec(), 1));
        assert_eq!(encoded("latin1", "Réti €"), (b"R\xE9ti \x80".to_vec(), 0));
        assert_eq!(encoded("windows-1251", "Таль é"), (b"\xD2\xE0\xEB\xFC ?".to_vec(), 1));
        assert_eq!(encoded("cp852", "Čigorin Ł ø"), (b"\xACigorin \x9D ?".to_vec(), 1));
        assert_eq!(encoded("latin1", "Mu\u{308}ller, c\u{30c}"), (b"M\xFCller, c?".to_vec(), 1));
        assert_eq!(encoded("ascii", "Réti 🙂"), (b"R?ti ?".to_vec(), 2));
        assert_eq!(encoded("utf8", "Réti 🙂").1, 0);
        assert!(Charset::find("shift_jis").is_err() && Charset::find("nonsense").is_err());
    }

    /// Bytes that are no character of a set stay visible, in every set.
    #[test]
    fn no_byte_becomes_a_control_character() {
        for name in Fallback::names() {
            let set = Fallback::find(name).unwrap();
            for byte in 0x80..=0xFF {
                let text = set.0.decode(&[b'a', byte, b'a']);
                assert!(!text.chars().any(char::is_control), "{name}: {byte:#x}: {text:?}");
            }
        }
        assert_eq!(Fallback::default().decode(b"M\x81ller"), "M\u{FFFD}ller");
        assert!(!Charset::find("latin1").unwrap().has('\u{81}'));
    }

    #[test]
    fn vietnamese_letters_are_composed_and_parted() {
        let set = Fallback::find("windows-1258").unwrap();
        let bytes = b"Nguy\xEA\xDEn Ng\xF4\xF2c Tr\xFD\xF5\xCCng S\xF5n, Quang Li\xEAm";
        assert_eq!(set.decode(bytes), "Nguyễn Ngộc Trường Sơn, Quang Liêm");
        let mut text = "Nguyễn Ngộc Trường Sơn, Quang Liêm".as_bytes().to_vec();
        assert_eq!(Charset::Single(set).encode(&mut text, 0), 0);
        assert_eq!(text, bytes);
        assert!(Charset::Single(set).has('ệ') && !Charset::Single(set).has('ł'));
    }

    #[test]
    fn decodes_each_string_by_itself() {
        let fallback = Fallback::default();
        assert_eq!(fallback.decode("Réti".as_bytes()), "Réti");
        assert_eq!(fallback.decode(b"R\xE9ti \x93x\x94"), "Réti “x”");
        let cyrillic = Fallback::find("windows-1251").unwrap();
        assert_eq!(cyrillic.decode(b"\xD2\xE0\xEB\xFC"), "Таль");
        let dos = Fallback::find(" CP437 ").unwrap();
        assert_eq!((dos.decode(b"M\x81ller").as_ref(), dos.name()), ("Müller", "cp437"));
        assert_eq!(Fallback::find("nonsense"), None);
        for label in ["utf-16", "utf-16be", "iso-2022-jp", "replacement", "x-user-defined"] {
            assert_eq!(Fallback::find(label), None, "{label}");
        }
        assert!(is_utf16(" UTF-16 ") && !is_utf16("utf-8"));
        for name in Fallback::names() {
            assert!(Fallback::find(name).is_some(), "{name}");
        }
    }
}
