//! One output for the lines or rows of all inputs, in a format other than PGN.

use std::io::{self, Write};

use pgn_stream::Output;

use super::{checks::ReadBack, position_counts::PositionCounts};
use crate::writing::stream::Stream;

/// One output for the lines or rows of all inputs.
pub(super) struct LinesStream {
    out: ReadBack<Stream>,
    /// The positions so far, if they are counted before they are written.
    counts: Option<PositionCounts>,
}

impl LinesStream {
    /// Returns an output to `out`. `counts`: counts its positions. `is_checked`: true if it is read back.
    pub(super) fn new(
        out: Stream,
        counts: Option<PositionCounts>,
        is_checked: bool,
    ) -> LinesStream {
        LinesStream { out: ReadBack::new(out, is_checked), counts }
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
