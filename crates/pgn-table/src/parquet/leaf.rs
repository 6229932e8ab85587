//! The values of a column, before they are encoded.

use std::ops::Range;

use parquet::file::statistics::Statistics;

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

impl<'a> Leaf<'a> {
    pub(super) fn new(encoding: ColumnEncoding, values: Values<'a>) -> Leaf<'a> {
        Leaf { encoding, values, defined: Levels::default(), repeated: Levels::default() }
    }
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

impl<'a> Values<'a> {
    pub(super) fn len(&self) -> usize {
        match self {
            Values::Text(all) | Values::Keys(all) => all.len(),
            Values::Int(all) => all.len(),
            Values::Float(all) => all.len(),
            Values::Date(all) => all.len(),
        }
    }

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

    pub(super) fn texts(&self) -> Option<&[Text<'a>]> {
        match self {
            Values::Text(texts) | Values::Keys(texts) => Some(texts),
            _ => None,
        }
    }

    pub(super) fn ints(&self) -> Option<&[i64]> {
        if let Values::Int(ints) = self { Some(ints) } else { None }
    }

    pub(super) fn floats(&self) -> Option<&[f64]> {
        if let Values::Float(floats) = self { Some(floats) } else { None }
    }

    pub(super) fn dates(&self) -> Option<&[i32]> {
        if let Values::Date(dates) = self { Some(dates) } else { None }
    }

    /// Returns the number of bytes that the values take in plain encoding.
    pub(super) fn plain_len(&self) -> usize {
        match self {
            Values::Text(all) | Values::Keys(all) => all.iter().map(Text::plain_len).sum(),
            Values::Int(all) => size_of_val(&**all),
            Values::Float(all) => size_of_val(&**all),
            Values::Date(all) => size_of_val(&**all),
        }
    }

    /// Appends values in plain encoding.
    pub(super) fn push_plain(&self, range: Range<usize>, out: &mut Vec<u8>) {
        match self {
            Values::Text(all) | Values::Keys(all) => {
                all[range].iter().for_each(|text| text.push_plain(out));
            }
            Values::Int(all) => all[range].iter().for_each(|n| out.extend(n.to_le_bytes())),
            Values::Float(all) => all[range].iter().for_each(|n| out.extend(n.to_le_bytes())),
            Values::Date(all) => all[range].iter().for_each(|days| out.extend(days.to_le_bytes())),
        }
    }
}

/// Returns the statistics of a column: minimum, maximum and number of missing values. Returns `None` for texts, whose
/// minimum and maximum let no reader skip data.
pub(super) fn statistics(parts: &[&Values<'_>], n_missing: u64) -> Option<Statistics> {
    let nulls = Some(n_missing);
    Some(match parts.first()? {
        Values::Text(_) | Values::Keys(_) => return None,
        Values::Int(_) => {
            let ints = || parts.iter().filter_map(|part| part.ints()).flatten().copied();
            Statistics::int64(ints().min(), ints().max(), None, nulls, false)
        }
        Values::Float(_) => {
            let floats = || parts.iter().filter_map(|part| part.floats()).flatten().copied();
            // The format requires -0.0 as a minimum and +0.0 as a maximum, because zeros of both signs are equal.
            let least = floats().reduce(f64::min).map(|it| if it == 0.0 { -0.0 } else { it });
            let most = floats().reduce(f64::max).map(|it| if it == 0.0 { 0.0 } else { it });
            Statistics::double(least, most, None, nulls, false)
        }
        Values::Date(_) => {
            let dates = || parts.iter().filter_map(|part| part.dates()).flatten().copied();
            Statistics::int32(dates().min(), dates().max(), None, nulls, false)
        }
    })
}
