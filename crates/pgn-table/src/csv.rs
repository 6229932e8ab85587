//! Rows as CSV (RFC 4180): lines end with CR LF, quotes are doubled, and the first line has the names of the
//! columns.

use std::io::Write as _;

use chrono::NaiveDate;

use crate::{Column, Row, Value};

/// Whether cells that a spreadsheet would run as formulas are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// Text is written unchanged.
    AsTheyAre,
    /// Text that begins with `=`, `+`, `-`, `@`, a tab or a line end gets an apostrophe in front.
    Quoted,
}

impl Formulas {
    /// Returns `Quoted` if `is_safe` is true, the value of the option against formulas.
    #[must_use]
    pub fn of(is_safe: bool) -> Formulas {
        if is_safe { Formulas::Quoted } else { Formulas::AsTheyAre }
    }

    /// Returns the text to write before `text` in its cell: an apostrophe, or nothing.
    #[must_use]
    pub fn guard(self, text: &str) -> &'static str {
        let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
        if self == Formulas::Quoted && is_formula { "'" } else { "" }
    }
}

/// Appends the line with the names of the columns.
pub fn header(columns: &[Column], out: &mut Vec<u8>) {
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    out.extend_from_slice(names.join(",").as_bytes());
    out.extend_from_slice(b"\r\n");
}

/// Appends a row as one line.
pub fn row(row: Row<'_>, formulas: Formulas, out: &mut Vec<u8>) {
    for (at, value) in row.values().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        match value {
            Value::Missing => (),
            Value::Text(text) => cell(text, formulas, out),
            Value::Int(number) => put(out, number),
            Value::Float(number) => put(out, number),
            Value::Date(days) => {
                if let Some(date) = NaiveDate::from_epoch_days(days) {
                    put(out, date);
                }
            }
            Value::Map(pairs) => {
                let pairs = pairs.map(|(name, value)| format!("{}:{}", json(name), json(value)));
                cell(&format!("{{{}}}", pairs.collect::<Vec<_>>().join(",")), formulas, out);
            }
        }
    }
    out.extend_from_slice(b"\r\n");
}

fn put(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to a `Vec` never fails.
    let _ = write!(out, "{value}");
}

/// Returns a text as a string of JSON.
fn json(text: &str) -> serde_json::Value {
    text.into()
}

fn cell(text: &str, formulas: Formulas, out: &mut Vec<u8>) {
    let apostrophe = formulas.guard(text);
    // An empty text is quoted, to distinguish it from a missing value.
    if !text.is_empty() && !text.contains(['"', ',', '\r', '\n']) {
        out.extend_from_slice(apostrophe.as_bytes());
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.push(b'"');
    out.extend_from_slice(apostrophe.as_bytes());
    for (at, part) in text.split('"').enumerate() {
        if at > 0 {
            out.extend_from_slice(b"\"\"");
        }
        out.extend_from_slice(part.as_bytes());
    }
    out.push(b'"');
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
    use crate::{RowBuilder, rows};

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
        let mut builder = RowBuilder::begin(&mut bytes);
        builder.text(Some(text));
        builder.int(None);
        builder.end();
        let mut out = Vec::new();
        for it in rows(&bytes) {
            row(it, formulas, &mut out);
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
        check("=1+1", Formulas::Quoted, "'=1+1");
        check("-,", Formulas::Quoted, "\"'-,\"");
        check("e=1", Formulas::Quoted, "e=1");
    }
}
