//! Columns, and rows as byte strings.

use crate::{
    cell::{self, Dialect},
    text::Text,
};

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
    /// Names and values: a map in Parquet, a JSON object in CSV and TSV.
    Map,
}

/// The form of the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellFormat {
    /// Text of CSV or TSV, with a delimiter before each cell.
    Text(Dialect),
    /// Binary values, which [`crate::parquet`] reads.
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

const MISSING: u8 = 0;
const TEXT: u8 = 1;
const INT: u8 = 2;
const FLOAT: u8 = 3;
const DATE: u8 = 4;
const MAP: u8 = 5;
/// A text of few bytes, as [`Text`] stores it.
const SHORT_TEXT: u8 = 6;

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

    /// Appends a missing value.
    #[inline]
    pub fn missing(&mut self) {
        self.out.push(match self.form {
            CellFormat::Text(dialect) => dialect.delimiter.byte(),
            CellFormat::Values => MISSING,
        });
    }

    /// Appends a cell of text, which begins with the delimiter.
    #[inline(always)]
    fn cell(&mut self, dialect: Dialect, push: impl FnOnce(&mut Vec<u8>)) {
        self.out.push(dialect.delimiter.byte());
        push(self.out);
    }

    /// Appends a text.
    #[inline]
    pub fn text(&mut self, text: Option<&str>) {
        let Some(text) = text else { return self.missing() };
        match self.form {
            CellFormat::Text(dialect) => self.cell(dialect, |out| cell::text(text, dialect, out)),
            CellFormat::Values => self.tagged_text(text.as_bytes()),
        }
    }

    /// Appends a text of printable ASCII that no dialect quotes or escapes: not empty, without commas and quotes, and
    /// no formula.
    #[inline]
    pub fn plain(&mut self, text: Option<&[u8]>) {
        let Some(text) = text else { return self.missing() };
        debug_assert!(cell::is_plain(text), "{}", text.escape_ascii());
        match self.form {
            CellFormat::Text(dialect) => self.cell(dialect, |out| out.extend_from_slice(text)),
            CellFormat::Values => self.tagged_text(text),
        }
    }

    #[inline]
    fn tagged_text(&mut self, text: &[u8]) {
        match Text::new(text) {
            Text::Short(word) => self.tagged(SHORT_TEXT, word.to_le_bytes()),
            Text::Long(text) => {
                let [a, b, c, d] = len_bytes(text.len());
                self.out.extend_from_slice(&[TEXT, a, b, c, d]);
                self.out.extend_from_slice(text);
            }
        }
    }

    /// Appends an integer.
    #[inline]
    pub fn int(&mut self, number: Option<i64>) {
        let Some(number) = number else { return self.missing() };
        match self.form {
            CellFormat::Text(dialect) => self.cell(dialect, |out| cell::int(number, out)),
            CellFormat::Values => self.tagged(INT, number.to_le_bytes()),
        }
    }

    /// Appends a floating-point number.
    #[inline]
    pub fn float(&mut self, number: Option<f64>) {
        let Some(number) = number else { return self.missing() };
        match self.form {
            CellFormat::Text(dialect) => self.cell(dialect, |out| cell::float(number, out)),
            CellFormat::Values => self.tagged(FLOAT, number.to_le_bytes()),
        }
    }

    /// Appends a tag and a value in one store.
    #[inline]
    fn tagged(&mut self, tag: u8, value: [u8; 8]) {
        let mut cell = [tag; 9];
        cell[1..].copy_from_slice(&value);
        self.out.extend_from_slice(&cell);
    }

    /// Appends a date as days since 1970-01-01.
    pub fn date(&mut self, days: Option<i32>) {
        let Some(days) = days else { return self.missing() };
        match self.form {
            CellFormat::Text(dialect) => self.cell(dialect, |out| cell::date(days, out)),
            CellFormat::Values => {
                self.out.push(DATE);
                self.out.extend_from_slice(&days.to_le_bytes());
            }
        }
    }

    /// Appends a map of names and values.
    pub fn map<'p>(&mut self, pairs: impl ExactSizeIterator<Item = (&'p str, &'p str)>) {
        if let CellFormat::Text(dialect) = self.form {
            return self.cell(dialect, |out| cell::map(pairs, dialect, out));
        }
        self.out.push(MAP);
        self.out.extend_from_slice(&len_bytes(pairs.len()));
        for (name, value) in pairs {
            for text in [name, value] {
                self.out.extend_from_slice(&len_bytes(text.len()));
                self.out.extend_from_slice(text.as_bytes());
            }
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
        if let Some(head) = self.out.get_mut(self.start..self.start + HEAD) {
            head.copy_from_slice(&len_bytes(len));
        }
    }
}

/// Returns a length as bytes. Rows are smaller than 4 GiB, as games are.
#[inline]
fn len_bytes(len: usize) -> [u8; 4] {
    u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes()
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

    /// Yields the offset where each cell ends.
    pub(crate) fn ends(self, form: CellFormat) -> impl Iterator<Item = usize> {
        let mut end = 0;
        std::iter::from_fn(move || {
            let rest = &self.0[end..];
            end += match form {
                CellFormat::Text(dialect) => cell::text_len(rest, dialect.delimiter),
                CellFormat::Values => value_len(rest),
            }?;
            Some(end)
        })
    }

    /// Returns a reader of the cells. The row must have the form [`CellFormat::Values`].
    pub(crate) fn cells(self) -> CellReader<'a> {
        CellReader(self.0)
    }
}

/// Reads the cells of a row one by one, each by the type of its column. Cells after the last one are missing.
pub(crate) struct CellReader<'a>(&'a [u8]);

/// The error for a cell of another type than its column.
#[derive(Debug)]
pub(crate) struct OtherType;

impl<'a> CellReader<'a> {
    #[inline(always)]
    pub(crate) fn text(&mut self) -> Result<Option<Text<'a>>, OtherType> {
        if self.0.first() == Some(&TEXT) {
            return Ok(self.cell(TEXT, take)?.map(Text::Long));
        }
        Ok(self.cell(SHORT_TEXT, chunk)?.map(|word| Text::Short(u64::from_le_bytes(word))))
    }

    #[inline(always)]
    pub(crate) fn int(&mut self) -> Result<Option<i64>, OtherType> {
        Ok(self.cell(INT, chunk)?.map(i64::from_le_bytes))
    }

    #[inline(always)]
    pub(crate) fn float(&mut self) -> Result<Option<f64>, OtherType> {
        Ok(self.cell(FLOAT, chunk)?.map(f64::from_le_bytes))
    }

    #[inline(always)]
    pub(crate) fn date(&mut self) -> Result<Option<i32>, OtherType> {
        Ok(self.cell(DATE, chunk)?.map(i32::from_le_bytes))
    }

    pub(crate) fn map(&mut self) -> Result<Option<Pairs<'a>>, OtherType> {
        self.cell(MAP, skip_pairs)
    }

    /// Reads the next cell, whose value begins after `tag`. `None`: the value is missing.
    #[inline(always)]
    fn cell<T>(
        &mut self,
        tag: u8,
        read: impl FnOnce(&'a [u8]) -> Option<(T, &'a [u8])>,
    ) -> Result<Option<T>, OtherType> {
        let Some((&found, rest)) = self.0.split_first() else { return Ok(None) };
        if found == tag {
            let (value, rest) = read(rest).ok_or(OtherType)?;
            self.0 = rest;
            return Ok(Some(value));
        }
        self.0 = rest;
        if found == MISSING { Ok(None) } else { Err(OtherType) }
    }
}

/// Returns the number of bytes of the cell with a value at the start of `bytes`; `None` if there is none.
fn value_len(bytes: &[u8]) -> Option<usize> {
    let (&tag, value) = bytes.split_first()?;
    let rest = match tag {
        TEXT => take(value)?.1,
        SHORT_TEXT | INT | FLOAT => chunk::<8>(value)?.1,
        DATE => chunk::<4>(value)?.1,
        MAP => skip_pairs(value)?.1,
        _ => value,
    };
    Some(bytes.len() - rest.len())
}

#[inline(always)]
fn chunk<const N: usize>(bytes: &[u8]) -> Option<([u8; N], &[u8])> {
    bytes.split_first_chunk().map(|(chunk, rest)| (*chunk, rest))
}

/// Returns the bytes after a length, and the rest.
#[inline(always)]
fn take(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk::<HEAD>()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*len)).ok()?)
}

/// An iterator over the names and values of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<'a> {
    n: u32,
    rest: &'a [u8],
}

/// Returns the map at the start of `bytes`, and the bytes after it.
fn skip_pairs(bytes: &[u8]) -> Option<(Pairs<'_>, &[u8])> {
    let (n, pairs) = chunk(bytes)?;
    let n = u32::from_le_bytes(n);
    let mut rest = pairs;
    for _ in 0..2 * u64::from(n) {
        rest = take(rest)?.1;
    }
    Some((Pairs { n, rest: pairs }, rest))
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
        assert_eq!(rows(&bytes).count(), 2);
        let mut cells = rows(&bytes).last().unwrap().cells();
        assert_eq!(cells.text().unwrap(), Some(Text::new(b"a,b")));
        assert_eq!((cells.int().unwrap(), cells.float().unwrap()), (Some(-3), None));
        assert_eq!(cells.date().unwrap(), Some(19_000));
        let pairs = cells.map().unwrap().unwrap();
        assert_eq!(pairs.collect::<Vec<_>>(), [(&b"x"[..], &b"y"[..]), (b"", b"z")]);
        assert_eq!((cells.float().unwrap(), cells.int().unwrap()), (Some(0.5), None));
        assert!(rows(&bytes).next().unwrap().cells().int().is_err());
    }
}
