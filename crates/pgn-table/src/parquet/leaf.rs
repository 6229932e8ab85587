//! The values of a column, before they are encoded.

use std::ops::Range;

use parquet::{data_type::ByteArray, errors::ParquetError};

use crate::ColumnEncoding;

/// The values of a column in the current row group.
///
/// Missing values are left out. `defined` has the definition level of each row; `repeated` has the repetition
/// levels of a map.
pub(super) struct Leaf {
    pub(super) encoding: ColumnEncoding,
    pub(super) values: Values,
    pub(super) defined: Vec<i16>,
    pub(super) repeated: Vec<i16>,
}

/// Values of a column, by type.
pub(super) enum Values {
    Text(Texts),
    Int(Vec<i64>),
    Float(Vec<f64>),
    Date(Vec<i32>),
}

/// Concatenated texts, as a buffer for each one would take more memory than its bytes.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) bytes: Vec<u8>,
    ends: Vec<usize>,
    /// The bytes, once all texts were added.
    pub(super) shared: ByteArray,
}

impl Texts {
    pub(super) fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.ends.push(self.bytes.len());
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut from = 0;
        self.ends.iter().map(move |&end| {
            let text = &self.shared.data()[from..end];
            from = end;
            text
        })
    }

    /// Returns the texts of a range.
    pub(super) fn values(&self, range: Range<usize>) -> Vec<ByteArray> {
        let mut from = range.start.checked_sub(1).map_or(0, |before| self.ends[before]);
        let of_end = |&end: &usize| {
            let text = self.shared.slice(from, end - from);
            from = end;
            text
        };
        self.ends[range].iter().map(of_end).collect()
    }
}

/// The number of levels that are passed to the library at a time, a multiple of its own batch size.
const BATCH: usize = 8 << 10;

impl Leaf {
    /// Calls `write` with the range of the values and with the levels of each batch, in order.
    pub(super) fn batches(
        &self,
        mut write: impl FnMut(Range<usize>, &[i16], Option<&[i16]>) -> Result<(), ParquetError>,
    ) -> Result<(), ParquetError> {
        let deepest = if self.repeated.is_empty() { 1 } else { 2 };
        let (mut from, mut value) = (0, 0);
        while from < self.defined.len() {
            let mut end = (from + BATCH).min(self.defined.len());
            // A row is never split.
            while self.repeated.get(end).is_some_and(|&level| level > 0) {
                end += 1;
            }
            let defined = &self.defined[from..end];
            let n_values = defined.iter().filter(|&&level| level == deepest).count();
            write(value..value + n_values, defined, self.repeated.get(from..end))?;
            (from, value) = (end, value + n_values);
        }
        Ok(())
    }

    pub(super) fn new(encoding: ColumnEncoding, values: Values) -> Leaf {
        Leaf { encoding, values, defined: Vec::new(), repeated: Vec::new() }
    }

    pub(super) fn texts(&self) -> Option<&Texts> {
        if let Values::Text(texts) = &self.values { Some(texts) } else { None }
    }

    pub(super) fn ints(&self) -> Option<&[i64]> {
        if let Values::Int(ints) = &self.values { Some(ints) } else { None }
    }

    pub(super) fn floats(&self) -> Option<&[f64]> {
        if let Values::Float(floats) = &self.values { Some(floats) } else { None }
    }

    pub(super) fn dates(&self) -> Option<&[i32]> {
        if let Values::Date(dates) = &self.values { Some(dates) } else { None }
    }
}
