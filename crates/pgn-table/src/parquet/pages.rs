//! The chunk of a column: its pages, each compressed, and the metadata that the file needs.

use std::{cell::RefCell, ops::Range};

use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    column::{
        page::{CompressedPage, Page, PageWriter as _},
        writer::ColumnCloseResult,
    },
    errors::ParquetError,
    file::{
        metadata::ColumnChunkMetaData,
        writer::{SerializedPageWriter, TrackedWrite},
    },
    schema::types::ColumnDescPtr,
};
use zstd::bulk::Compressor;

use super::{
    dictionary::Dictionary,
    leaf::{Leaf, Values, statistics},
    levels::Levels,
    runs::push_levels,
};
use crate::ColumnEncoding;

/// The maximum number of rows of a page.
const PAGE_ROWS: usize = 1 << 16;

/// The number of bytes of values in plain encoding that a page is to have.
const PAGE_BYTES: usize = 1 << 20;

/// Encodes a column of a row group: as a dictionary if it is to have one and its values are suitable, otherwise the
/// values themselves. Returns its bytes, and the metadata that the file needs.
pub(super) fn encode(
    column: &ColumnDescPtr,
    leaves: &[&Leaf<'_>],
) -> Result<(Vec<u8>, ColumnCloseResult), ParquetError> {
    let (mut defined, mut repeated) = (Levels::default(), Levels::default());
    for leaf in leaves {
        defined.extend(&leaf.defined);
        repeated.extend(&leaf.repeated);
    }
    let n_missing = defined.count(|level| level < column.max_def_level());
    let is_repetitive = leaves.iter().all(|leaf| leaf.encoding == ColumnEncoding::Dictionary);
    let dictionary = if is_repetitive { Dictionary::of(leaves) } else { None };
    let values: Vec<&Values<'_>> = match &dictionary {
        Some(dictionary) => vec![&dictionary.distinct],
        None => leaves.iter().map(|leaf| &leaf.values).collect(),
    };
    let mut sink = TrackedWrite::new(Vec::new());
    let out = SerializedPageWriter::new(&mut sink);
    let mut pages = Pages { out, n_stored: 0, n_uncompressed: 0 };
    let (dictionary_offset, data_offset) = match &dictionary {
        Some(dictionary) => {
            let offset = pages.write_dictionary(&dictionary.distinct)?;
            let push = |range, out: &mut Vec<u8>| dictionary.push_numbers(range, out);
            let encoding = Encoding::RLE_DICTIONARY;
            let at = pages.write_data(column, &defined, &repeated, encoding, PAGE_ROWS, push)?;
            (Some(offset), at)
        }
        None => {
            let n_bytes: usize = values.iter().map(|values| values.plain_len()).sum();
            let rows = defined.len().div_ceil(n_bytes.div_ceil(PAGE_BYTES).max(1));
            let push = |range, out: &mut Vec<u8>| push_plain(&values, range, out);
            let (encoding, rows) = (Encoding::PLAIN, rows.min(PAGE_ROWS));
            (None, pages.write_data(column, &defined, &repeated, encoding, rows, push)?)
        }
    };
    let encodings = [Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY];
    let n_encodings = if dictionary.is_some() { 3 } else { 2 };
    let mut metadata = ColumnChunkMetaData::builder(ColumnDescPtr::clone(column))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_encodings(encodings[..n_encodings].to_vec())
        .set_total_compressed_size(signed(pages.n_stored))
        .set_total_uncompressed_size(signed(pages.n_uncompressed))
        .set_num_values(signed(defined.len() as u64))
        .set_dictionary_page_offset(dictionary_offset)
        .set_data_page_offset(data_offset);
    if let Some(statistics) = statistics(&values, n_missing as u64) {
        metadata = metadata.set_statistics(statistics);
    }
    let n_repeats = repeated.count(|level| level > 0);
    let close = ColumnCloseResult {
        bytes_written: pages.n_stored,
        rows_written: (defined.len() - n_repeats) as u64,
        metadata: metadata.build()?,
        bloom_filter: None,
        column_index: None,
        offset_index: None,
    };
    Ok((sink.into_inner()?, close))
}

/// A writer of the pages of a column.
struct Pages<'a> {
    out: SerializedPageWriter<'a, Vec<u8>>,
    /// The number of bytes of the pages, with their headers.
    n_stored: u64,
    /// The number of bytes that the pages would have without compression.
    n_uncompressed: u64,
}

impl Pages<'_> {
    /// Writes a page, which has `len` bytes without compression. Returns its offset.
    fn write(&mut self, page: Page, len: usize) -> Result<i64, ParquetError> {
        let written = self.out.write_page(CompressedPage::new(page, len))?;
        self.n_stored += written.compressed_size as u64;
        self.n_uncompressed += written.uncompressed_size as u64;
        Ok(signed(written.offset))
    }

    /// Writes the distinct values of a dictionary. Returns the offset of the page.
    fn write_dictionary(&mut self, distinct: &Values<'_>) -> Result<i64, ParquetError> {
        let mut values = Vec::with_capacity(distinct.plain_len());
        distinct.push_plain(0..distinct.len(), &mut values);
        let page = Page::DictionaryPage {
            buf: compress(&values)?.into(),
            num_values: number(distinct.len())?,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        };
        self.write(page, values.len())
    }

    /// Writes the data pages of a column in `encoding`, each with about `page_rows` rows. `push` appends a range of the
    /// values that are not missing. Returns the offset of the first page.
    fn write_data(
        &mut self,
        column: &ColumnDescPtr,
        defined: &Levels,
        repeated: &Levels,
        encoding: Encoding,
        page_rows: usize,
        push: impl Fn(Range<usize>, &mut Vec<u8>),
    ) -> Result<i64, ParquetError> {
        let most_defined = column.max_def_level();
        let repeats = repeated.to_vec();
        let (mut first_offset, mut from, mut value) = (None, 0, 0);
        while from < defined.len() {
            let end = end_of_page(from + page_rows, defined.len(), &repeats);
            let mut page = Vec::new();
            if column.max_rep_level() > 0 {
                push_levels(&repeated.part(&(from..end)), column.max_rep_level(), &mut page);
            }
            let defined = defined.part(&(from..end));
            push_levels(&defined, most_defined, &mut page);
            let values = value..value + defined.count(|level| level == most_defined);
            value = values.end;
            push(values, &mut page);
            let data = Page::DataPage {
                buf: compress(&page)?.into(),
                num_values: number(end - from)?,
                encoding,
                def_level_encoding: Encoding::RLE,
                rep_level_encoding: Encoding::RLE,
                statistics: None,
            };
            let offset = self.write(data, page.len())?;
            first_offset.get_or_insert(offset);
            from = end;
        }
        Ok(first_offset.unwrap_or_default())
    }
}

/// Appends a range of the values of several parts in plain encoding.
fn push_plain(parts: &[&Values<'_>], range: Range<usize>, out: &mut Vec<u8>) {
    let mut first = 0;
    for part in parts {
        let [from, end] = [range.start, range.end].map(|at| at.clamp(first, first + part.len()));
        part.push_plain(from - first..end - first, out);
        first += part.len();
    }
}

/// Returns a page with compression.
fn compress(page: &[u8]) -> Result<Vec<u8>, ParquetError> {
    thread_local! {
        /// The compressor of the thread: to make one takes longer than to compress a small page.
        static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    }
    let compressed = COMPRESSOR.with_borrow_mut(|compressor| match compressor {
        Some(compressor) => compressor.compress(page),
        None => {
            let level = ZstdLevel::default().compression_level();
            compressor.insert(Compressor::new(level)?).compress(page)
        }
    });
    compressed.map_err(|error| ParquetError::External(error.into()))
}

fn number(n: usize) -> Result<u32, ParquetError> {
    u32::try_from(n).map_err(|error| ParquetError::External(error.into()))
}

fn signed(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Returns the end of a page that is to end at `end`. A row is never split.
fn end_of_page(end: usize, len: usize, repeated: &[i16]) -> usize {
    let mut end = end.min(len);
    while repeated.get(end).is_some_and(|&level| level > 0) {
        end += 1;
    }
    end
}
