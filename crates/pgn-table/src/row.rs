//! Columns, and rows as byte strings.

use crate::cell::{self, Formulas};

/// The type of a column's values. Every value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DataType {
    /// UTF-8 text.
    Text,
    /// 64-bit integers.
    Int,
    /// 64-bit floating-point numbers.
    Float,
    /// Dates, as the number of days since 1970-01-01.
    Date,
    /// Names and values: a map in Parquet, a JSON object in CSV.
    Map,
}

/// The form of the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellFormat {
    /// Text of CSV, with a comma before each cell.
    Csv(Formulas),
    /// Binary values, which [`Row::values`] reads.
    Values,
}

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// The type of its values.
    pub data_type: DataType,
    /// How Parquet stores its values.
    pub encoding: ColumnEncoding,
}

/// How a column is stored in Parquet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnEncoding {
    /// Each distinct value once, and its index in each row: for values that are repeated.
    Dictionary,
    /// The difference from the row before: for integers that do not decrease.
    Differences,
    /// The values themselves: for values that are rarely repeated.
    Plain,
}

impl Column {
    /// Returns a column that is stored as a dictionary.
    #[must_use]
    pub const fn new(name: &'static str, data_type: DataType) -> Column {
        Column { name, data_type, encoding: ColumnEncoding::Dictionary }
    }

    /// Returns the column with another encoding. Only integers can be stored as differences.
    #[must_use]
    pub const fn stored_as(self, encoding: ColumnEncoding) -> Column {
        Column { encoding, ..self }
    }
}

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A missing value.
    Missing,
    /// Text in UTF-8.
    Text(&'a [u8]),
    /// An integer.
    Int(i64),
    /// A floating-point number.
    Float(f64),
    /// Days since 1970-01-01.
    Date(i32),
    /// Names and values.
    Map(Pairs<'a>),
}

const MISSING: u8 = 0;
const TEXT: u8 = 1;
const INT: u8 = 2;
const FLOAT: u8 = 3;
const DATE: u8 = 4;
const MAP: u8 = 5;

/// The number of bytes of the length before a row.
pub(crate) const HEAD: usize = 4;

/// A builder that appends rows to a buffer, value by value, in the order of the columns.
#[derive(Debug)]
pub struct RowBuilder<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    form: CellFormat,
}

impl<'a> RowBuilder<'a> {
    /// Begins a row at the end of `out`.
    #[must_use]
    #[inline]
    pub fn begin(out: &'a mut Vec<u8>, form: CellFormat) -> RowBuilder<'a> {
        let start = out.len();
        out.extend_from_slice(&[0; HEAD]);
        RowBuilder { out, start, form }
    }

    /// Continues the row that begins at the offset `start` of `out`, which has not been ended.
    #[must_use]
    #[inline]
    pub fn resume(out: &'a mut Vec<u8>, start: usize, form: CellFormat) -> RowBuilder<'a> {
        RowBuilder { out, start, form }
    }

    /// Begins the next cell. Returns how formulas are written in CSV; `None` if values are binary.
    #[inline]
    fn cell(&mut self, tag: u8) -> Option<Formulas> {
        match self.form {
            CellFormat::Csv(formulas) => {
                self.out.push(b',');
                Some(formulas)
            }
            CellFormat::Values => {
                self.out.push(tag);
                None
            }
        }
    }

    /// Appends a missing value.
    #[inline]
    pub fn missing(&mut self) {
        self.cell(MISSING);
    }

    /// Appends a text.
    #[inline]
    pub fn text(&mut self, text: Option<&str>) {
        let Some(text) = text else { return self.missing() };
        match self.cell(TEXT) {
            Some(formulas) => cell::text(text, formulas, self.out),
            None => self.bytes(text),
        }
    }

    /// Appends an integer.
    #[inline]
    pub fn int(&mut self, number: Option<i64>) {
        let Some(number) = number else { return self.missing() };
        match self.cell(INT) {
            Some(_) => cell::int(number, self.out),
            None => self.out.extend_from_slice(&number.to_le_bytes()),
        }
    }

    /// Appends a floating-point number.
    #[inline]
    pub fn float(&mut self, number: Option<f64>) {
        let Some(number) = number else { return self.missing() };
        match self.cell(FLOAT) {
            Some(_) => cell::float(number, self.out),
            None => self.out.extend_from_slice(&number.to_le_bytes()),
        }
    }

    /// Appends a date as days since 1970-01-01.
    pub fn date(&mut self, days: Option<i32>) {
        let Some(days) = days else { return self.missing() };
        match self.cell(DATE) {
            Some(_) => cell::date(days, self.out),
            None => self.out.extend_from_slice(&days.to_le_bytes()),
        }
    }

    /// Appends a map of names and values.
    pub fn map<'p>(&mut self, pairs: impl ExactSizeIterator<Item = (&'p str, &'p str)>) {
        if let Some(formulas) = self.cell(MAP) {
            return cell::map(pairs, formulas, self.out);
        }
        self.len(pairs.len());
        for (name, value) in pairs {
            self.bytes(name);
            self.bytes(value);
        }
    }

    /// Appends all cells of another row of the same form.
    #[inline]
    pub fn cells_of(&mut self, row: Row<'_>) {
        self.out.extend_from_slice(row.0);
    }

    /// Ends the row.
    #[inline]
    pub fn end(self) {
        let len = self.out.len() - self.start - HEAD;
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        if let Some(head) = self.out.get_mut(self.start..self.start + HEAD) {
            head.copy_from_slice(&len.to_le_bytes());
        }
    }

    #[inline]
    fn bytes(&mut self, text: &str) {
        self.len(text.len());
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Appends a length. Rows are smaller than 4 GiB, as games are.
    #[inline]
    fn len(&mut self, len: usize) {
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        self.out.extend_from_slice(&len.to_le_bytes());
    }
}

/// The cells of a row as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a>(pub(crate) &'a [u8]);

/// Yields the rows of a buffer that [`RowBuilder`] has filled.
pub fn rows(bytes: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (row, after) = take(rest)?;
        rest = after;
        Some(Row(row))
    })
}

impl<'a> Row<'a> {
    /// A row without cells.
    pub const EMPTY: Row<'static> = Row(&[]);

    /// Yields the values in the order of the columns. The row must have the form [`CellFormat::Values`].
    pub fn values(self) -> impl Iterator<Item = Value<'a>> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let (&tag, after) = rest.split_first()?;
            let (value, after) = read(tag, after)?;
            rest = after;
            Some(value)
        })
    }
}

/// Returns the bytes after a length, and the rest.
#[inline(always)]
fn take(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk::<HEAD>()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*len)).ok()?)
}

#[inline(always)]
fn read(tag: u8, bytes: &[u8]) -> Option<(Value<'_>, &[u8])> {
    Some(match tag {
        TEXT => {
            let (text, rest) = take(bytes)?;
            (Value::Text(text), rest)
        }
        INT => {
            let (number, rest) = bytes.split_first_chunk::<8>()?;
            (Value::Int(i64::from_le_bytes(*number)), rest)
        }
        FLOAT => {
            let (number, rest) = bytes.split_first_chunk::<8>()?;
            (Value::Float(f64::from_le_bytes(*number)), rest)
        }
        DATE => {
            let (days, rest) = bytes.split_first_chunk::<4>()?;
            (Value::Date(i32::from_le_bytes(*days)), rest)
        }
        MAP => {
            let (n, pairs) = bytes.split_first_chunk::<HEAD>()?;
            let n = u32::from_le_bytes(*n);
            let mut rest = pairs;
            for _ in 0..2 * u64::from(n) {
                rest = take(rest)?.1;
            }
            (Value::Map(Pairs { n, rest: pairs }), rest)
        }
        _ => (Value::Missing, bytes),
    })
}

/// An iterator over the names and values of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pairs<'a> {
    n: u32,
    rest: &'a [u8],
}

impl<'a> Iterator for Pairs<'a> {
    type Item = (&'a [u8], &'a [u8]);

    fn next(&mut self) -> Option<(&'a [u8], &'a [u8])> {
        self.n = self.n.checked_sub(1)?;
        let (name, rest) = take(self.rest)?;
        let (value, rest) = take(rest)?;
        self.rest = rest;
        Some((name, value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_back() {
        let mut bytes = Vec::new();
        for text in ["", "a,b"] {
            let mut row = RowBuilder::begin(&mut bytes, CellFormat::Values);
            row.text(Some(text));
            row.int(Some(-3));
            row.float(None);
            row.date(Some(19_000));
            row.map([("x", "y"), ("", "z")].into_iter());
            row.float(Some(0.5));
            row.end();
        }
        let all: Vec<Vec<Value<'_>>> = rows(&bytes).map(|row| row.values().collect()).collect();
        assert_eq!(all.len(), 2);
        assert_eq!(
            all[1][..4],
            [Value::Text(b"a,b"), Value::Int(-3), Value::Missing, Value::Date(19_000)]
        );
        let Value::Map(pairs) = all[1][4] else { panic!() };
        assert_eq!(pairs.collect::<Vec<_>>(), [(&b"x"[..], &b"y"[..]), (b"", b"z")]);
        assert_eq!(all[1][5], Value::Float(0.5));
    }
}
