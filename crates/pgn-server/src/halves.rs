//! Halves of surrogate pairs, which an editor sends when an edit divides a character beyond U+FFFF.
//!
//! A half is no character of Unicode. In JSON it is an escape, in the text of a change a character of private use, and
//! in a document three bytes, as in WTF-8: one code unit, as in the editor.

use std::ops::RangeInclusive;

/// Offset from the halves, U+D800 to U+DFFF, to the characters that mark them: the last ones of private use.
const TO_MARK: u32 = 0x10_F800 - 0xD800;

const HALVES: RangeInclusive<u32> = 0xD800..=0xDFFF;

/// Replaces each escape of a lone half in `json`, which `serde_json` refuses: by the character that marks it, or by the
/// escape of U+FFFD. Returns true if there are any. The length stays: blanks are added at the end.
pub(crate) fn replace_escapes(json: &mut Vec<u8>, marks: bool) -> bool {
    let half = |text: &[u8]| {
        let digits = std::str::from_utf8(text.strip_prefix(b"\\u")?.get(..4)?).ok()?;
        u32::from_str_radix(digits, 16).ok().filter(|code| HALVES.contains(code))
    };
    let mut replaced = Vec::new();
    let (mut at, mut copied) = (0, 0);
    while let Some(n) = memchr::memchr(b'\\', &json[at..]) {
        at += n;
        let (first, second) = (half(&json[at..]), json.get(at + 6..).and_then(half));
        at += match first {
            // High, then low.
            Some(..0xDC00) if second.is_some_and(|code| code >= 0xDC00) => 12,
            Some(code) => {
                replaced.extend_from_slice(&json[copied..at]);
                match char::from_u32(code + TO_MARK).filter(|_| marks) {
                    Some(mark) => replaced.extend_from_slice(mark.to_string().as_bytes()),
                    None => replaced.extend_from_slice(b"\\ufffd"),
                }
                copied = at + 6;
                6
            }
            None => 2,
        };
        at = at.min(json.len());
    }
    if copied == 0 {
        return false;
    }
    replaced.extend_from_slice(&json[copied..]);
    replaced.resize(json.len(), b' ');
    *json = replaced;
    true
}

/// Returns a text in which characters mark halves, with three bytes for each half.
pub(crate) fn unmarked(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for c in text.chars() {
        match (c as u32).checked_sub(TO_MARK).filter(|code| HALVES.contains(code)) {
            Some(code) => bytes.extend(bytes_of(code)),
            None => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes
}

/// Returns the halves of the character with which a text begins; `None` if it has none.
pub(crate) fn split(text: &[u8]) -> Option<[u8; 6]> {
    let c = std::str::from_utf8(text.get(..4)?).ok()?.chars().next()?;
    let mut units = [0; 2];
    let [high, low] = c.encode_utf16(&mut units) else { return None };
    let ([a, b, c], [d, e, f]) = (bytes_of(u32::from(*high)), bytes_of(u32::from(*low)));
    Some([a, b, c, d, e, f])
}

/// Joins two halves of one character in `text` that meet at the offset `at`. Returns true if there are such.
pub(crate) fn join(text: &mut Vec<u8>, at: usize) -> bool {
    let unit = |text: Option<&[u8]>| match text {
        Some([0xED, b @ 0xA0..=0xBF, c]) => {
            Some(0xD000 | u16::from(b & 0x3F) << 6 | u16::from(c & 0x3F))
        }
        _ => None,
    };
    let Some(start) = at.checked_sub(3) else { return false };
    let (Some(high), Some(low)) = (unit(text.get(start..at)), unit(text.get(at..at + 3))) else {
        return false;
    };
    let Some(Ok(c)) = char::decode_utf16([high, low]).next() else { return false };
    text.splice(start..at + 3, c.to_string().into_bytes());
    true
}

/// Returns the three bytes of a code from U+0800 to U+FFFF, as UTF-8 has them.
fn bytes_of(code: u32) -> [u8; 3] {
    let byte = |mark: u32, shift: u32, mask: u32| (mark | (code >> shift) & mask).to_le_bytes()[0];
    [byte(0xE0, 12, 0xF), byte(0x80, 6, 0x3F), byte(0x80, 0, 0x3F)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_of_halves_are_replaced() {
        for (json, expected) in [
            (r#""\ud83d\ude00""#, r#""\ud83d\ude00""#),
            (r#""\ud83d""#, r#""\ufffd""#),
            (r#""\uDE00\ud83d\n""#, r#""\ufffd\ufffd\n""#),
            (r#""\ud83d\ud83d\ude00""#, r#""\ufffd\ud83d\ude00""#),
            (r#""\\ud83d \u00e9 \""#, r#""\\ud83d \u00e9 \""#),
            (r#""\ud8"#, r#""\ud8"#),
            (r#""\"#, r#""\"#),
        ] {
            let mut found = json.as_bytes().to_vec();
            assert_eq!(replace_escapes(&mut found, false), json != expected);
            assert_eq!(String::from_utf8_lossy(&found), expected);
        }
        let mut found = br#""a\ude01b""#.to_vec();
        assert!(replace_escapes(&mut found, true));
        assert_eq!(found.len(), 10);
        let text: String = serde_json::from_slice(&found).unwrap();
        assert_eq!(unmarked(&text), b"a\xED\xB8\x81b");
    }

    #[test]
    fn characters_are_split_and_joined() {
        assert_eq!(split("é😀".as_bytes()), None);
        assert_eq!(split(b"abcd"), None);
        let mut text = split("😀a".as_bytes()).unwrap().to_vec();
        assert_eq!(text, b"\xED\xA0\xBD\xED\xB8\x80");
        assert!(!join(&mut text, 0) && !join(&mut text, 6) && join(&mut text, 3));
        assert_eq!(text, "😀".as_bytes());
        assert!(!join(&mut text, 3));
    }
}
