//! Move numbers in other characters than ASCII digits and dots: `３．`, `3。`, `3°`, `③`.

use crate::{
    text::scan::{byte, char_at, is_token_end},
    tokens::{
        attempt::glued_move,
        word::{ellipsis_at, glued_sign, is_move_like, is_null_move, word_end},
    },
};

/// The maximum number of digits.
const MAX_DIGITS: usize = 4;

/// The signs of ordinal numbers.
const ORDINAL_SIGNS: [&str; 3] = ["°", "º", "ª"];

/// The maximum number of dots.
const MAX_DOTS: usize = 6;

/// A move number in other characters than ASCII digits and dots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct OtherNumber {
    pub(crate) value: u32,
    /// The number of dots that its signs stand for, at least one.
    pub(crate) n_dots: usize,
    pub(crate) end: usize,
    /// True if no move is glued to it.
    pub(crate) is_alone: bool,
    /// True if its last sign is also that of an ordinal number: `2º`.
    pub(crate) is_ordinal: bool,
}

/// Returns the move number at `at` if it has other characters than ASCII digits and dots, and if nothing is glued to it
/// but a move.
pub(crate) fn other_number_at(src: &[u8], at: usize) -> Option<OtherNumber> {
    let (mut value, mut n_digits, mut end) = (0, 0, at);
    while n_digits < MAX_DIGITS
        && end < src.len()
        && let (code, len) = char_at(src, end)
        && let Some(digit) = digit(code)
    {
        (value, n_digits, end) = (value * 10 + digit, n_digits + 1, end + len);
    }
    let mut n_dots = 0;
    if n_digits == 0 && end < src.len() {
        let (code, len) = char_at(src, end);
        (value, n_dots, end) = (enclosed_number(code)?, 1, end + len);
    }
    let signs = end;
    let mut is_other = !src[at..end].is_ascii();
    while n_dots < MAX_DOTS
        && let Some((n, len)) = dots_at(src, end)
    {
        // An ellipsis after ASCII digits is read as dots elsewhere.
        is_other |= src[end] >= 0x80 && n == 1;
        // The circle of a number stands for a dot itself, and may have one.
        n_dots = if end == signs { n } else { n_dots + n };
        end += len;
    }
    if value == 0 || n_dots == 0 || !is_other {
        return None;
    }
    let text_end = word_end(src, end);
    let rest = &src[end..text_end];
    let is_alone = is_token_end(src, end);
    let is_move = || {
        is_move_like(rest)
            || is_null_move(rest)
            || glued_sign(rest).is_some()
            || glued_move(src, end, text_end, None).is_some()
    };
    let is_ordinal = ORDINAL_SIGNS.iter().any(|sign| src[at..end].ends_with(sign.as_bytes()));
    (is_alone || is_move()).then_some(OtherNumber { value, n_dots, end, is_alone, is_ordinal })
}

/// Returns a move number in ASCII, with its dots, if it has other characters.
///
/// ```
/// use pgn_syntax::other_number::ascii_number;
///
/// assert_eq!(ascii_number("３．".as_bytes()).as_deref(), Some("3."));
/// assert_eq!(ascii_number("③".as_bytes()).as_deref(), Some("3."));
/// assert_eq!(ascii_number(b"3."), None);
/// ```
#[must_use]
pub fn ascii_number(text: &[u8]) -> Option<String> {
    let OtherNumber { value, n_dots, .. } = other_number_at(text, 0)?;
    Some(format!("{value}{}", ".".repeat(n_dots)))
}

/// Returns the number of dots that the sign at `at` stands for, and its length.
fn dots_at(src: &[u8], at: usize) -> Option<(usize, usize)> {
    if byte(src, at) == b'.' {
        return Some((1, 1));
    }
    if let Some(len) = ellipsis_at(src, at) {
        return Some((3, len));
    }
    // Past the end of the text is a line end.
    if byte(src, at) < 0x80 {
        return None;
    }
    let (code, len) = char_at(src, at);
    // The full stops and commas of other scripts, dots in the middle of a line, and the signs of ordinal numbers.
    const SIGNS: &str = "．。｡、､․·•∙⋅・･°ºª";
    SIGNS.contains(char::from_u32(code)?).then_some((1, len))
}

/// Returns the value of a decimal digit, in ASCII or another script.
fn digit(code: u32) -> Option<u32> {
    /// The digits zero: ASCII, Arabic, Persian, Devanagari, Bengali, Thai, and in full width.
    const ZEROS: [u32; 7] = [0x30, 0x660, 0x6F0, 0x966, 0x9E6, 0xE50, 0xFF10];
    let of_zero = |zero: &u32| code.checked_sub(*zero).filter(|digit| *digit < 10);
    ZEROS.iter().find_map(of_zero)
}

/// Returns the value of a number that is one character: in a circle, in parentheses, or with a full stop.
fn enclosed_number(code: u32) -> Option<u32> {
    let (first, one) = match code {
        0x2460..=0x2473 => (1, 0x2460),
        0x2474..=0x2487 => (1, 0x2474),
        0x2488..=0x249B => (1, 0x2488),
        0x2776..=0x277F => (1, 0x2776),
        0x2780..=0x2789 => (1, 0x2780),
        0x278A..=0x2793 => (1, 0x278A),
        0x24EB..=0x24F4 => (11, 0x24EB),
        0x3251..=0x325F => (21, 0x3251),
        0x32B1..=0x32BF => (36, 0x32B1),
        _ => return None,
    };
    Some(code - one + first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expect: Option<(u32, usize, &str)>) {
        let found = other_number_at(text.as_bytes(), 0);
        let found = found.map(|it| (it.value, it.n_dots, &text[it.end..]));
        assert_eq!(found, expect, "{text}");
    }

    #[test]
    fn finds_move_numbers() {
        for text in ["3．e4", "3。e4", "3、e4", "3､e4", "3·e4", "3°e4", "3ºe4", "③e4", "⒊e4", "⑶e4"]
        {
            check(text, Some((3, 1, "e4")));
        }
        check("３．Nf3 Nc6", Some((3, 1, "Nf3 Nc6")));
        check("１２．．．ｅ５", Some((12, 3, "ｅ５")));
        check("３.Кf3", Some((3, 1, "Кf3")));
        check("３…e5", Some((3, 3, "e5")));
        check("٣. e4", Some((3, 1, " e4")));
        check("1º", Some((1, 1, "")));
        check("③．O-O-O", Some((3, 1, "O-O-O")));
        check("3．e4±", Some((3, 1, "e4±")));
        for text in
            ["3. e4", "3e4", "3…e4", "３ｅ４", "3°C", "3．5", "0．5", "・e4", "½", "20℃", "１－０"]
        {
            check(text, None);
        }
        assert_eq!(other_number_at(b"3\xB0e4 *", 0).map(|it| it.end), Some(2));
    }
}
