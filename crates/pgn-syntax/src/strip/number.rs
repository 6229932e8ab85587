//! Move numbers that are no longer needed once annotation is removed.

use crate::text::scan::{is_blank, is_white_space};

/// Returns the start and end of the move number in `gap` if it is white space around a number of Black, such
/// as `1...`.
pub(super) fn black_number(gap: &[u8]) -> Option<(usize, usize)> {
    let start = gap.iter().position(|b| !is_white_space(b))?;
    let end = gap.iter().rposition(|b| !is_white_space(b))? + 1;
    let number = &gap[start..end];
    let n_digits = number.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = &number[n_digits..];
    let is_black = dots.iter().all(|b| *b == b'.' || is_blank(b))
        && dots.iter().filter(|&&b| b == b'.').count() > 1;
    (n_digits > 0 && is_black).then_some((start, end))
}

/// Returns true if `text`, the text before a move, ends with the number of White's move that belongs to the
/// number `black` of Black's: `1.` and `1...`.
pub(super) fn is_number_of_white(text: &[u8], black: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let text = text.strip_suffix(b".").unwrap_or(text).trim_ascii_end();
    let n_digits = text.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let number = &text[text.len() - n_digits..];
    n_digits > 0
        && black.strip_prefix(number).and_then(<[u8]>::first).is_some_and(|b| !b.is_ascii_digit())
}
