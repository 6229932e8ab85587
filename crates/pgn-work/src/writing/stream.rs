//! One output for all inputs: text, or rows of a Parquet file.

use std::{
    io::{self, Write},
    sync::Arc,
};

use pgn_report::games::columns::Columns;
use pgn_stream::{Output, Workers};
use pgn_table::parquet;

use crate::reports::progress::SuspendingWriter;

/// The beginning of the name of this program in a Parquet file, before its version.
pub(super) const PROGRAM: &str = "pgnkit version ";

/// One output for all inputs.
pub(crate) enum Stream {
    Text(Box<SuspendingWriter<Output>>),
    Parquet(Box<parquet::Writer<SuspendingWriter<Output>>>),
}

impl Stream {
    /// Writes the buffered rows, and returns the output.
    pub(crate) fn finish(self) -> io::Result<Output> {
        Ok(match self {
            Stream::Text(out) => out.into_inner(),
            Stream::Parquet(writer) => writer.finish()?.into_inner(),
        })
    }
}

/// Returns a writer of a Parquet file. `workers` encode its rows.
pub(crate) fn parquet_writer<W: Write + Send>(
    out: W,
    columns: Columns,
    workers: &Arc<Workers>,
) -> io::Result<parquet::Writer<W>> {
    let program = format!("{PROGRAM}{}", env!("CARGO_PKG_VERSION"));
    let workers = Arc::clone(workers);
    let run = Box::new(move |encode: &mut (dyn FnMut() + Send)| workers.install(encode));
    parquet::Writer::new(out, columns.kind().name(), columns.columns(), &program, run)
}

impl Write for Stream {
    /// Writes all of `bytes`, which must be whole rows for a Parquet file.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Stream::Text(out) => out.write(bytes),
            Stream::Parquet(writer) => writer.write(bytes).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Stream::Text(out) => out.flush(),
            // A row group is written when it is full.
            Stream::Parquet(_) => Ok(()),
        }
    }
}
