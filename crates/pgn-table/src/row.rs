//! Columns, and rows as byte strings.

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

/// A column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: &'static str,
    /// The type of its values.
    pub data_type: DataType,
}

/// A value of a row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value<'a> {
    /// A missing value.
    Missing,
    /// Text.
    Text(&'a str),
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
const HEAD: usize = 4;

/// A builder that appends rows to a buffer, value by value, in the order of the columns.
#[derive(Debug)]
pub struct RowBuilder<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
}

impl<'a> RowBuilder<'a> {
    /// Begins a row at the end of `out`.
    #[must_use]
    pub fn begin(out: &'a mut Vec<u8>) -> RowBuilder<'a> {
        let start = out.len();
        out.extend_from_slice(&[0; HEAD]);
        RowBuilder { out, start }
    }

    /// Appends a missing value.
    pub fn missing(&mut self) {
        self.out.push(MISSING);
    }

    /// Appends a text.
    pub fn text(&mut self, text: Option<&str>) {
        match text {
            None => self.missing(),
            Some(text) => {
                self.out.push(TEXT);
                self.bytes(text);
            }
        }
    }

    /// Appends an integer.
    pub fn int(&mut self, number: Option<i64>) {
        match number {
            None => self.missing(),
            Some(number) => {
                self.out.push(INT);
                self.out.extend_from_slice(&number.to_le_bytes());
            }
        }
    }

    /// Appends a floating-point number.
    pub fn float(&mut self, number: Option<f64>) {
        match number {
            None => self.missing(),
            Some(number) => {
                self.out.push(FLOAT);
                self.out.extend_from_slice(&number.to_le_bytes());
            }
        }
    }

    /// Appends a date as days since 1970-01-01.
    pub fn date(&mut self, days: Option<i32>) {
        match days {
            None => self.missing(),
            Some(days) => {
                self.out.push(DATE);
                self.out.extend_from_slice(&days.to_le_bytes());
            }
        }
    }

    /// Appends a map of names and values.
    pub fn map<'p>(&mut self, pairs: impl ExactSizeIterator<Item = (&'p str, &'p str)>) {
        self.out.push(MAP);
        self.len(pairs.len());
        for (name, value) in pairs {
            self.bytes(name);
            self.bytes(value);
        }
    }

    /// Appends all values of another row.
    pub fn values_of(&mut self, row: Row<'_>) {
        self.out.extend_from_slice(row.0);
    }

    /// Ends the row.
    pub fn end(self) {
        let len = self.out.len() - self.start - HEAD;
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        if let Some(head) = self.out.get_mut(self.start..self.start + HEAD) {
            head.copy_from_slice(&len.to_le_bytes());
        }
    }

    fn bytes(&mut self, text: &str) {
        self.len(text.len());
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Appends a length. Rows are smaller than 4 GiB, as games are.
    fn len(&mut self, len: usize) {
        let len = u32::try_from(len).unwrap_or(u32::MAX);
        self.out.extend_from_slice(&len.to_le_bytes());
    }
}

/// A row as bytes.
#[derive(Clone, Copy, Debug)]
pub struct Row<'a>(&'a [u8]);

/// Returns the rows of a buffer that [`RowBuilder`] has filled.
pub fn rows(bytes: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (row, after) = take(rest)?;
        rest = after;
        Some(Row(row))
    })
}

impl<'a> Row<'a> {
    /// Returns the number of bytes of the values.
    pub(crate) fn n_bytes(self) -> usize {
        self.0.len()
    }

    /// Returns the values in the order of the columns.
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

/// Returns the bytes behind a length, and the rest.
fn take(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (len, rest) = bytes.split_first_chunk::<HEAD>()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*len)).ok()?)
}

fn take_text(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let (text, rest) = take(bytes)?;
    Some((std::str::from_utf8(text).ok()?, rest))
}

fn read(tag: u8, bytes: &[u8]) -> Option<(Value<'_>, &[u8])> {
    Some(match tag {
        TEXT => {
            let (text, rest) = take_text(bytes)?;
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
    type Item = (&'a str, &'a str);

    fn next(&mut self) -> Option<(&'a str, &'a str)> {
        self.n = self.n.checked_sub(1)?;
        let (name, rest) = take_text(self.rest)?;
        let (value, rest) = take_text(rest)?;
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
            let mut row = RowBuilder::begin(&mut bytes);
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
            [Value::Text("a,b"), Value::Int(-3), Value::Missing, Value::Date(19_000)]
        );
        let Value::Map(pairs) = all[1][4] else { panic!() };
        assert_eq!(pairs.collect::<Vec<_>>(), [("x", "y"), ("", "z")]);
        assert_eq!(all[1][5], Value::Float(0.5));
    }
}
