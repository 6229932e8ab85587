//! One output for the lines or rows of all inputs, in a format other than PGN.

use std::{
    io::{self, Write},
    sync::Arc,
};

use pgn_report::games::columns::Columns;
use pgn_stream::{Output, Workers};

use super::{checks::ReadBack, position_counts::PositionCounts};
use crate::{reports::progress::SuspendingWriter, writing::stream::Stream};

/// One output for the lines or rows of all inputs.
pub(super) struct LinesStream {
    out: ReadBack<Stream>,
    /// The positions so far, if they are counted before they are written.
    pub(super) counts: Option<PositionCounts>,
}

impl LinesStream {
    /// Returns an output of text. `is_checked`: true if it is read back.
    pub(super) fn new(out: SuspendingWriter<Output>, is_checked: bool) -> LinesStream {
        let out = ReadBack::new(Stream::Text(Box::new(out)), is_checked);
        LinesStream { out, counts: None }
    }

    /// Returns the output as a Parquet file. `workers` encode its rows.
    pub(super) fn with_parquet(
        mut self,
        columns: Columns,
        workers: &Arc<Workers>,
    ) -> io::Result<LinesStream> {
        if let Stream::Text(out) = self.out.out {
            self.out.out = Stream::parquet(*out, columns, workers)?;
        }
        Ok(self)
    }

    /// Writes lines, or counts the positions in them.
    pub(super) fn write(&mut self, lines: &[u8]) -> io::Result<()> {
        match &mut self.counts {
            Some(counts) => counts.add(lines),
            None => self.out.write_all(lines),
        }
    }

    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Writes the counts and the buffered rows. Returns the output.
    pub(super) fn finish(mut self) -> io::Result<ReadBack<Output>> {
        if let Some(counts) = self.counts.take() {
            counts.finish(|lines| self.out.write_all(lines))?;
        }
        let ReadBack { out, written } = self.out;
        Ok(ReadBack { out: out.finish()?, written })
    }
}
