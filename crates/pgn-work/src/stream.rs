//! One output for all inputs: text as it comes, or rows that become a Parquet file.

use std::io::{self, Write};

use pgn_report::games::rows::RowKind;
use pgn_stream::Output;
use pgn_table::parquet;

use crate::progress::Beside;

/// One output for all inputs.
pub(super) enum Stream {
    Text(Box<Beside<Output>>),
    Parquet(Box<parquet::Writer<Beside<Output>>>),
}

impl Stream {
    /// Returns an output of rows.
    pub(super) fn parquet(out: Beside<Output>, kind: RowKind) -> io::Result<Stream> {
        let program = concat!("pgnkit version ", env!("CARGO_PKG_VERSION"));
        let writer = parquet::Writer::new(out, kind.name(), kind.columns(), program)?;
        Ok(Stream::Parquet(Box::new(writer)))
    }

    /// Writes what is still kept, and gives the output back.
    pub(super) fn finish(self) -> io::Result<Output> {
        Ok(match self {
            Stream::Text(out) => out.into_inner(),
            Stream::Parquet(writer) => writer.finish()?.into_inner(),
        })
    }
}

impl Write for Stream {
    /// Takes all of `bytes`, which are whole rows if rows are what it takes.
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
