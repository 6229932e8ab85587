//! Rows as CSV (RFC 4180) or TSV: the first line has the names of the columns, a cell with a delimiter, a quote or a line
//! end is in quotes, and quotes in it are doubled. Lines of CSV end with CR LF, those of TSV with LF.

use chrono::NaiveDate;

use crate::{Column, Row};

pub use crate::cell::{Delimiter, Dialect, Formulas, push_quoted};

/// Appends the line with the names of the columns.
pub fn header(columns: &[Column], delimiter: Delimiter, out: &mut Vec<u8>) {
    for (at, column) in columns.iter().enumerate() {
        if at > 0 {
            out.push(delimiter.byte());
        }
        out.extend_from_slice(column.name.as_bytes());
    }
    out.extend_from_slice(delimiter.line_end());
}

/// Appends a line with the cells of `first`, which may be empty, followed by those of `row`.
pub fn line(first: Row<'_>, row: Row<'_>, delimiter: Delimiter, out: &mut Vec<u8>) {
    // Each cell has a delimiter before it.
    match first.0 {
        [_, first @ ..] => {
            out.extend_from_slice(first);
            out.extend_from_slice(row.0);
        }
        [] => out.extend_from_slice(row.0.get(1..).unwrap_or_default()),
    }
    out.extend_from_slice(delimiter.line_end());
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
        check_in(Delimiter::Comma, text, formulas, &format!("{expect},\r\n"));
    }

    #[track_caller]
    fn check_in(delimiter: Delimiter, text: &str, formulas: Formulas, expect: &str) {
        let mut bytes = Vec::new();
        let mut builder =
            RowBuilder::begin(&mut bytes, CellFormat::Text(Dialect { delimiter, formulas }));
        builder.text(Some(text));
        builder.int(None);
        builder.end();
        let mut out = Vec::new();
        for row in rows(&bytes) {
            line(Row::EMPTY, row, delimiter, &mut out);
        }
        assert_eq!(String::from_utf8(out).unwrap(), expect);
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

    #[test]
    fn escapes_cells_of_tsv() {
        let check = |text, formulas, expect| check_in(Delimiter::Tab, text, formulas, expect);
        check("Tal, Mihail", Formulas::AsTheyAre, "Tal, Mihail\t\n");
        check("a\tb", Formulas::AsTheyAre, "\"a\tb\"\t\n");
        check("\"x\"", Formulas::AsTheyAre, "\"\"\"x\"\"\"\t\n");
        check("a\rb", Formulas::AsTheyAre, "\"a\rb\"\t\n");
        check("", Formulas::AsTheyAre, "\"\"\t\n");
        check("=1,2", Formulas::Guarded, "'=1,2\t\n");
    }
}
