//! Rows as Apache Parquet, compressed with zstd, in row groups of bounded size.
//!
//! The end of a row group depends on the rows alone, so that the bytes of the file do not depend on how the
//! rows were divided among calls.

mod dictionary;
mod group;
mod leaf;
mod levels;
mod pages;
mod runs;

use std::{
    fmt::{self, Write as _},
    io::{self, Write},
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;
use parquet::{
    basic::{Compression, Encoding, ZstdLevel},
    column::writer::{ColumnCloseResult, ColumnWriterImpl},
    data_type::Int64Type,
    errors::ParquetError,
    file::{
        properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr},
        writer::{SerializedFileWriter, SerializedPageWriter, TrackedWrite},
    },
    schema::{
        parser::parse_message_type,
        types::{ColumnDescPtr, ColumnPath},
    },
};
use rayon::prelude::*;

use self::{
    group::{Group, Piece},
    leaf::{Leaf, Values},
};
use crate::{
    Column, ColumnEncoding, DataType, Row,
    row::{OtherType, Pairs},
    rows,
    text::Text,
};

/// A writer of Parquet files.
pub struct Writer<W: Write + Send> {
    file: SerializedFileWriter<Recording<W>>,
    failure: Failure,
    columns: Vec<Column>,
    run: Run,
    /// The rows of the current row group.
    group: Group,
}

impl<W: Write + Send> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("columns", &self.columns).finish_non_exhaustive()
    }
}

/// A function that runs the encoding of a row group, which uses `par_iter` of rayon, in a pool.
pub type Run = Box<dyn Fn(&mut (dyn FnMut() + Send)) + Send>;

/// The first error of the output. It is recorded because the library turns some errors into text.
type Failure = Arc<Mutex<Option<io::Error>>>;

/// A writer that passes bytes on and records the first error.
struct Recording<W> {
    out: W,
    failure: Failure,
}

impl<W> Recording<W> {
    fn keep<T>(&self, result: io::Result<T>) -> io::Result<T> {
        match result {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                let copy = io::Error::new(error.kind(), error.to_string());
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert(error);
                Err(copy)
            }
            result => result,
        }
    }
}

impl<W: Write> Write for Recording<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = self.out.write(bytes);
        self.keep(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = self.out.flush();
        self.keep(result)
    }
}

impl<W: Write + Send> Writer<W> {
    /// Begins a file. `table` is the name of the schema, `program` the name of the writing program.
    ///
    /// # Errors
    /// Returns the errors of `out`.
    pub fn new(
        out: W,
        table: &str,
        columns: Vec<Column>,
        program: &str,
        run: Run,
    ) -> io::Result<Writer<W>> {
        let schema = parse_message_type(&schema(table, &columns)).map_err(as_io)?;
        let properties = properties(&columns, program);
        let failure = Failure::default();
        let out = Recording { out, failure: Arc::clone(&failure) };
        let file = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))
            .map_err(|error| error_of(&failure, error))?;
        Ok(Writer { file, failure, columns, run, group: Group::default() })
    }

    /// Writes rows that [`crate::RowBuilder`] has built for these columns.
    ///
    /// # Errors
    /// Returns the errors of the output, and an error for rows of other columns.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let n = rest.len();
            rest = self.group.push(rest);
            if rest.len() == n {
                return Err(as_io(other_columns()));
            }
            if self.group.is_full() {
                self.end_group()?;
            }
        }
        Ok(())
    }

    /// Ends the file and returns the output.
    ///
    /// # Errors
    /// Returns the errors of the output.
    pub fn finish(mut self) -> io::Result<W> {
        self.end_group()?;
        let out = self.file.into_inner().map_err(|error| error_of(&self.failure, error))?;
        Ok(out.out)
    }

    fn end_group(&mut self) -> io::Result<()> {
        if self.group.is_empty() {
            return Ok(());
        }
        self.write_group().map_err(|error| error_of(&self.failure, error))?;
        self.group.clear();
        Ok(())
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let (group, columns) = (&self.group, &self.columns[..]);
        let (schema, properties) = (self.file.schema_descr(), self.file.properties());
        let read = |piece| leaves(piece, columns);
        let mut encoded = Ok(Vec::new());
        if group.len() < IN_PARALLEL {
            let pieces = group.pieces().into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
            let column = |(at, column)| encode(at, column, &pieces, properties);
            encoded = schema.columns().iter().enumerate().map(column).collect();
        } else {
            (self.run)(&mut || {
                let pieces = group.pieces().into_par_iter().map(read);
                encoded = pieces.collect::<Result<Vec<_>, _>>().and_then(|pieces| {
                    let column = |(at, column)| encode(at, column, &pieces, properties);
                    schema.columns().par_iter().enumerate().map(column).collect()
                });
            });
        }
        let mut group = self.file.next_row_group()?;
        for (bytes, close) in encoded? {
            group.append_column(&Bytes::from(bytes), close)?;
        }
        group.close()?;
        Ok(())
    }
}

/// The number of bytes of rows from which a row group is encoded by several threads. Outside of a pool, `par_iter` would
/// start one with a thread for each processor.
const IN_PARALLEL: usize = 1 << 18;

/// Returns the values of rows, by column.
fn leaves<'a>(piece: Piece<'a>, columns: &[Column]) -> Result<Vec<Leaf<'a>>, ParquetError> {
    let mut leaves = Vec::new();
    for column in columns {
        let mut push = |values| leaves.push(Leaf::new(column.encoding, values));
        match column.data_type {
            DataType::Text => push(Values::Text(Vec::new())),
            DataType::Int => push(Values::Int(Vec::new())),
            DataType::Float => push(Values::Float(Vec::new())),
            DataType::Date => push(Values::Date(Vec::new())),
            DataType::Map => {
                push(Values::Keys(Vec::new()));
                push(Values::Text(Vec::new()));
            }
        }
    }
    for (at, row) in rows(piece.bytes).enumerate() {
        add(row, &mut leaves).map_err(|_| other_columns())?;
        if at == 0 {
            // A column that has a value in the first row nearly always has one in each row.
            leaves.iter_mut().for_each(|leaf| leaf.values.reserve(piece.n_rows));
        }
    }
    Ok(leaves)
}

/// Adds the values of a row to those of its columns.
fn add<'a>(row: Row<'a>, leaves: &mut [Leaf<'a>]) -> Result<(), OtherType> {
    let mut cells = row.cells();
    let mut leaves = leaves.iter_mut();
    while let Some(leaf) = leaves.next() {
        let is_defined = match &mut leaf.values {
            Values::Text(all) => push(cells.text()?.map(|text| text.shared_with(all.last())), all),
            Values::Int(all) => push(cells.int()?, all),
            Values::Float(all) => push(cells.float()?, all),
            Values::Date(all) => push(cells.date()?, all),
            Values::Keys(_) => {
                add_map(cells.map()?, leaf, leaves.next().ok_or(OtherType)?)?;
                continue;
            }
        };
        leaf.defined.push(is_defined.into());
    }
    Ok(())
}

/// Adds a value to `all` unless it is missing. Returns false if it is missing.
#[inline(always)]
fn push<T>(value: Option<T>, all: &mut Vec<T>) -> bool {
    value.map(|value| all.push(value)).is_some()
}

/// Encodes the column at the index `at` of a row group. Returns its bytes, and the metadata that the file needs.
fn encode(
    at: usize,
    column: &ColumnDescPtr,
    pieces: &[Vec<Leaf<'_>>],
    properties: &WriterPropertiesPtr,
) -> Result<(Vec<u8>, ColumnCloseResult), ParquetError> {
    let leaves: Vec<&Leaf<'_>> = pieces.iter().filter_map(|piece| piece.get(at)).collect();
    if leaves.iter().any(|leaf| leaf.encoding == ColumnEncoding::Differences) {
        encode_differences(column, &leaves, properties)
    } else {
        pages::encode(column, &leaves)
    }
}

/// Encodes a column of integers as differences, by the writer of the library.
fn encode_differences(
    column: &ColumnDescPtr,
    leaves: &[&Leaf<'_>],
    properties: &WriterPropertiesPtr,
) -> Result<(Vec<u8>, ColumnCloseResult), ParquetError> {
    let mut sink = TrackedWrite::new(Vec::new());
    let pages = Box::new(SerializedPageWriter::new(&mut sink));
    let mut writer = ColumnWriterImpl::<Int64Type>::new(column.clone(), properties.clone(), pages);
    for leaf in leaves {
        let ints = leaf.values.ints().ok_or_else(other_columns)?;
        writer.write_batch(ints, Some(&leaf.defined.to_vec()), None)?;
    }
    let close = writer.close()?;
    Ok((sink.into_inner()?, close))
}

/// Appends a map. The definition levels are 0 for no map, 1 for an empty one, and 2 for an entry.
fn add_map<'a>(
    map: Option<Pairs<'a>>,
    keys: &mut Leaf<'a>,
    values: &mut Leaf<'a>,
) -> Result<(), OtherType> {
    let mut n = 0;
    if let Some(pairs) = map {
        let (Values::Keys(all_keys), Values::Text(all_values)) =
            (&mut keys.values, &mut values.values)
        else {
            return Err(OtherType);
        };
        for (key, value) in pairs {
            all_keys.push(Text::new(key));
            all_values.push(Text::new(value));
            for leaf in [&mut keys.defined, &mut values.defined] {
                leaf.push(2);
            }
            for leaf in [&mut keys.repeated, &mut values.repeated] {
                leaf.push(i16::from(n > 0));
            }
            n += 1;
        }
    }
    if n == 0 {
        let level = i16::from(map.is_some());
        for leaf in [keys, values] {
            leaf.defined.push(level);
            leaf.repeated.push(0);
        }
    }
    Ok(())
}

/// Returns the properties of the file: its compression, its statistics, and the encoding of each column.
fn properties(columns: &[Column], program: &str) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_dictionary_enabled(false)
        .set_offset_index_disabled(true)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_created_by(program.to_owned());
    for column in columns {
        if column.encoding == ColumnEncoding::Differences {
            let path = ColumnPath::from(column.name);
            properties = properties.set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
    }
    properties.build()
}

fn schema(table: &str, columns: &[Column]) -> String {
    let mut text = format!("message {table} {{ ");
    for Column { name, data_type, .. } in columns {
        // Writing to a `String` never fails.
        let _ = match data_type {
            DataType::Text => write!(text, "OPTIONAL BINARY {name} (STRING); "),
            DataType::Int => write!(text, "OPTIONAL INT64 {name}; "),
            DataType::Float => write!(text, "OPTIONAL DOUBLE {name}; "),
            DataType::Date => write!(text, "OPTIONAL INT32 {name} (DATE); "),
            DataType::Map => write!(
                text,
                "OPTIONAL group {name} (MAP) {{ REPEATED group key_value {{ \
                REQUIRED BINARY key (STRING); REQUIRED BINARY value (STRING); }} }} "
            ),
        };
    }
    text.push('}');
    text
}

fn other_columns() -> ParquetError {
    ParquetError::External("a row of another table".into())
}

/// Returns the first error of the output if there was one, otherwise `error`.
fn error_of(failure: &Failure, error: ParquetError) -> io::Error {
    let failure = failure.lock().unwrap_or_else(PoisonError::into_inner).take();
    failure.unwrap_or_else(|| as_io(error))
}

fn as_io(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use parquet::{
        file::{reader::FileReader as _, serialized_reader::SerializedFileReader},
        record::RowAccessor as _,
    };

    use super::*;
    use crate::{CellFormat, RowBuilder};

    const COLUMNS: &[Column] = &[
        Column::new("name", DataType::Text),
        Column::new("n", DataType::Int),
        Column::new("tags", DataType::Map),
        Column::new("seconds", DataType::Float),
        Column::new("day", DataType::Date),
        Column::new("text", DataType::Text).stored_as(ColumnEncoding::Plain),
    ];

    fn writer<W: Write + Send>(out: W) -> io::Result<Writer<W>> {
        Writer::new(out, "games", COLUMNS.to_vec(), "test", Box::new(|encode| encode()))
    }

    /// Returns the text of a row, short, long or missing. Those of a row group fill several pages.
    fn text_of(n: i64) -> Option<String> {
        (n % 4 > 0).then(|| format!("{n:0width$}", width = usize::try_from(n % 4).unwrap() * 20))
    }

    fn make(n_rows: i64) -> Vec<u8> {
        let mut bytes = Vec::new();
        for n in 0..n_rows {
            let name = format!("row {n}");
            let mut row = RowBuilder::begin(&mut bytes, CellFormat::Values);
            row.text(Some(&name).filter(|_| n % 3 > 0).map(String::as_str));
            row.int(Some(n));
            let pairs = [("a", "b"), ("c", "d")];
            let n_pairs = usize::try_from(n % 3).unwrap();
            row.map(pairs[..n_pairs].iter().copied());
            row.float(Some(0.5));
            row.date(Some(1));
            row.text(text_of(n).as_deref());
            row.end();
        }
        bytes
    }

    /// Reads the file with the reader of the library, row by row.
    #[test]
    fn reads_what_was_written() {
        let mut writer = writer(Vec::new()).unwrap();
        writer.write(&make(200_000)).unwrap();
        let file = writer.finish().unwrap();
        let mut stored = tempfile::tempfile().unwrap();
        stored.write_all(&file).unwrap();
        let reader = SerializedFileReader::new(stored).unwrap();
        assert!(reader.num_row_groups() > 1);
        let mut n = 0;
        for row in reader.get_row_iter(None).unwrap() {
            let row = row.unwrap();
            assert_eq!(row.get_long(1).unwrap(), n);
            assert_eq!(row.get_string(0).is_ok(), n % 3 > 0);
            assert_eq!(i64::try_from(row.get_map(2).unwrap().len()).unwrap(), n % 3);
            assert_eq!(row.get_string(5).ok(), text_of(n).as_ref());
            n += 1;
        }
        assert_eq!(n, 200_000);
    }

    /// A column has a dictionary if its values fit one; numbers have one byte or two.
    #[test]
    fn dictionaries_of_any_size() {
        let columns = [
            Column::new("n", DataType::Int),
            Column::new("name", DataType::Text),
            Column::new("run", DataType::Int),
        ];
        for (n_rows, n_distinct) in [(9, 1), (3000, 256), (3000, 257), (82_000, 82_000)] {
            let mut bytes = Vec::new();
            for n in 0..n_rows {
                let mut row = RowBuilder::begin(&mut bytes, CellFormat::Values);
                row.int(Some(n % n_distinct).filter(|n| n % 5 != 3));
                row.text(Some(&(n / 2 % n_distinct).to_string()));
                row.int(Some(n / 40));
                row.end();
            }
            let run: Run = Box::new(|encode| encode());
            let mut writer =
                Writer::new(Vec::new(), "games", columns.to_vec(), "test", run).unwrap();
            writer.write(&bytes).unwrap();
            let mut stored = tempfile::tempfile().unwrap();
            stored.write_all(&writer.finish().unwrap()).unwrap();
            let reader = SerializedFileReader::new(stored).unwrap();
            let column = reader.metadata().row_group(0).column(0).clone();
            assert_eq!(column.dictionary_page_offset().is_some(), n_distinct < 1 << 16);
            let statistics = column.statistics().unwrap();
            assert_eq!(statistics.min_bytes_opt(), Some(&0_i64.to_le_bytes()[..]));
            assert!(statistics.null_count_opt().is_some());
            for (n, row) in (0..).zip(reader.get_row_iter(None).unwrap()) {
                let row = row.unwrap();
                let expect = Some(n % n_distinct).filter(|n| n % 5 != 3);
                assert_eq!(row.get_long(0).ok(), expect);
                assert_eq!(row.get_string(1).unwrap(), &(n / 2 % n_distinct).to_string());
                assert_eq!(row.get_long(2).unwrap(), n / 40);
            }
        }
    }

    #[test]
    fn division_of_rows_does_not_matter() {
        let bytes = make(150_000);
        let mut whole = writer(Vec::new()).unwrap();
        whole.write(&bytes).unwrap();
        let mut pieces = writer(Vec::new()).unwrap();
        let mut from = 0;
        let mut ends = Vec::new();
        for row in rows(&bytes) {
            from += 4 + row.0.len();
            ends.push(from);
        }
        let mut from = 0;
        for end in ends.iter().step_by(7).chain(ends.last()) {
            pieces.write(&bytes[from..*end]).unwrap();
            from = *end;
        }
        assert!(whole.finish().unwrap() == pieces.finish().unwrap());
    }

    /// An output that accepts this number of bytes and then fails with a broken pipe.
    #[derive(Clone)]
    struct LimitedPipe(usize);

    impl Write for LimitedPipe {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            let n = bytes.len().min(self.0);
            self.0 -= n;
            Ok(n)
        }

        fn flush(&mut self) -> io::Result<()> {
            if self.0 == 0 { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn returns_errors_of_the_output_at_any_offset() {
        let bytes = make(20);
        let write = |out: LimitedPipe| {
            let mut writer = writer(out)?;
            writer.write(&bytes)?;
            writer.end_group()?;
            writer.finish()?.flush()
        };
        let mut file = writer(Vec::new()).unwrap();
        file.write(&bytes).unwrap();
        let len = file.finish().unwrap().len();
        for n in 0..len {
            let error = write(LimitedPipe(n)).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe, "{n} of {len}: {error}");
        }
        assert!(write(LimitedPipe(len + 1)).is_ok());
    }

    #[test]
    fn writes_a_table_without_rows() {
        let file = writer(Vec::new()).unwrap().finish().unwrap();
        assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"));
    }
}
