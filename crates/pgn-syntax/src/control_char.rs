//! Control characters (section 4.1 of the standard), found quickly in texts that have none.

use wide::u8x16;

use crate::{
    scan::control_at,
    simd::{at_most, equal, load},
};

/// The first byte of the UTF-8 of characters from 128 to 159, and of some others.
const C1_LEAD: u8 = 0xC2;

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

/// Returns true if `text` has a byte that a control character can begin with, so that it may hold one.
///
/// ```
/// use pgn_syntax::control_char::may_be_in;
///
/// assert!(may_be_in(b"1. e4 {\x01}"));
/// assert!(!may_be_in(b"1. e4 {a}\r\n"));
/// ```
#[must_use]
pub fn may_be_in(text: &[u8]) -> bool {
    let marks = |bytes: u8x16| {
        let others = equal(bytes, 0x0C) | equal(bytes, 0x7F) | equal(bytes, C1_LEAD);
        at_most(bytes, 0x08) | at_most(bytes - u8x16::splat(0x0E), 0x1F - 0x0E) | others
    };
    let are_in = |at| match (load(text, at), load(text, at + 16)) {
        (Some(first), Some(second)) => (marks(first) | marks(second)).any(),
        _ => (at..text.len()).any(|at| text[at] == C1_LEAD || length(&text[at..]).is_some()),
    };
    // The last window overlaps the one before it.
    let last = text.len().saturating_sub(32);
    (0..last).step_by(32).any(&are_in) || are_in(last)
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
    fn each_byte_is_found_at_each_place() {
        for byte in 0..=255 {
            let expect = byte == C1_LEAD || length(&[byte]).is_some();
            for len in 1..40 {
                for at in 0..len {
                    let mut text = vec![b'a'; len];
                    text[at] = byte;
                    assert_eq!(may_be_in(&text), expect, "{byte:#x} at {at} of {len}");
                }
            }
        }
        assert!(!may_be_in(b""));
    }

    #[test]
    fn white_space_is_none() {
        for text in ["\t", "\n", "\u{B}", "\r", " ", "é", "\u{A0}", ""] {
            assert_eq!(length(text.as_bytes()), None, "{text:?}");
        }
    }
}
