//! The text of cells of CSV and TSV.

use std::io::Write as _;

use chrono::NaiveDate;
use memchr::{memchr, memchr3};

/// How a table is written as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dialect {
    /// What separates the cells of a line.
    pub delimiter: Delimiter,
    /// Whether cells that a spreadsheet would run as formulas are escaped.
    pub formulas: Formulas,
}

/// What separates the cells of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Delimiter {
    /// A comma: CSV, whose lines end with CR LF.
    Comma = b',',
    /// A tab: TSV, whose lines end with LF, so that tools of the shell find no CR in the last cell.
    Tab = b'\t',
}

impl Delimiter {
    /// Returns the delimiter as a byte.
    #[must_use]
    #[inline(always)]
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// Returns the end of each line.
    #[must_use]
    #[inline]
    pub fn line_end(self) -> &'static [u8] {
        match self {
            Delimiter::Comma => b"\r\n",
            Delimiter::Tab => b"\n",
        }
    }
}

/// Whether cells that a spreadsheet would run as formulas are escaped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulas {
    /// Text is written unchanged.
    AsTheyAre,
    /// Text that begins with `=`, `+`, `-`, `@`, a tab or a line end gets an apostrophe in front, unless it is one of these
    /// signs alone.
    Guarded,
}

impl Formulas {
    /// Returns the value for `--csv-safe`.
    #[must_use]
    pub fn of(is_safe: bool) -> Formulas {
        if is_safe { Formulas::Guarded } else { Formulas::AsTheyAre }
    }

    /// Returns the text to write before `text` in its cell: an apostrophe, or nothing.
    #[must_use]
    pub fn guard(self, text: &str) -> &'static str {
        // A sign alone, such as the Round `-`, is text.
        let is_formula = matches!(
            text.as_bytes(),
            [b'=' | b'+' | b'-' | b'@', _, ..] | [b'\t' | b'\r' | b'\n', ..]
        );
        if self == Formulas::Guarded && is_formula { "'" } else { "" }
    }
}

/// Returns the number of bytes of the first cell of a row, with the delimiter before it; `None` if the row has no cells.
pub(crate) fn text_len(row: &[u8], delimiter: Delimiter) -> Option<usize> {
    let text = row.strip_prefix(&[delimiter.byte()])?;
    let mut is_quoted = false;
    let is_end = |byte: &u8| {
        // A quote within a cell is two.
        is_quoted ^= *byte == b'"';
        *byte == delimiter.byte() && !is_quoted
    };
    Some(1 + text.iter().position(is_end).unwrap_or(text.len()))
}

/// Appends an integer.
pub(crate) fn int(number: i64, out: &mut Vec<u8>) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = number.unsigned_abs();
    loop {
        at -= 1;
        digits[at] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if number < 0 {
        out.push(b'-');
    }
    out.extend_from_slice(&digits[at..]);
}

/// Appends a floating-point number.
pub(crate) fn float(number: f64, out: &mut Vec<u8>) {
    // Most numbers are whole, such as the seconds of clocks.
    #[expect(clippy::cast_possible_truncation, reason = "compared with the number")]
    let whole = number as i32;
    if f64::from(whole) == number && number.is_sign_positive() {
        return int(whole.into(), out);
    }
    // Nearly all others have one decimal. Numbers of up to 15 digits are distinct, so this text is also the shortest.
    let tenths = (number * 10.0).round();
    if (1.0..1e15).contains(&tenths) && (tenths / 10.0).to_bits() == number.to_bits() {
        #[expect(clippy::cast_possible_truncation, reason = "less than 1e15")]
        let tenths = tenths as i64;
        int(tenths / 10, out);
        if tenths % 10 > 0 {
            out.extend_from_slice(&[b'.', b'0' + (tenths % 10) as u8]);
        }
        return;
    }
    put(out, number);
}

/// Appends a date, given by days since 1970-01-01; nothing if it is outside of the calendar.
pub(crate) fn date(days: i32, out: &mut Vec<u8>) {
    if let Some(date) = NaiveDate::from_epoch_days(days) {
        put(out, date);
    }
}

/// Appends names and values as a JSON object.
pub(crate) fn map<'p>(
    pairs: impl Iterator<Item = (&'p str, &'p str)>,
    dialect: Dialect,
    out: &mut Vec<u8>,
) {
    let mut object = Vec::from(b"{");
    for (name, value) in pairs {
        if object.len() > 1 {
            object.push(b',');
        }
        for (part, end) in [(name, b":".as_slice()), (value, b"")] {
            // Writing to a `Vec` never fails.
            let _ = serde_json::to_writer(&mut object, part);
            object.extend_from_slice(end);
        }
    }
    object.push(b'}');
    text(&String::from_utf8_lossy(&object), dialect, out);
}

fn put(out: &mut Vec<u8>, value: impl std::fmt::Display) {
    // Writing to a `Vec` never fails.
    let _ = write!(out, "{value}");
}

/// Appends a text. An empty one is quoted, to distinguish it from a missing value.
pub(crate) fn text(text: &str, dialect: Dialect, out: &mut Vec<u8>) {
    if text.is_empty() {
        out.extend_from_slice(b"\"\"");
    } else {
        push_quoted(text, dialect, out);
    }
}

/// Returns true if a cell has the text unchanged in any [`Dialect`].
pub(crate) fn is_plain(text: &[u8]) -> bool {
    !matches!(text.first(), None | Some(b'=' | b'+' | b'-' | b'@'))
        && text.iter().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b','))
}

/// Appends a text, in quotes if a cell with it needs them.
pub fn push_quoted(text: &str, dialect: Dialect, out: &mut Vec<u8>) {
    let apostrophe = dialect.formulas.guard(text);
    let bytes = text.as_bytes();
    if memchr3(b'"', dialect.delimiter.byte(), b'\n', bytes).is_none()
        && memchr(b'\r', bytes).is_none()
    {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_guarded() {
        for (text, guard) in
            [("-", ""), ("=", ""), ("-1", "'"), ("@x", "'"), ("\t", "'"), ("x", ""), ("", "")]
        {
            assert_eq!(Formulas::Guarded.guard(text), guard, "{text:?}");
            assert_eq!(Formulas::AsTheyAre.guard(text), "");
        }
    }

    #[test]
    fn numbers() {
        let text = |put: &dyn Fn(&mut Vec<u8>)| {
            let mut out = Vec::new();
            put(&mut out);
            String::from_utf8(out).unwrap()
        };
        for number in [0, 1, -1, 10, i64::MAX, i64::MIN] {
            assert_eq!(text(&|out| int(number, out)), number.to_string());
        }
        let check = |number: f64| assert_eq!(text(&|out| float(number, out)), number.to_string());
        for number in [0.0, -0.0, 7141.0, 598.1, -3.0, -0.1, 0.1 + 0.2, 4e9, 1e300, f64::NAN] {
            check(number);
        }
        for n in 0..20_000 {
            check(f64::from(n) / 10.0);
            check(f64::from(n) * 0.1);
            check(f64::from(n) / 100.0);
            check(99_999_999_980_000.0 + f64::from(n) / 10.0);
        }
    }
}
