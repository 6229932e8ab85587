//! The values of a column, before they are encoded.

use std::ops::Range;

use parquet::{data_type::ByteArray, errors::ParquetError};

use super::levels::Levels;
use crate::{ColumnEncoding, text::Text};

/// The values of a column in the current row group.
///
/// Missing values are left out. `defined` has the definition level of each row; `repeated` has the repetition
/// levels of a map.
pub(super) struct Leaf<'a> {
    pub(super) encoding: ColumnEncoding,
    pub(super) values: Values<'a>,
    pub(super) defined: Levels,
    pub(super) repeated: Levels,
}

/// Values of a column, by type.
pub(super) enum Values<'a> {
    Text(Vec<Text<'a>>),
    /// The keys of maps. The next column has their values.
    Keys(Vec<Text<'a>>),
    Int(Vec<i64>),
    Float(Vec<f64>),
    Date(Vec<i32>),
}

impl Values<'_> {
    /// Reserves capacity for `n` more values if there are values already.
    pub(super) fn reserve(&mut self, n: usize) {
        fn reserve<T>(all: &mut Vec<T>, n: usize) {
            if !all.is_empty() {
                all.reserve(n);
            }
        }
        match self {
            Values::Text(all) | Values::Keys(all) => reserve(all, n),
            Values::Int(all) => reserve(all, n),
            Values::Float(all) => reserve(all, n),
            Values::Date(all) => reserve(all, n),
        }
    }
}

/// Returns texts as values of the library, which share one buffer.
pub(super) fn byte_arrays(texts: &[Text<'_>]) -> Vec<ByteArray> {
    let mut all = Vec::with_capacity(texts.iter().map(|text| text.len()).sum());
    texts.iter().for_each(|text| text.with_bytes(|bytes| all.extend_from_slice(bytes)));
    let shared = ByteArray::from(all);
    let mut from = 0;
    let of_text = |text: &Text<'_>| {
        let value = shared.slice(from, text.len());
        from += text.len();
        value
    };
    texts.iter().map(of_text).collect()
}

/// The number of levels that are passed to the library at a time, a multiple of its own batch size.
const BATCH: usize = 8 << 10;

impl<'a> Leaf<'a> {
    /// Calls `write` with the range of the values and with the levels of each batch, in order.
    pub(super) fn batches(
        &self,
        mut write: impl FnMut(Range<usize>, &[i16], Option<&[i16]>) -> Result<(), ParquetError>,
    ) -> Result<(), ParquetError> {
        let (all_defined, repeated) = (self.defined.to_vec(), self.repeated.to_vec());
        let deepest = if repeated.is_empty() { 1 } else { 2 };
        let (mut from, mut value) = (0, 0);
        while from < all_defined.len() {
            let mut end = (from + BATCH).min(all_defined.len());
            // A row is never split.
            while repeated.get(end).is_some_and(|&level| level > 0) {
                end += 1;
            }
            let defined = &all_defined[from..end];
            let n_values = defined.iter().filter(|&&level| level == deepest).count();
            write(value..value + n_values, defined, repeated.get(from..end))?;
            (from, value) = (end, value + n_values);
        }
        Ok(())
    }

    pub(super) fn new(encoding: ColumnEncoding, values: Values<'a>) -> Leaf<'a> {
        Leaf { encoding, values, defined: Levels::default(), repeated: Levels::default() }
    }

    pub(super) fn texts(&self) -> Option<&[Text<'a>]> {
        match &self.values {
            Values::Text(texts) | Values::Keys(texts) => Some(texts),
            _ => None,
        }
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
