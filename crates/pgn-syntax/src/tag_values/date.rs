//! Dates (8.1.1.3): the only reader of dates, in the form of the standard and in other notations.

use std::{cmp::Ordering, ops::Range};

pub use crate::tag_values::date_order::{DateEvidence, DateOrder, has_time, is_ambiguous};
use crate::{
    game::{Game, tag::TagName},
    tag_values::date_order::{number, separated, without_time},
    tokens::look_alike::in_ascii,
};

/// Returns a date as `YYYY.MM.DD`, or `None` if `text` is ambiguous or not a date.
///
/// The parts are separated by one of `.`, `-`, `/`, also with blanks around it, or by blanks, or make up eight digits. A
/// full stop may follow the last one. Parts that are missing, zero, a dash or an `x` are unknown. If the year comes
/// last, one of the other parts must be above 12, or both must be equal, so that the month is known. The month may be
/// an English name or its first three letters; then a comma may separate, too, the day may have an ending (`31st`) or
/// be missing. A time of day after the date is ignored.
///
/// ```
/// use pgn_syntax::date::read;
///
/// assert_eq!(read(b"1992-11-04").unwrap(), "1992.11.04");
/// assert_eq!(read(b"24/12/1992").unwrap(), "1992.12.24");
/// assert_eq!(read(b"24. 12. 1992").unwrap(), "1992.12.24");
/// assert_eq!(read(b"December 1992").unwrap(), "1992.12.??");
/// // April or November?
/// assert_eq!(read(b"04.11.1992"), None);
/// ```
#[must_use]
pub fn read(text: &[u8]) -> Option<String> {
    read_in(text, DateOrder::Unknown)
}

/// Returns a date as [`read`] does. `days`: how to read dates whose day and month may be in either order.
///
/// ```
/// use pgn_syntax::date::{DateOrder, read_in};
///
/// let read = |order| read_in(b"04.11.1992", order).unwrap();
/// assert_eq!(read(DateOrder::DayFirst), "1992.11.04");
/// assert_eq!(read(DateOrder::YearOnly), "1992.??.??");
/// ```
#[must_use]
pub fn read_in(text: &[u8], days: DateOrder) -> Option<String> {
    let text = in_ascii(text);
    let text = without_time(text.trim_ascii());
    if text.iter().all(|byte| b"?-xX./ ".contains(byte)) {
        return Some("????.??.??".to_owned());
    }
    if let Some(date) = read_with_name(text) {
        return Some(date);
    }
    let parts: Vec<&[u8]> = match separated(text).collect::<Vec<_>>()[..] {
        [all] if all.len() == 8 && all.iter().all(u8::is_ascii_digit) => {
            vec![&all[..4], &all[4..6], &all[6..]]
        }
        ref parts => parts.to_vec(),
    };
    let [year, month, day]: [&[u8]; 3] = match parts[..] {
        [year] => [year, b"", b""],
        [year, month] => [year, month, b""],
        [day, month, year] if year.len() == 4 && day.len() < 3 => {
            let is_unknown = |part: &[u8]| part.iter().all(|byte| b"?xX".contains(byte));
            if is_unknown(day) && is_unknown(month) {
                return Some(format!("{:04}.??.??", number(year).filter(|n| *n > 0)?));
            }
            // The month is the part that is at most 12.
            match (number(day)?, number(month)?) {
                (13..=31, 1..=12) => [year, month, day],
                (1..=12, 13..=31) => [year, day, month],
                (a, b) if a == b && a <= 12 => [year, month, day],
                (1..=12, 1..=12) => days.settle([day, month, year])?,
                _ => return None,
            }
        }
        [year, month, day] => [year, month, day],
        _ => return None,
    };
    let mut date = String::with_capacity(10);
    push_part(year, 4, 9999, &mut date)?;
    date.push('.');
    push_part(month, 2, 12, &mut date)?;
    date.push('.');
    push_part(day, 2, 31, &mut date)?;
    Some(date)
}

/// Returns a date whose month is written as a name, such as `Oct 15, 2016`, in any order, or without the day; `None`
/// for other texts.
fn read_with_name(text: &[u8]) -> Option<String> {
    let parts = text.split(|byte| b".-/, ".contains(byte)).filter(|part| !part.is_empty());
    let (mut year, mut month, mut day) = (None, None, None);
    for (at, part) in parts.enumerate() {
        let (slot, value) = match number(part) {
            Some(n) if part.len() == 4 => (&mut year, n),
            Some(n) if part.len() < 3 => (&mut day, n),
            Some(_) => return None,
            None => match ordinal(part) {
                Some(n) => (&mut day, n),
                None => (&mut month, month_named(part)?),
            },
        };
        if at > 2 || slot.replace(value).is_some() {
            return None;
        }
    }
    let (year, month) = (year.filter(|year| *year > 0)?, month?);
    match day {
        Some(day @ 1..=31) => Some(format!("{year:04}.{month:02}.{day:02}")),
        Some(_) => None,
        None => Some(format!("{year:04}.{month:02}.??")),
    }
}

/// Returns the value of a day with the ending of an ordinal number: `1st`, `22nd`, `3rd`, `31th`.
fn ordinal(text: &[u8]) -> Option<u32> {
    let (digits, ending) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let is_ending = [b"st", b"nd", b"rd", b"th"].iter().any(|it| ending.eq_ignore_ascii_case(*it));
    number(digits).filter(|_| is_ending && digits.len() < 3)
}

/// Names of the months.
const MONTHS: [&[u8]; 12] = [
    b"January", b"February", b"March", b"April", b"May", b"June", b"July", b"August", b"September",
    b"October", b"November", b"December",
];

/// Returns the number of the month with a name, or with a name of these first three letters.
fn month_named(text: &[u8]) -> Option<u32> {
    let is_it =
        |name: &&[u8]| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..3]);
    (1..).zip(&MONTHS).find(|(_, name)| is_it(name)).map(|(n, _)| n)
}

/// Appends a part of a date with `width` digits, or question marks if it is unknown. Returns `None` if it is
/// out of range.
fn push_part(text: &[u8], width: usize, max: u32, date: &mut String) -> Option<()> {
    if text.len() > width {
        return None;
    }
    if text.iter().all(|byte| b"?-0xX".contains(byte)) {
        date.extend(std::iter::repeat_n('?', width));
    } else if text.len() == width && text.contains(&b'?') {
        let is_part = text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?');
        is_part.then(|| date.extend(text.iter().map(|&byte| char::from(byte))))?;
    } else {
        // A year of fewer digits lacks its century.
        let number = number(text).filter(|&n| n <= max && (width < 4 || text.len() == width))?;
        date.push_str(&format!("{number:0width$}"));
    }
    Some(())
}

/// A date with a known year. If the month is unknown, so is the day.
///
/// ```
/// use pgn_syntax::date::Date;
///
/// let date = Date::read(b"16.05.2012").unwrap();
/// assert_eq!((date.year, date.month, date.day), (2012, Some(5), Some(16)));
/// assert_eq!(Date::read(b"????.??.??"), None);
/// ```
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
    /// Reads a date in any notation that [`read`] accepts. Returns `None` if the year is not known.
    #[must_use]
    pub fn read(text: &[u8]) -> Option<Date> {
        Date::read_in(text, DateOrder::Unknown)
    }

    /// Reads a date in any notation that [`read_in`] accepts.
    #[must_use]
    pub fn read_in(text: &[u8], days: DateOrder) -> Option<Date> {
        Date::read_plain(text).or_else(|| Date::read_any(text, days))
    }

    /// Returns the date of a game: that of its tag `Date`, else of `UTCDate`.
    #[must_use]
    pub fn of_game(game: &Game, text: &[u8]) -> Option<Date> {
        let read = |name| Date::read(&game.tag(text, name)?.value(text));
        read(TagName::DATE).or_else(|| read(TagName::UTC_DATE))
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
        let is_day = year > 0 && matches!(month, 1..=12) && matches!(day, 1..=31);
        is_day.then_some(Date { year, month: Some(month), day: Some(day) })
    }

    fn read_any(text: &[u8], days: DateOrder) -> Option<Date> {
        let date = read_in(text, days)?;
        let part = |at: Range<usize>| date.get(at)?.parse::<u16>().ok();
        let month = part(5..7).and_then(|month| u8::try_from(month).ok());
        let day = part(8..10).and_then(|day| u8::try_from(day).ok());
        Some(Date { year: part(0..4)?, month, day: month.and(day) })
    }

    /// Returns the number of days from 1 January 1970 to this date in the Gregorian calendar; `None` if the day is not
    /// known or does not exist.
    ///
    /// ```
    /// use pgn_syntax::date::Date;
    ///
    /// let days = |text| Date::read(text).unwrap().days();
    /// assert_eq!(days(b"1970.01.01"), Some(0));
    /// assert_eq!(days(b"1851.06.21"), Some(-43_293));
    /// assert_eq!(days(b"2001.02.29"), None);
    /// assert_eq!(days(b"2001.02.??"), None);
    /// ```
    #[must_use]
    pub fn days(self) -> Option<i64> {
        let (month, day) = (self.month?, self.day?);
        let exists = u16::from(day) <= days_in(self.year, month.into());
        exists.then(|| days_to_month(self.year, month) + i64::from(day) - 1)
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

/// The fault of a date, compared with the form of the standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateFault {
    /// The date is not `YYYY.MM.DD` with `?` for unknown digits, or a part is out of range.
    Form,
    /// The day does not exist in any calendar.
    Impossible,
    /// A part has some unknown digits, such as `199?`.
    PartialDigit,
    /// The date has a day without a month, or a month without a year.
    Gap,
}

impl DateFault {
    /// Returns the fault of a date, or `None` if it has the form of the standard.
    ///
    /// ```
    /// use pgn_syntax::date::DateFault;
    ///
    /// assert_eq!(DateFault::of(b"1992.08.??"), None);
    /// assert_eq!(DateFault::of(b"1992/8/31"), Some(DateFault::Form));
    /// assert_eq!(DateFault::of(b"2001.02.30"), Some(DateFault::Impossible));
    /// ```
    #[inline]
    #[must_use]
    pub fn of(value: &[u8]) -> Option<DateFault> {
        let &[y0, y1, y2, y3, b'.', m0, m1, b'.', d0, d1] = value else {
            return Some(DateFault::Form);
        };
        let year = Part::read(&[y0, y1, y2, y3]);
        let month = Part::read(&[m0, m1]);
        let day = Part::read(&[d0, d1]);
        match (year, month, day) {
            (Part::Known(_), Part::Known(1..=12), Part::Known(1..=28))
            | (Part::Known(_) | Part::Unknown, Part::Unknown, Part::Unknown) => None,
            (Part::Bad, ..)
            | (_, Part::Bad | Part::Known(0 | 13..), _)
            | (_, _, Part::Bad | Part::Known(0 | 32..)) => Some(DateFault::Form),
            (Part::Partial, ..) | (_, Part::Partial, _) | (.., Part::Partial) => {
                Some(DateFault::PartialDigit)
            }
            (Part::Unknown, Part::Known(_), _) | (_, Part::Unknown, Part::Known(_)) => {
                Some(DateFault::Gap)
            }
            (Part::Known(year), Part::Known(month), Part::Known(day))
                if day > days_in(year, month) =>
            {
                Some(DateFault::Impossible)
            }
            _ => None,
        }
    }
}

/// A part of a date in the form of the standard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Known(u16),
    Unknown,
    /// Some digits are unknown.
    Partial,
    Bad,
}

impl Part {
    #[inline]
    fn read(bytes: &[u8]) -> Part {
        let (mut value, mut n_marks) = (0, 0);
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => value = value * 10 + u16::from(byte - b'0'),
                b'?' => n_marks += 1,
                _ => return Part::Bad,
            }
        }
        match n_marks {
            0 => Part::Known(value),
            n if n == bytes.len() => Part::Unknown,
            _ => Part::Partial,
        }
    }
}

/// Returns the number of days from 1 January 1970 to the first day of a month.
fn days_to_month(year: u16, month: u8) -> i64 {
    let before = i64::from(year) - 1;
    // 1 January 1970 is day 719,162 of the Gregorian calendar, counted from 1 January of the year 1.
    let to_year = before * 365 + before.div_euclid(4) - before.div_euclid(100)
        + before.div_euclid(400)
        - 719_162;
    let of_months = (1..month).map(|month| i64::from(days_in(year, month.into())));
    to_year + of_months.sum::<i64>()
}

fn days_in(year: u16, month: u16) -> u16 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_unambiguous_dates() {
        for (text, date) in [
            ("2019.05.01", "2019.05.01"),
            ("2019/5/1", "2019.05.01"),
            ("2019-05-01", "2019.05.01"),
            ("2019 05 01", "2019.05.01"),
            ("20190501", "2019.05.01"),
            ("2019", "2019.??.??"),
            ("2019.05", "2019.05.??"),
            ("2019.00.00", "2019.??.??"),
            ("1999.xx.xx", "1999.??.??"),
            ("31.12.1999", "1999.12.31"),
            ("12/31/1999", "1999.12.31"),
            ("1.1.2000", "2000.01.01"),
            ("?", "????.??.??"),
            ("---", "????.??.??"),
            ("", "????.??.??"),
            ("199?.??.??", "199?.??.??"),
            ("0000.00.00", "????.??.??"),
            ("Oct 15, 2016", "2016.10.15"),
            ("3 January 1994", "1994.01.03"),
            ("2008.Oct.7", "2008.10.07"),
            ("15-OCT-2016", "2016.10.15"),
            ("may 1 2000", "2000.05.01"),
            ("1994.01.01 12:00", "1994.01.01"),
            ("2016-10-15T12:00:00Z", "2016.10.15"),
            ("??.??.1994", "1994.??.??"),
            ("31. 8. 1992", "1992.08.31"),
            ("1992 8 -", "1992.08.??"),
            ("1992 08 31.", "1992.08.31"),
            ("1992.??.??.", "1992.??.??"),
            ("31.8.1992.", "1992.08.31"),
            ("1992.08.31.", "1992.08.31"),
            ("1992. 8. 31", "1992.08.31"),
            ("1992. 8. 31.", "1992.08.31"),
            ("1992 - 08 - 31", "1992.08.31"),
            ("1992. ??. ??", "1992.??.??"),
            ("31st August 1992", "1992.08.31"),
            ("August 22ND, 1992", "1992.08.22"),
            ("August 1992", "1992.08.??"),
            ("1992 Aug.", "1992.08.??"),
        ] {
            assert_eq!(read(text.as_bytes()).as_deref(), Some(date), "{text}");
        }
    }

    #[test]
    fn orders_settle_ambiguous_dates_only() {
        let both = DateEvidence { day_first: 2, month_first: 1 };
        for (order, date) in [
            (DateOrder::Unknown, None),
            (DateOrder::YearOnly, Some("2000.??.??")),
            (DateOrder::DayFirst, Some("2000.02.01")),
            (DateOrder::MonthFirst, Some("2000.01.02")),
            (DateOrder::Detected(both), Some("2000.??.??")),
            (DateOrder::Detected(DateEvidence { day_first: 0, ..both }), Some("2000.01.02")),
        ] {
            let read = |text: &str| read_in(text.as_bytes(), order);
            assert_eq!(read("1.2.2000").as_deref(), date);
            assert_eq!(read("13.2.2000").as_deref(), Some("2000.02.13"));
            assert_eq!(read("2000.1.2").as_deref(), Some("2000.01.02"));
            assert_eq!(read("1.13.2000").as_deref(), Some("2000.01.13"));
            assert_eq!(read("13.14.2000"), None);
            assert_eq!(read("0.2.2000"), None);
        }
    }

    #[test]
    fn rejects_ambiguous_dates_and_other_text() {
        for text in [
            "1.2.2000", "05/06/99", "May 99", "May 1999 2000", "1. 2. 2000", "1.2.2000.",
            "31 8. 1992", "31. 8 1992", "1992.08.31..", "August 31st", "32nd May 1999",
            "31xx May 1999", "May 0th 1999", "Oct 32, 2016", "Octo 1, 2016", "Oct Oct 2016",
            "Oct 15, 16", "1, 2, 2016", "04.11.1992 12:00", "1994.01.01 12:99", "??.05.1994",
            "2019.13.01", "2019-05.01", "2019.05.01.1", "+201.1.1", "2000.aa.01",
        ] {
            assert_eq!(read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn dates_have_one_fault_at_most() {
        for (text, fault) in [
            ("2020.01.02", None),
            ("1993.??.??", None),
            ("1993.05.??", None),
            ("????.??.??", None),
            ("2024.02.29", None),
            ("2000.02.29", None),
            ("1992.12.31", None),
            ("1900.02.29", Some(DateFault::Impossible)),
            ("2001.02.30", Some(DateFault::Impossible)),
            ("2001.04.31", Some(DateFault::Impossible)),
            ("199?.??.??", Some(DateFault::PartialDigit)),
            ("1992.1?.??", Some(DateFault::PartialDigit)),
            ("1992.10.1?", Some(DateFault::PartialDigit)),
            ("1999.??.12", Some(DateFault::Gap)),
            ("????.05.??", Some(DateFault::Gap)),
            ("????.??.05", Some(DateFault::Gap)),
            ("1992/8/31", Some(DateFault::Form)),
            ("1992-08-31", Some(DateFault::Form)),
            ("2020.13.45", Some(DateFault::Form)),
            ("2020.00.01", Some(DateFault::Form)),
            ("2020.01.32", Some(DateFault::Form)),
            ("?", Some(DateFault::Form)),
            ("2020", Some(DateFault::Form)),
        ] {
            assert_eq!(DateFault::of(text.as_bytes()), fault, "{text}");
        }
    }

    #[test]
    fn fast_path_equals_general_reader() {
        let any = |text: &[u8]| Date::read_any(text, DateOrder::Unknown);
        for text in
            ["2019.05.17", "0000.01.31", "9999.12.01", "2019.13.01", "2019.00.01", "2019.01.32"]
        {
            for at in 0..text.len() {
                for byte in [b'0', b'9', b'?', b'.', b'-', b' ', b'x'] {
                    let mut text = text.as_bytes().to_vec();
                    text[at] = byte;
                    if let Some(date) = Date::read_plain(&text) {
                        assert_eq!(any(&text), Some(date));
                    }
                    assert_eq!(Date::read(&text), any(&text));
                }
            }
        }
    }

    #[test]
    fn unknown_parts_are_none() {
        let date = |text: &str| Date::read(text.as_bytes()).map(|d| (d.year, d.month, d.day));
        assert_eq!(date("2019.05.17"), Some((2019, Some(5), Some(17))));
        assert_eq!(date("2019-5-7"), Some((2019, Some(5), Some(7))));
        assert_eq!(date("2019.05.??"), Some((2019, Some(5), None)));
        assert_eq!(date("2019.??.17"), Some((2019, None, None)));
        assert_eq!(date("2019"), Some((2019, None, None)));
        assert_eq!(date("2019.00.01"), Some((2019, None, None)));
        assert_eq!(date("20190517"), Some((2019, Some(5), Some(17))));
        assert_eq!(date("17.05.2019"), Some((2019, Some(5), Some(17))));
        for bad in ["", "?", "????.??.??", "199?.01.01", "2019.13.01", "2019.01.32", "05.06.2019"] {
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
