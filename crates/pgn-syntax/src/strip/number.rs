//! Numbers of moves, as far as taking annotation out makes them needless.

use crate::scan::{is_blank, is_white};

/// Returns where the number is, if `gap` is white space around the number of a move of Black's: `1...`.
pub(super) fn black_number(gap: &[u8]) -> Option<(usize, usize)> {
    let start = gap.iter().position(|&b| !is_white(b))?;
    let end = gap.iter().rposition(|&b| !is_white(b))? + 1;
    let number = &gap[start..end];
    let n_digits = number.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = &number[n_digits..];
    let is_black = dots.iter().all(|&b| b == b'.' || is_blank(b))
        && dots.iter().filter(|&&b| b == b'.').count() > 1;
    (n_digits > 0 && is_black).then_some((start, end))
}

/// True if `lead`, the text before a move, ends with the number of White's move to which `black` is the number
/// of Black's: `1.` to `1...`.
pub(super) fn is_number_of_white(lead: &[u8], black: &[u8]) -> bool {
    let lead = lead.trim_ascii_end();
    let lead = lead.strip_suffix(b".").unwrap_or(lead).trim_ascii_end();
    let n_digits = lead.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let number = &lead[lead.len() - n_digits..];
    n_digits > 0
        && black.strip_prefix(number).and_then(<[u8]>::first).is_some_and(|b| !b.is_ascii_digit())
}
