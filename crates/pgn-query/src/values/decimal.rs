//! Numbers with a fraction.

use std::{fmt, time::Duration};

/// Number of units in 1.
const UNITS: i128 = 1_000_000;

/// Maximum number of digits of a fraction.
const DIGITS: usize = 6;

/// A number with up to six digits of a fraction.
///
/// ```
/// use pgn_query::Decimal;
///
/// assert!(Decimal::read("0.5").unwrap() < Decimal::read("1").unwrap());
/// assert_eq!(Decimal::read("-1.50").unwrap().to_string(), "-1.5");
/// assert_eq!(Decimal::read("1,5"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i128);

impl Decimal {
    /// Reads a number such as `60`, `0.5` or `.5` between optional blanks, with an optional `?` at the end as provisional
    /// ratings have. Further digits of the fraction are dropped. Returns `None` if the text is not a number or out of
    /// range.
    #[must_use]
    pub fn read(text: &str) -> Option<Decimal> {
        let text = text.trim();
        let text = text.strip_suffix('?').unwrap_or(text);
        let (is_negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = match digits.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (digits, ""),
        };
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if digits.is_empty() || !are_digits(whole) || !are_digits(fraction) {
            return None;
        }
        let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok()? };
        let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(DIGITS);
        let fraction = digits.fold(0, |sum, digit| sum * 10 + i128::from(digit - b'0'));
        let units = i128::from(whole) * UNITS + fraction;
        Some(Decimal(if is_negative { -units } else { units }))
    }

    /// Returns true if [`read`](Self::read) drops digits of the fraction.
    pub(crate) fn is_cut_short(text: &str) -> bool {
        let fraction = text.trim().split_once('.').map_or("", |(_, fraction)| fraction);
        fraction.len() > DIGITS && Decimal::read(text).is_some()
    }

    /// Returns a time in seconds.
    #[must_use]
    pub(crate) fn of_seconds(time: Duration) -> Decimal {
        Decimal(i128::try_from(time.as_micros()).unwrap_or(i128::MAX))
    }

    /// Returns the number multiplied and divided; `None` if that is out of range.
    #[must_use]
    pub(crate) fn scaled(self, times: i128, by: i128) -> Option<Decimal> {
        Some(Decimal(self.0.checked_mul(times)? / by))
    }

    /// Returns the multiple of a positive whole number at or below this number.
    #[must_use]
    pub(crate) fn floor_to(self, step: i64) -> Decimal {
        let step = i128::from(step) * UNITS;
        Decimal(self.0.div_euclid(step).saturating_mul(step))
    }

    /// Returns a key whose bytes sort as the numbers do.
    #[must_use]
    pub fn sort_key(self) -> [u8; 16] {
        // With the sign bit inverted, negative numbers sort before positive ones.
        (self.0.cast_unsigned() ^ 1 << 127).to_be_bytes()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = ((self.0 / UNITS).unsigned_abs(), (self.0 % UNITS).unsigned_abs());
        write!(f, "{sign}{whole}")?;
        if fraction == 0 {
            return Ok(());
        }
        let fraction = format!("{fraction:0DIGITS$}");
        write!(f, ".{}", fraction.trim_end_matches('0'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_and_shown() {
        for (text, expect) in [
            ("60", "60"),
            (" 0.50 ", "0.5"),
            (".5", "0.5"),
            ("+1", "1"),
            ("-0.25", "-0.25"),
            ("1500?", "1500"),
            ("007.000", "7"),
            ("0.1234567", "0.123456"),
            ("0.000001", "0.000001"),
            ("12345678901234567", "12345678901234567"),
        ] {
            assert_eq!(Decimal::read(text).unwrap().to_string(), expect, "{text}");
        }
        for bad in
            ["", ".", "1.", "-", "1e3", "1,5", "0x1", "1.-5", "--1", "1.5s", "9223372036854775808"]
        {
            assert_eq!(Decimal::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn order_is_that_of_numbers() {
        let numbers = ["-2", "-1.5", "-0.1", "0", "0.09", "0.1", "1", "10.5"];
        let read = |text: &&str| Decimal::read(text).unwrap();
        assert!(numbers.iter().map(read).is_sorted_by(|a, b| a < b));
        assert!(numbers.iter().map(|it| read(it).sort_key()).is_sorted_by(|a, b| a < b));
        assert_eq!(Decimal::of_seconds(Duration::from_millis(1900)), read(&"1.9"));
        assert_eq!(read(&"-0.5").floor_to(10), read(&"-10"));
        assert_eq!(read(&"19.9").floor_to(10), read(&"10"));
    }
}
