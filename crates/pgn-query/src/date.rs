//! Dates with parts that may be unknown: `2019`, `2019.05`, `2019.05.??` (section 8.1.1.3).

use std::cmp::Ordering;

/// A date. If the month is unknown, so is the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month from 1 to 12, if known.
    pub month: Option<u8>,
    /// The day from 1 to 31, if known.
    pub day: Option<u8>,
}

impl Date {
    /// Reads a date: year, month and day from left to right, as many as are known, separated by
    /// `.`, `-` or `/`. Returns `None` if there is no year.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Date> {
        Date::read_plain(text).or_else(|| Date::read_any(text))
    }

    /// Fast path for the form `2019.05.17`, which most dates have.
    #[inline]
    fn read_plain(text: &[u8]) -> Option<Date> {
        let &[a, b, c, d, b'.', e, f, b'.', g, h] = text else { return None };
        let all = [a, b, c, d, e, f, g, h];
        if !all.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let [a, b, c, d, e, f, g, h] = all.map(|digit| digit - b'0');
        let year = u16::from(a * 10 + b) * 100 + u16::from(c * 10 + d);
        let (month, day) = (e * 10 + f, g * 10 + h);
        let is_day = matches!(month, 1..=12) && matches!(day, 1..=31);
        is_day.then_some(Date { year, month: Some(month), day: Some(day) })
    }

    fn read_any(text: &[u8]) -> Option<Date> {
        let mut parts = text.trim_ascii().split(|byte| matches!(byte, b'.' | b'-' | b'/'));
        let year = number(parts.next()?, 4)??;
        let month = parts.next().map_or(Some(None), |part| number(part, 2))?;
        let day = parts.next().map_or(Some(None), |part| number(part, 2))?;
        if parts.next().is_some() {
            return None;
        }
        let month = month.and_then(|month| u8::try_from(month).ok());
        let day = day.and_then(|day| u8::try_from(day).ok());
        if month.is_some_and(|month| month == 0 || month > 12)
            || day.is_some_and(|day| day == 0 || day > 31)
        {
            return None;
        }
        Some(Date { year, month, day: if month.is_some() { day } else { None } })
    }

    /// Compares the parts that are known in both dates.
    #[must_use]
    pub fn compare(self, other: Date) -> Ordering {
        let part = |a: Option<u8>, b: Option<u8>| match (a, b) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        self.year
            .cmp(&other.year)
            .then_with(|| part(self.month, other.month))
            .then_with(|| part(self.day, other.day))
    }
}

/// Reads a part of a date: `None` if it is not valid, `Some(None)` if it is unknown.
fn number(part: &[u8], n_digits: usize) -> Option<Option<u16>> {
    if !part.is_empty() && part.iter().all(|&byte| byte == b'?') {
        return Some(None);
    }
    let is_number = (1..=n_digits).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    is_number.then(|| Some(part.iter().fold(0, |value, &byte| value * 10 + u16::from(byte - b'0'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_short_way_reads_the_same() {
        for text in
            ["2019.05.17", "0000.01.31", "9999.12.01", "2019.13.01", "2019.00.01", "2019.01.32"]
        {
            for at in 0..text.len() {
                for byte in [b'0', b'9', b'?', b'.', b'-', b' ', b'x'] {
                    let mut text = text.as_bytes().to_vec();
                    text[at] = byte;
                    if let Some(date) = Date::read_plain(&text) {
                        assert_eq!(Date::read_any(&text), Some(date));
                    }
                    assert_eq!(Date::read(&text), Date::read_any(&text));
                }
            }
        }
    }

    #[test]
    fn dates_are_read() {
        let date = |text: &str| Date::read(text.as_bytes()).map(|d| (d.year, d.month, d.day));
        assert_eq!(date("2019.05.17"), Some((2019, Some(5), Some(17))));
        assert_eq!(date("2019-5-7"), Some((2019, Some(5), Some(7))));
        assert_eq!(date("2019.05.??"), Some((2019, Some(5), None)));
        assert_eq!(date("2019.??.17"), Some((2019, None, None)));
        assert_eq!(date("2019"), Some((2019, None, None)));
        for bad in ["", "?", "????.??.??", "2019.13.01", "2019.00.01", "2019.01.32", "20190517"] {
            assert_eq!(date(bad), None, "{bad}");
        }
        assert_eq!(date("2019.01.01.01"), None);
        assert_eq!(date("19x9"), None);
    }

    #[test]
    fn only_known_parts_are_compared() {
        let compare = |a: &str, b: &str| {
            Date::read(a.as_bytes()).unwrap().compare(Date::read(b.as_bytes()).unwrap())
        };
        assert_eq!(compare("2019", "2019.05.17"), Ordering::Equal);
        assert_eq!(compare("2019.06", "2019.05.17"), Ordering::Greater);
        assert_eq!(compare("2018.06", "2019"), Ordering::Less);
    }
}
