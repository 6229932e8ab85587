//! Numbers of decimal digits in texts.

/// Returns the value of a text that has only digits, one to `max_digits` (at most 19) of them.
#[inline]
pub(crate) fn number(text: &[u8], max_digits: usize) -> Option<u64> {
    let is_number = (1..=max_digits).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    is_number.then(|| text.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')))
}

/// Returns the sign that a text begins with, 1 or -1, or `None` if it has none; and the text after it.
pub(crate) fn signed(text: &[u8]) -> (Option<i64>, &[u8]) {
    match text {
        [b'-', rest @ ..] => (Some(-1), rest),
        [b'+', rest @ ..] => (Some(1), rest),
        _ => (None, text),
    }
}

/// Returns the nanoseconds of the digits after the point of a number of seconds; digits after the ninth do not count.
#[inline]
pub(crate) fn nanos(fraction: &[u8]) -> Option<u32> {
    if fraction.is_empty() || !fraction.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let digits = fraction.iter().chain(std::iter::repeat(&b'0')).take(9);
    Some(digits.fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0')))
}
