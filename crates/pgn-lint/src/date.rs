//! Dates (section 8.1.1.3).

use pgn_syntax::{TagName, date::Order};

use crate::tag_facts::{DATES, PairFact};

/// Returns the fault of a date as a set of at most one fact.
#[inline]
pub(crate) fn fault(value: &[u8]) -> PairFact {
    let &[y0, y1, y2, y3, b'.', m0, m1, b'.', d0, d1] = value else {
        return PairFact::BAD_DATE;
    };
    let year = Field::read(&[y0, y1, y2, y3]);
    let month = Field::read(&[m0, m1]);
    let day = Field::read(&[d0, d1]);
    match (year, month, day) {
        (Field::Known(_), Field::Known(1..=12), Field::Known(1..=28))
        | (_, Field::Unknown, Field::Unknown)
            if year != Field::Partial && year != Field::Bad =>
        {
            PairFact::empty()
        }
        (Field::Bad, ..)
        | (_, Field::Bad | Field::Known(0 | 13..), _)
        | (_, _, Field::Bad | Field::Known(0 | 32..)) => PairFact::BAD_DATE,
        (Field::Partial, ..) | (_, Field::Partial, _) | (.., Field::Partial) => {
            PairFact::PARTIAL_DATE_DIGIT
        }
        (Field::Unknown, Field::Known(_), _) | (_, Field::Unknown, Field::Known(_)) => {
            PairFact::DATE_GAP
        }
        (Field::Known(year), Field::Known(month), Field::Known(day))
            if day > days_in(year, month) =>
        {
            PairFact::IMPOSSIBLE_DATE
        }
        _ => PairFact::empty(),
    }
}

/// Returns the date in the form of the standard, if `value` is in another form with the year first
/// and is unambiguous.
pub(crate) fn read(value: &[u8]) -> Option<String> {
    let (date, order) = pgn_syntax::date::read(value).filter(|_| !value.is_empty())?;
    (order == Order::YearFirst && fault(date.as_bytes()).is_empty()).then_some(date)
}

/// Returns true if the values of this tag are dates.
pub(crate) fn is_date_tag(name: TagName) -> bool {
    DATES.contains(&name)
}

/// Returns true if `date` is certainly before `other`; only parts known in both are compared.
pub(crate) fn is_before(date: &[u8], other: &[u8]) -> bool {
    if fault(date) == PairFact::BAD_DATE || fault(other) == PairFact::BAD_DATE {
        return false;
    }
    for part in [0..4, 5..7, 8..10] {
        let (a, b) = (Field::read(&date[part.clone()]), Field::read(&other[part]));
        let (Field::Known(a), Field::Known(b)) = (a, b) else { return false };
        if a != b {
            return a < b;
        }
    }
    false
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Known(u16),
    Unknown,
    Partial,
    Bad,
}

impl Field {
    #[inline]
    fn read(bytes: &[u8]) -> Field {
        let (mut value, mut n_marks) = (0, 0);
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => value = value * 10 + u16::from(byte - b'0'),
                b'?' => n_marks += 1,
                _ => return Field::Bad,
            }
        }
        match n_marks {
            0 => Field::Known(value),
            n if n == bytes.len() => Field::Unknown,
            _ => Field::Partial,
        }
    }
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
    fn dates_have_one_fault_at_most() {
        for (text, fact) in [
            ("2020.01.02", PairFact::empty()),
            ("1993.??.??", PairFact::empty()),
            ("1993.05.??", PairFact::empty()),
            ("????.??.??", PairFact::empty()),
            ("2024.02.29", PairFact::empty()),
            ("2000.02.29", PairFact::empty()),
            ("1992.12.31", PairFact::empty()),
            ("1900.02.29", PairFact::IMPOSSIBLE_DATE),
            ("2001.02.30", PairFact::IMPOSSIBLE_DATE),
            ("2001.04.31", PairFact::IMPOSSIBLE_DATE),
            ("199?.??.??", PairFact::PARTIAL_DATE_DIGIT),
            ("1992.1?.??", PairFact::PARTIAL_DATE_DIGIT),
            ("1992.10.1?", PairFact::PARTIAL_DATE_DIGIT),
            ("1999.??.12", PairFact::DATE_GAP),
            ("????.05.??", PairFact::DATE_GAP),
            ("????.??.05", PairFact::DATE_GAP),
            ("1992/8/31", PairFact::BAD_DATE),
            ("1992-08-31", PairFact::BAD_DATE),
            ("2020.13.45", PairFact::BAD_DATE),
            ("2020.00.01", PairFact::BAD_DATE),
            ("2020.01.32", PairFact::BAD_DATE),
            ("?", PairFact::BAD_DATE),
            ("2020", PairFact::BAD_DATE),
        ] {
            assert_eq!(fault(text.as_bytes()), fact, "{text}");
        }
    }

    #[test]
    fn unknown_parts_contradict_nothing() {
        assert!(is_before(b"2024.05.01", b"2024.05.03"));
        assert!(is_before(b"2023.??.??", b"2024.05.03"));
        assert!(!is_before(b"2024.??.??", b"2024.05.03"));
        assert!(!is_before(b"2024.05.03", b"2024.05.03"));
        assert!(!is_before(b"????.??.??", b"2024.05.03"));
        assert!(!is_before(b"2024", b"2024.05.03"));
    }

    #[test]
    fn other_forms_of_dates() {
        for (text, date) in [
            ("2022-06-22", Some("2022.06.22")),
            ("2000.1.1", Some("2000.01.01")),
            ("2000/11/3", Some("2000.11.03")),
            ("2000", Some("2000.??.??")),
            ("2000.05", Some("2000.05.??")),
            ("1999.00.00", Some("1999.??.??")),
            ("1999.xx.xx", Some("1999.??.??")),
            ("---", Some("????.??.??")),
            ("?", Some("????.??.??")),
            ("2021.02.30", None),
            ("2000.??.05", None),
            ("2000.13.01", None),
            ("22.06.2022", None),
            ("2000.1.1.1", None),
            ("2000.1-1", None),
            ("20000101", Some("2000.01.01")),
            ("8???.?.", None),
            ("2000.aa.01", None),
            ("", None),
        ] {
            assert_eq!(read(text.as_bytes()).as_deref(), date, "{text}");
        }
    }
}
