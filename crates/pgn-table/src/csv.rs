//! Rows as CSV (RFC 4180): lines end with CR LF, quotes are doubled, and the first line has the names of the
//! columns.

use std::io::Write as _;

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
                let (year, month, day) = civil(days);
                put(out, format_args!("{year:04}-{month:02}-{day:02}"));
            }
            Value::Map(pairs) => {
                let mut json = String::from("{");
                for (at, (name, value)) in pairs.enumerate() {
                    if at > 0 {
                        json.push(',');
                    }
                    push_json(name, &mut json);
                    json.push(':');
                    push_json(value, &mut json);
                }
                json.push('}');
                cell(&json, formulas, out);
            }
        }
    }
    out.extend_from_slice(b"\r\n");
}

fn put(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to a `Vec` never fails.
    let _ = write!(out, "{value}");
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

fn push_json(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            c if u32::from(c) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
}

/// Returns the year, month and day of a number of days since 1970-01-01, in the Gregorian calendar.
fn civil(days: i32) -> (i64, i64, i64) {
    // Days since 0000-03-01, so that a leap day is the last day of its year.
    let days = i64::from(days) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, day)
}

/// Returns the number of days since 1970-01-01 of a date in the Gregorian calendar, or `None` if there is no
/// such day.
#[must_use]
pub fn days(year: i32, month: u32, day: u32) -> Option<i32> {
    let shifted = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let month_from_march = i32::try_from((month + 9) % 12).ok()?;
    let day_of_year = (153 * month_from_march + 2) / 5 + i32::try_from(day).ok()? - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    let days = era * 146_097 + day_of_era - 719_468;
    let is_there = civil(days) == (i64::from(year), i64::from(month), i64::from(day));
    is_there.then_some(days)
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
        for at in (-800_000..800_000).step_by(997) {
            let (year, month, day) = civil(at);
            let as_u32 = |n| u32::try_from(n).unwrap();
            assert_eq!(days(i32::try_from(year).unwrap(), as_u32(month), as_u32(day)), Some(at));
        }
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
