//! The values of the tags for ratings, such as WhiteElo (section 9.1.2 of the standard).

use crate::tokens::look_alike::in_ascii;

/// Returns the rating in the value of a tag: a number from 1 to 9999 between optional blanks, also a provisional one,
/// such as `2400?`. Returns `None` for other text, and for the 0 of players without a rating.
///
/// ```
/// use pgn_syntax::rating;
///
/// assert_eq!(rating::read(b"2710"), Some(2710));
/// assert_eq!(rating::read(b" 2400? "), Some(2400));
/// assert_eq!(rating::read(b"-"), None);
/// assert_eq!(rating::read(b"0"), None);
/// ```
#[must_use]
pub fn read(value: &[u8]) -> Option<u32> {
    let value = in_ascii(value);
    let text = value.trim_ascii();
    let digits = text.strip_suffix(b"?").unwrap_or(text);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let add = |sum: u32, digit: &u8| sum.saturating_mul(10).saturating_add((digit - b'0').into());
    let rating = digits.iter().fold(0, add);
    (1..10_000).contains(&rating).then_some(rating)
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn ratings_are_small_numbers() {
        for (text, expect) in [
            ("1", Some(1)),
            ("9999", Some(9999)),
            ("02400", Some(2400)),
            ("10000", None),
            ("99999999999999999999", None),
            ("+2400", None),
            ("-2400", None),
            ("2400.5", None),
            ("2400 ?", None),
            ("?", None),
            ("", None),
        ] {
            assert_eq!(read(text.as_bytes()), expect, "{text:?}");
        }
    }
}
