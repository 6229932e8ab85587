//! Control characters (section 4.1 of the standard), found quickly in texts that have none.

use wide::u8x16;

use crate::text::{
    scan::control_at,
    simd::{at_most, equal, load},
};

/// The first byte of the UTF-8 of characters from 128 to 159, and of some others.
const C1_LEAD: u8 = 0xC2;

/// Returns true if `text` is ASCII without control characters other than LF and CR, as most games are. The answer is
/// found in one fast pass.
///
/// ```
/// use pgn_syntax::control_char::is_printable_ascii;
///
/// assert!(is_printable_ascii(b"1. e4 {a}\r\n"));
/// assert!(!is_printable_ascii(b"1. e4\t*"));
/// assert!(!is_printable_ascii("1. e4 {\u{e9}}".as_bytes()));
/// ```
#[must_use]
pub fn is_printable_ascii(text: &[u8]) -> bool {
    let marks = |bytes: u8x16| {
        let is_printable = at_most(bytes - u8x16::splat(b' '), b'~' - b' ');
        is_printable | equal(bytes, b'\n') | equal(bytes, b'\r')
    };
    let are_all = |at| match (load(text, at), load(text, at + 16)) {
        (Some(first), Some(second)) => (marks(first) & marks(second)).all(),
        _ => text[at..].iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\r')),
    };
    // The last window overlaps the one before it.
    let last = text.len().saturating_sub(32);
    let mut at = 0;
    while at < last {
        if !are_all(at) {
            return false;
        }
        at += 32;
    }
    are_all(last)
}

/// Returns the length of the control character that `text` begins with: one below 32 that is not white space, DEL, or
/// one from 128 to 159 in UTF-8.
///
/// ```
/// use pgn_syntax::control_char::length;
///
/// assert_eq!(length(b"\x7Fe4"), Some(1));
/// assert_eq!(length("\u{85}e4".as_bytes()), Some(2));
/// assert_eq!(length(b"\te4"), None);
/// ```
#[must_use]
pub fn length(text: &[u8]) -> Option<usize> {
    if matches!(text.first(), None | Some(b'\t' | b'\n' | 0x0B | b'\r')) {
        return None;
    }
    control_at(text, 0)
}

/// Returns what is written for the control character from 128 to 159 that `text` begins with; `None` if it begins with
/// none. Most are bytes of another character set that were taken for Latin-1: U+FFFD shows that a character is missing
/// (TXT-07). The line end U+0085 is a blank.
pub(crate) fn c1(text: &[u8]) -> Option<&'static str> {
    match text {
        [C1_LEAD, 0x85, ..] => Some(" "),
        [C1_LEAD, 0x80..=0x9F, ..] => Some("\u{FFFD}"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_are_found_at_each_place() {
        for byte in 0..=255_u8 {
            let expect = byte == b'\n' || byte == b'\r' || (b' '..=b'~').contains(&byte);
            for len in 1..100 {
                for at in 0..len {
                    let mut text = vec![b'a'; len];
                    text[at] = byte;
                    assert_eq!(is_printable_ascii(&text), expect, "{byte:#x} at {at} of {len}");
                }
            }
        }
        assert!(is_printable_ascii(b""));
    }

    #[test]
    fn white_space_is_none() {
        for text in ["\t", "\n", "\u{B}", "\r", " ", "é", "\u{A0}", ""] {
            assert_eq!(length(text.as_bytes()), None, "{text:?}");
        }
    }
}
