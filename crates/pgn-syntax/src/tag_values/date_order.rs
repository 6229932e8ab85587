//! The order of day and month in dates that end with the year.
//!
//! `04.11.1992` is a day in April or in November. Which one can be told by other dates of its file:
//! `24.12.1992` has the day first.

use std::ops::AddAssign;

use crate::text::numerals;

/// How dates that end with the year are read where day and month may be in either order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DateOrder {
    /// Such texts are not read as dates.
    #[default]
    Unknown,
    /// Only the year is read.
    YearOnly,
    /// The day comes first.
    DayFirst,
    /// The month comes first.
    MonthFirst,
    /// In the order of the other dates of the file. If these show no order, or both, only the year is read.
    Detected(DateEvidence),
}

impl DateOrder {
    /// Returns true if it is known which of day and month comes first.
    ///
    /// ```
    /// use pgn_syntax::date::{DateEvidence, DateOrder};
    ///
    /// assert!(DateOrder::DayFirst.is_known());
    /// assert!(!DateOrder::Detected(DateEvidence::default()).is_known());
    /// ```
    #[must_use]
    pub fn is_known(self) -> bool {
        match self {
            DateOrder::DayFirst | DateOrder::MonthFirst => true,
            DateOrder::Unknown | DateOrder::YearOnly => false,
            DateOrder::Detected(evidence) => evidence.order().is_known(),
        }
    }

    /// Returns year, month and day of a date that ends with the year, and whose first two parts can be read in two
    /// ways. `None`: it is not read as a date. An empty part is unknown.
    pub(crate) fn settle(self, [first, second, year]: [&[u8]; 3]) -> Option<[&[u8]; 3]> {
        match self {
            DateOrder::Unknown => None,
            DateOrder::YearOnly => Some([year, b"", b""]),
            DateOrder::DayFirst => Some([year, second, first]),
            DateOrder::MonthFirst => Some([year, first, second]),
            DateOrder::Detected(evidence) => evidence.order().settle([first, second, year]),
        }
    }
}

/// Dates of a file that end with the year and can be read in one way only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DateEvidence {
    /// Number of dates with the day first, such as `24.12.1992`.
    pub day_first: u32,
    /// Number of dates with the month first, such as `12/24/1992`.
    pub month_first: u32,
}

impl DateEvidence {
    /// Collects the dates in the tag pairs of a text, by the tags whose names end with `Date`.
    ///
    /// ```
    /// use pgn_syntax::date::{DateEvidence, DateOrder};
    ///
    /// let text = b"[Date \"04.11.1992\"]\n[EventDate \"24.12.1992\"]\n";
    /// assert_eq!(DateEvidence::of(text), DateEvidence { day_first: 1, month_first: 0 });
    /// assert_eq!(DateEvidence::of(text).order(), DateOrder::DayFirst);
    /// ```
    #[must_use]
    pub fn of(text: &[u8]) -> DateEvidence {
        let mut found = DateEvidence::default();
        for at in memchr::memmem::find_iter(text, b"Date \"") {
            let rest = &text[at + b"Date \"".len()..];
            let value = &rest[..rest.len().min(MAX_LEN)];
            let len = memchr::memchr(b'"', value).unwrap_or(0);
            let Some([first, second, _]) = parts(&value[..len]) else { continue };
            match (number(first), number(second)) {
                (Some(13..=31), Some(1..=12)) => found.day_first += 1,
                (Some(1..=12), Some(13..=31)) => found.month_first += 1,
                _ => (),
            }
        }
        found
    }

    /// Returns the order if all dates have the same.
    #[must_use]
    pub fn order(self) -> DateOrder {
        match (self.day_first, self.month_first) {
            (1.., 0) => DateOrder::DayFirst,
            (0, 1..) => DateOrder::MonthFirst,
            _ => DateOrder::YearOnly,
        }
    }
}

impl AddAssign for DateEvidence {
    fn add_assign(&mut self, more: DateEvidence) {
        self.day_first = self.day_first.saturating_add(more.day_first);
        self.month_first = self.month_first.saturating_add(more.month_first);
    }
}

/// Upper bound on the length of a date, in bytes.
const MAX_LEN: usize = 32;

/// Returns the parts of a text that may be a date with the year at the end, in their order.
pub(crate) fn parts(text: &[u8]) -> Option<[&[u8]; 3]> {
    let mut parts = separated(without_time(text.trim_ascii()));
    let [first, second, year] = [parts.next()?, parts.next()?, parts.next()?];
    let is_date = parts.next().is_none() && year.len() == 4 && first.len() < 3;
    is_date.then_some([first, second, year])
}

/// Returns the parts of a date in numbers, without the blanks around its separator and a full stop at its end:
/// `31. 8. 1992`, `1992.08.31.`.
pub(crate) fn separated(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = match text {
        [date @ .., b'.']
            if date.last().is_some_and(|last| *last == b'?' || last.is_ascii_digit()) =>
        {
            date
        }
        _ => text,
    };
    let known = without_dashes(text);
    let separator = *known.iter().find(|byte| b".-/".contains(byte)).unwrap_or(&b' ');
    text.split(move |&byte| byte == separator).map(<[u8]>::trim_ascii)
}

/// Returns a date without the dashes at its ends that stand for unknown parts between blanks, as in `1992 8 -`.
fn without_dashes(mut text: &[u8]) -> &[u8] {
    while let Some(rest) = text.strip_suffix(b" -").or_else(|| text.strip_prefix(b"- ")) {
        text = rest;
    }
    text
}

/// Returns true if a time of day follows the date, as in `1994.01.01 12:00`.
///
/// ```
/// assert!(pgn_syntax::date::has_time(b"1994.01.01 12:00"));
/// assert!(!pgn_syntax::date::has_time(b"1994.01.01"));
/// ```
#[must_use]
pub fn has_time(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    without_time(text).len() < text.len()
}

/// Returns a date without the time of day after it, as in `1994.01.01 12:00` and `2016-10-15T12:00:00Z`.
pub(crate) fn without_time(text: &[u8]) -> &[u8] {
    let Some(colon) = memchr::memchr(b':', text) else { return text };
    let n_digits = text[..colon].iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let before = &text[..colon - n_digits];
    let has_minutes = matches!(text[colon + 1..], [b'0'..=b'5', b'0'..=b'9', ..]);
    match before {
        [date @ .., b'T' | b't' | b' '] if has_minutes && (1..=2).contains(&n_digits) => {
            date.trim_ascii_end()
        }
        _ => text,
    }
}

/// Returns the value of one to four digits.
pub(crate) fn number(text: &[u8]) -> Option<u32> {
    numerals::number(text, 4)?.try_into().ok()
}

/// Returns true if `text` ends with a year, and day and month may be in either order.
///
/// ```
/// use pgn_syntax::date::is_ambiguous;
///
/// assert!(is_ambiguous(b"04.11.1992"));
/// assert!(is_ambiguous(b"4. 11. 1992"));
/// assert!(!is_ambiguous(b"24.11.1992"));
/// assert!(!is_ambiguous(b"04.04.1992"));
/// ```
#[must_use]
pub fn is_ambiguous(text: &[u8]) -> bool {
    let of = |[first, second, year]: [&[u8]; 3]| {
        let (first, second) = (number(first)?, number(second)?);
        number(year)?;
        Some((1..=12).contains(&first) && (1..=12).contains(&second) && first != second)
    };
    parts(text).and_then(of) == Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_what_leaves_no_choice() {
        let of = |dates: &[&str]| {
            let text: String = dates.iter().map(|date| format!("[Date \"{date}\"]\n")).collect();
            let DateEvidence { day_first, month_first } = DateEvidence::of(text.as_bytes());
            (day_first, month_first)
        };
        assert_eq!(of(&["01.02.2003", "2003.02.28", "4.4.2004", "?", "28.2003"]), (0, 0));
        assert_eq!(of(&["28.02.2003", "2-13-2003", "31/1/1999"]), (2, 1));
        assert_eq!(of(&["28. 2. 2003", "28.2.2003.", "2 - 13 - 2003"]), (2, 1));
        assert_eq!(of(&["32.02.2003", "28.02.03", "0.13.2003"]), (0, 0));
        assert_eq!(DateEvidence::of(b"[Date \"28.02.2003").order(), DateOrder::YearOnly);
    }

    #[test]
    fn evidence_of_both_orders_decides_nothing() {
        let order = |day_first, month_first| DateEvidence { day_first, month_first }.order();
        assert_eq!(order(1, 0), DateOrder::DayFirst);
        assert_eq!(order(0, 3), DateOrder::MonthFirst);
        assert_eq!(order(5, 1), DateOrder::YearOnly);
        assert_eq!(order(0, 0), DateOrder::YearOnly);
    }
}
