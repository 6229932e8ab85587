//! The chunk of a column as a dictionary: each distinct value once, and the number of the value for each row.
//!
//! The library can write dictionaries, too, but packs numbers into as few bits as possible, so that zstd finds no
//! repetitions in them. Here they take whole bytes.

use std::{
    cell::RefCell,
    cmp::Reverse,
    collections::hash_map::{Entry, HashMap},
    hash::Hash,
};

use ahash::RandomState;
use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    column::{
        page::{CompressedPage, Page, PageWriter as _},
        writer::ColumnCloseResult,
    },
    errors::ParquetError,
    file::{
        metadata::ColumnChunkMetaData,
        statistics::Statistics,
        writer::{SerializedPageWriter, TrackedWrite},
    },
    schema::types::ColumnDescPtr,
};
use zstd::bulk::Compressor;

use super::{
    leaf::{Leaf, Values},
    levels::Levels,
};
use crate::text::Text;

/// The maximum number of bytes of the values of a dictionary. A column with more has too few repetitions.
const MAX_BYTES: usize = 1 << 20;

/// The maximum number of rows of a page.
const PAGE_ROWS: usize = 1 << 16;

/// Minimum number of distinct values of a dictionary that is sorted, so that the values themselves take less space. In
/// a smaller dictionary the most frequent values come first, so that the indices take less.
const IN_ORDER: usize = 1 << 12;

/// The distinct values of a column, and the number of each value.
struct Numbered<K> {
    distinct: Vec<K>,
    numbers: Vec<u16>,
}

/// A value of a column that may have a dictionary.
trait Item: Copy + Ord + Hash {
    /// Returns the value as a number that no other value of the column has; `None` for long texts.
    fn as_word(&self) -> Option<u64>;

    /// Returns true if the values are equal.
    #[inline(always)]
    fn equals(&self, other: &Self) -> bool {
        self == other
    }
}

impl Item for Text<'_> {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        if let Text::Short(word) = *self { Some(word) } else { None }
    }

    #[inline(always)]
    fn equals(&self, other: &Self) -> bool {
        self.is_same(*other)
    }
}

impl Item for i64 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(self.cast_unsigned())
    }
}

impl Item for u64 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(*self)
    }
}

impl Item for i32 {
    #[inline(always)]
    fn as_word(&self) -> Option<u64> {
        Some(self.cast_unsigned().into())
    }
}

/// A direct-mapped cache of the numbers of short values, in front of the hash map.
struct Recent(Vec<(u64, Option<u16>)>);

impl Recent {
    const BITS: u32 = 12;

    fn new() -> Recent {
        Recent(vec![(0, None); 1 << Recent::BITS])
    }

    /// Returns the place of a value.
    #[inline(always)]
    fn place(&mut self, word: u64) -> Option<&mut (u64, Option<u16>)> {
        let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (u64::BITS - Recent::BITS);
        self.0.get_mut(usize::try_from(mixed).ok()?)
    }

    /// Returns the number of a value.
    #[inline(always)]
    fn get(&mut self, word: Option<u64>) -> Option<u16> {
        let word = word?;
        match *self.place(word)? {
            (known, number) if known == word => number,
            _ => None,
        }
    }

    fn set(&mut self, word: Option<u64>, number: u16) {
        if let Some(word) = word
            && let Some(place) = self.place(word)
        {
            *place = (word, Some(number));
        }
    }
}

impl<K: Item> Numbered<K> {
    /// Numbers the keys that `key` makes of the values of `parts`; `len` returns the number of bytes of a key. Returns
    /// `None` if there are too many distinct keys.
    fn of<'p, V: Copy + 'p>(
        parts: impl Iterator<Item = &'p [V]>,
        key: impl Fn(V) -> K,
        len: impl Fn(&K) -> usize,
    ) -> Option<Numbered<K>> {
        let mut known: HashMap<K, u16, RandomState> = HashMap::default();
        let (mut distinct, mut counts) = (Vec::new(), Vec::<u32>::new());
        let (mut numbers, mut n_bytes, mut last) = (Vec::new(), 0, None);
        let mut recent = Recent::new();
        for part in parts {
            numbers.reserve(part.len());
            for &value in part {
                let value = key(value);
                let word = value.as_word();
                let number = match (word, last) {
                    (None, Some((before, number))) if value.equals(&before) => number,
                    _ => match recent.get(word) {
                        Some(number) => number,
                        None => {
                            let number = match known.entry(value) {
                                Entry::Occupied(entry) => *entry.get(),
                                Entry::Vacant(entry) => {
                                    n_bytes += len(&value);
                                    let number = u16::try_from(distinct.len()).ok();
                                    let number = number.filter(|_| n_bytes <= MAX_BYTES)?;
                                    distinct.push(value);
                                    counts.push(0);
                                    *entry.insert(number)
                                }
                            };
                            recent.set(word, number);
                            number
                        }
                    },
                };
                counts[usize::from(number)] += 1;
                numbers.push(number);
                if word.is_none() {
                    last = Some((value, number));
                }
            }
        }
        let mut order: Vec<u16> = (0..=u16::MAX).take(distinct.len()).collect();
        match order.len() {
            ..IN_ORDER => order.sort_by_key(|&number| Reverse(counts[usize::from(number)])),
            _ => order.sort_unstable_by_key(|&number| distinct[usize::from(number)]),
        }
        let mut rank = vec![0; order.len()];
        for (new, &old) in (0..=u16::MAX).zip(&order) {
            rank[usize::from(old)] = new;
        }
        numbers.iter_mut().for_each(|number| *number = rank[usize::from(*number)]);
        let distinct = order.into_iter().map(|number| distinct[usize::from(number)]).collect();
        Some(Numbered { distinct, numbers })
    }

    /// Returns the distinct values in plain encoding with the numbers of all values.
    fn with_values(self, push: impl Fn(&K, &mut Vec<u8>)) -> Dictionary {
        let mut values = Vec::new();
        self.distinct.iter().for_each(|value| push(value, &mut values));
        let n_values = self.distinct.len();
        Dictionary { values, n_values, numbers: self.numbers, statistics: None }
    }
}

/// The dictionary of a column.
struct Dictionary {
    /// The distinct values in plain encoding.
    values: Vec<u8>,
    n_values: usize,
    /// The number of each value.
    numbers: Vec<u16>,
    /// The least and the greatest value, for columns of numbers.
    statistics: Option<Statistics>,
}

impl Dictionary {
    /// Returns the dictionary of a column, `None` if it has too many distinct values or none.
    fn of(leaves: &[&Leaf<'_>], n_missing: u64) -> Option<Dictionary> {
        let (all, nulls) = (leaves.iter(), Some(n_missing));
        let dictionary = match &leaves.first()?.values {
            Values::Text(_) | Values::Keys(_) => {
                let texts = all.filter_map(|leaf| leaf.texts());
                let found = Numbered::of(texts, |it| it, |text| text.len() + size_of::<u32>())?;
                found.with_values(|text, out| {
                    let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
                    out.extend_from_slice(&len.to_le_bytes());
                    text.with_bytes(|bytes| out.extend_from_slice(bytes));
                })
            }
            Values::Int(_) => {
                let ints = all.filter_map(|leaf| leaf.ints());
                let found = Numbered::of(ints, |it| it, |_| size_of::<i64>())?;
                let [least, most] = [found.distinct.iter().min(), found.distinct.iter().max()];
                let (least, most) = (least.copied(), most.copied());
                let statistics = Statistics::int64(least, most, None, nulls, false);
                let dictionary =
                    found.with_values(|n, out| out.extend_from_slice(&n.to_le_bytes()));
                Dictionary { statistics: Some(statistics), ..dictionary }
            }
            Values::Float(_) => {
                let floats = all.filter_map(|leaf| leaf.floats());
                let found = Numbered::of(floats, f64::to_bits, |_| size_of::<f64>())?;
                let values = || found.distinct.iter().map(|&bits| f64::from_bits(bits));
                // A zero may have either sign.
                let least = values().reduce(f64::min).map(|it| if it == 0.0 { -0.0 } else { it });
                let most = values().reduce(f64::max).map(|it| if it == 0.0 { 0.0 } else { it });
                let statistics = Statistics::double(least, most, None, nulls, false);
                let dictionary =
                    found.with_values(|bits, out| out.extend_from_slice(&bits.to_le_bytes()));
                Dictionary { statistics: Some(statistics), ..dictionary }
            }
            Values::Date(_) => {
                let dates = all.filter_map(|leaf| leaf.dates());
                let found = Numbered::of(dates, |it| it, |_| size_of::<i32>())?;
                let [least, most] = [found.distinct.iter().min(), found.distinct.iter().max()];
                let (least, most) = (least.copied(), most.copied());
                let statistics = Statistics::int32(least, most, None, nulls, false);
                let dictionary =
                    found.with_values(|days, out| out.extend_from_slice(&days.to_le_bytes()));
                Dictionary { statistics: Some(statistics), ..dictionary }
            }
        };
        (dictionary.n_values > 0).then_some(dictionary)
    }
}

/// Encodes a column of a row group. Returns its bytes, and the metadata that the file needs; `None` if the values are
/// not suitable for a dictionary.
pub(super) fn encode(
    column: &ColumnDescPtr,
    leaves: &[&Leaf<'_>],
) -> Result<Option<(Vec<u8>, ColumnCloseResult)>, ParquetError> {
    let most_defined = column.max_def_level();
    let (mut defined, mut repeated) = (Levels::default(), Levels::default());
    for leaf in leaves {
        defined.extend(&leaf.defined);
        repeated.extend(&leaf.repeated);
    }
    let n_levels = defined.len();
    let n_missing = defined.count(|level| level < most_defined);
    let Some(dictionary) = Dictionary::of(leaves, n_missing as u64) else { return Ok(None) };
    let width = if dictionary.n_values > 1 << 8 { 2 } else { 1 };
    let level = ZstdLevel::default();
    let mut sink = TrackedWrite::new(Vec::new());
    let mut pages = SerializedPageWriter::new(&mut sink);
    let (mut n_stored, mut n_uncompressed) = (0, 0);
    let buf = compress(&dictionary.values, level)?.into();
    let num_values = number(dictionary.n_values)?;
    let page =
        Page::DictionaryPage { buf, num_values, encoding: Encoding::PLAIN, is_sorted: false };
    let mut write = |page, len| -> Result<u64, ParquetError> {
        let written = pages.write_page(CompressedPage::new(page, len))?;
        n_stored += written.compressed_size;
        n_uncompressed += written.uncompressed_size;
        Ok(written.offset)
    };
    let dictionary_offset = write(page, dictionary.values.len())?;
    let (mut data_offset, mut from, mut value) = (None, 0, 0);
    let repeats = repeated.to_vec();
    while from < n_levels {
        let end = end_of_page(from, n_levels, &repeats);
        let mut page = Vec::new();
        if column.max_rep_level() > 0 {
            push_levels(&repeated.part(&(from..end)), column.max_rep_level(), &mut page);
        }
        let defined = defined.part(&(from..end));
        push_levels(&defined, most_defined, &mut page);
        let n_values = defined.count(|level| level == most_defined);
        push_numbers(&dictionary.numbers[value..value + n_values], width, &mut page);
        let data = Page::DataPage {
            buf: compress(&page, level)?.into(),
            num_values: number(end - from)?,
            encoding: Encoding::RLE_DICTIONARY,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        };
        let offset = write(data, page.len())?;
        data_offset.get_or_insert(offset);
        (from, value) = (end, value + n_values);
    }
    let signed = |n: u64| i64::try_from(n).unwrap_or(i64::MAX);
    let mut metadata = ColumnChunkMetaData::builder(ColumnDescPtr::clone(column))
        .set_compression(Compression::ZSTD(level))
        .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
        .set_total_compressed_size(signed(n_stored as u64))
        .set_total_uncompressed_size(signed(n_uncompressed as u64))
        .set_num_values(signed(n_levels as u64))
        .set_dictionary_page_offset(Some(signed(dictionary_offset)))
        .set_data_page_offset(signed(data_offset.unwrap_or_default()));
    if let Some(statistics) = dictionary.statistics {
        metadata = metadata.set_statistics(statistics);
    }
    let n_repeats = repeated.count(|level| level > 0);
    let close = ColumnCloseResult {
        bytes_written: n_stored as u64,
        rows_written: (n_levels - n_repeats) as u64,
        metadata: metadata.build()?,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    Ok(Some((sink.into_inner()?, close)))
}

/// Returns a page with compression.
fn compress(page: &[u8], level: ZstdLevel) -> Result<Vec<u8>, ParquetError> {
    thread_local! {
        /// The compressor of the thread: to make one takes longer than to compress a small page.
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    let compressed = COMPRESSOR.with_borrow_mut(|compressor| match compressor {
        Some(compressor) => compressor.compress(page),
        None => compressor.insert(Compressor::new(level.compression_level())?).compress(page),
    });
    compressed.map_err(|error| ParquetError::External(error.into()))
}

fn number(n: usize) -> Result<u32, ParquetError> {
    u32::try_from(n).map_err(|error| ParquetError::External(error.into()))
}

/// Returns the end of the page that begins at `from`. A row is never split.
fn end_of_page(from: usize, len: usize, repeated: &[i16]) -> usize {
    let mut end = (from + PAGE_ROWS).min(len);
    while repeated.get(end).is_some_and(|&level| level > 0) {
        end += 1;
    }
    end
}

/// Appends levels of up to 3, with the number of their bytes before them.
fn push_levels(levels: &Levels, most: i16, out: &mut Vec<u8>) {
    let at = out.len();
    out.extend_from_slice(&[0; 4]);
    // The bits fit a byte, as levels are at most 3.
    let bits = |level: i16| level.to_le_bytes()[0] & 3;
    if let Some(level) = levels.single() {
        push_varint(levels.len() << 1, out);
        out.push(bits(level));
    } else {
        let levels = levels.to_vec();
        let width = if most > 1 { 2 } else { 1 };
        push_varint(levels.len().div_ceil(8) << 1 | 1, out);
        for eight in levels.chunks(8) {
            let levels = eight.iter().rev().map(|&level| u16::from(bits(level)));
            let packed = levels.fold(0, |all, level| all << width | level);
            out.extend_from_slice(&packed.to_le_bytes()[..width]);
        }
    }
    let len = u32::try_from(out.len() - at - 4).unwrap_or(u32::MAX);
    out[at..at + 4].copy_from_slice(&len.to_le_bytes());
}

/// Appends numbers of `width` bytes, with the number of their bits before them.
fn push_numbers(numbers: &[u16], width: usize, out: &mut Vec<u8>) {
    out.push(if width == 1 { 8 } else { 16 });
    let max_runs = numbers.len() / LONG_RUN;
    if numbers.chunk_by(|a, b| a == b).take(max_runs + 1).count() <= max_runs {
        for run in numbers.chunk_by(|a, b| a == b) {
            push_varint(run.len() << 1, out);
            out.extend_from_slice(&run[0].to_le_bytes()[..width]);
        }
        return;
    }
    let n_groups = numbers.len().div_ceil(8);
    push_varint(n_groups << 1 | 1, out);
    let end = out.len() + 8 * n_groups * width;
    if width == 1 {
        out.extend(numbers.iter().map(|number| number.to_le_bytes()[0]));
    } else {
        let from = out.len();
        out.resize(end, 0);
        for (place, number) in out[from..].chunks_exact_mut(2).zip(numbers) {
            place.copy_from_slice(&number.to_le_bytes());
        }
    }
    out.resize(end, 0);
}

/// The mean number of equal numbers in a row from which they are stored as runs.
const LONG_RUN: usize = 16;

/// Appends a number in groups of seven bits, the lowest first.
fn push_varint(mut number: usize, out: &mut Vec<u8>) {
    while number > 0x7F {
        out.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    out.push(number.to_le_bytes()[0]);
}
