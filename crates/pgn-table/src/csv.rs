//! Rows as CSV (RFC 4180): lines end with CR LF, quotes are doubled, and the first line has the names of the
//! columns.

use chrono::NaiveDate;

use crate::{Column, Row};

pub use crate::cell::{Formulas, push_quoted};

/// Appends the line with the names of the columns.
pub fn header(columns: &[Column], out: &mut Vec<u8>) {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    out.extend_from_slice(names.join(",").as_bytes());
    out.extend_from_slice(b"\r\n");
}

/// Appends a line with the cells of `first`, which may be empty, followed by those of `row`.
pub fn line(first: Row<'_>, row: Row<'_>, out: &mut Vec<u8>) {
    // Each cell has a comma before it.
    match first.0 {
        [_, first @ ..] => {
            out.extend_from_slice(first);
            out.extend_from_slice(row.0);
        }
        [] => out.extend_from_slice(row.0.get(1..).unwrap_or_default()),
    }
    out.extend_from_slice(b"\r\n");
}

/// Returns the number of days since 1970-01-01 of a date in the Gregorian calendar, or `None` if there is no
/// such day.
#[must_use]
pub fn days(year: i32, month: u32, day: u32) -> Option<i32> {
    Some(NaiveDate::from_ymd_opt(year, month, day)?.to_epoch_days())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CellFormat, RowBuilder, rows};

    #[test]
    fn converts_days_and_dates() {
        assert_eq!(days(1970, 1, 1), Some(0));
        assert_eq!(days(2026, 11, 20), Some(20_777));
        assert_eq!(days(1851, 6, 21), Some(-43_293));
        assert_eq!(days(2001, 2, 29), None);
        assert_eq!(days(2000, 2, 29), Some(11_016));
        assert_eq!(days(2000, 13, 1), None);
        assert_eq!(days(2000, 0, 1), None);
        let date = |days| NaiveDate::from_epoch_days(days).map(|date| date.to_string());
        assert_eq!(date(-43_293).as_deref(), Some("1851-06-21"));
        assert_eq!(days(0, 1, 1).and_then(date).as_deref(), Some("0000-01-01"));
    }

    #[track_caller]
    fn check(text: &str, formulas: Formulas, expect: &str) {
        let mut bytes = Vec::new();
        let mut builder = RowBuilder::begin(&mut bytes, CellFormat::Csv(formulas));
        builder.text(Some(text));
        builder.int(None);
        builder.end();
        let mut out = Vec::new();
        for row in rows(&bytes) {
            line(Row::EMPTY, row, &mut out);
        }
        assert_eq!(String::from_utf8(out).unwrap(), format!("{expect},\r\n"));
    }

    #[test]
    fn escapes_cells() {
        check("a b", Formulas::AsTheyAre, "a b");
        check("a,b", Formulas::AsTheyAre, "\"a,b\"");
        check("\"x\"\n", Formulas::AsTheyAre, "\"\"\"x\"\"\n\"");
        check("", Formulas::AsTheyAre, "\"\"");
        check("=1+1", Formulas::AsTheyAre, "=1+1");
        check("=1+1", Formulas::Guarded, "'=1+1");
        check("-,", Formulas::Guarded, "\"'-,\"");
        check("e=1", Formulas::Guarded, "e=1");
    }
}
