//! The frame of a report: header, footer, separators and counters. It runs in the sink and receives
//! findings in order.

use std::io::{self, Write};

/// A report that is being written. Findings arrive rendered.
pub trait Document {
    /// Writes the header.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Begins a file called `name`.
    fn begin_file(&mut self, _name: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the next finding.
    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()>;

    /// Ends the findings of a file.
    fn end_file(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Writes the footer. `is_complete` says whether all inputs were read to their ends.
    fn end(&mut self, _is_complete: bool, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Returns the number of findings that exceed the limit of the report.
    fn n_left_out(&self) -> u64 {
        0
    }
}

/// A document of findings only.
pub(super) struct WithoutFrame;

impl Document for WithoutFrame {
    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(text)
    }
}

/// A JSON array of findings, each on its own line, up to a maximum number.
pub(super) struct JsonArray {
    n_written: u64,
    n_left_out: u64,
    max: u64,
}

impl JsonArray {
    pub(super) fn new(max: u64) -> JsonArray {
        JsonArray { n_written: 0, n_left_out: 0, max }
    }

    /// Writes the line end before the closing bracket.
    pub(super) fn end_line(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.n_written > 0 { out.write_all(b"\n") } else { Ok(()) }
    }
}

impl Document for JsonArray {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"[")
    }

    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if self.n_written == self.max {
            self.n_left_out += 1;
            return Ok(());
        }
        out.write_all(if self.n_written == 0 { b"\n" } else { b",\n" })?;
        self.n_written += 1;
        out.write_all(text)
    }

    fn end(&mut self, _is_complete: bool, out: &mut dyn Write) -> io::Result<()> {
        self.end_line(out)?;
        out.write_all(b"]\n")
    }

    fn n_left_out(&self) -> u64 {
        self.n_left_out
    }
}
