//! The date of a game as a key by which records are sorted.

use std::ops::Range;

use pgn_syntax::date::Date;

/// The date of a record as the last two names of its key: the year, then month and day with two digits each. In the order
/// of these texts, games whose day is unknown are the first of their month, and games whose month is unknown the last of
/// their year.
#[derive(Debug, Default)]
pub(super) struct DateKey {
    pub(super) year: String,
    pub(super) day: String,
}

impl DateKey {
    pub(super) fn new(date: Option<Date>) -> DateKey {
        let Some(date) = date else { return DateKey::default() };
        let day = match (date.month, date.day) {
            (Some(month), day) => format!("{month:02}{:02}", day.unwrap_or(0)),
            (None, _) => "9999".to_owned(),
        };
        DateKey { year: format!("{:04}", date.year), day }
    }

    /// Returns the year, if it is known.
    pub(super) fn year(&self) -> Option<u16> {
        self.year.parse().ok()
    }

    /// Returns the number of days from 1970; `None` if the month is unknown. A day that is unknown or does not exist counts
    /// as the first of its month.
    pub(super) fn days(&self) -> Option<i64> {
        let part = |at: Range<usize>| self.day.get(at)?.parse::<u8>().ok();
        let (year, month) = (self.year()?, part(0..2).filter(|month| *month <= 12)?);
        let date = |day| Date { year, month: Some(month), day }.days();
        date(part(2..4).filter(|day| *day > 0)).or_else(|| date(Some(1)))
    }
}
