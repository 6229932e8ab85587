//! What stands around findings in a report: its head and foot, what parts one finding from the next,
//! and what must be counted on the way. Lives in the sink, sees findings in order.

use std::io::{self, Write};

/// A report in the making. Findings come rendered.
pub trait Document {
    /// Before all else.
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// A file is about to be looked at; `name` is as people know it.
    fn begin_file(&mut self, _name: &str, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// The next finding.
    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()>;

    /// No more findings of the file.
    fn end_file(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// After all else.
    fn end(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }

    /// Findings that the report has no room for.
    fn n_left_out(&self) -> u64 {
        0
    }
}

/// Findings one after another.
pub(super) fn lines() -> Box<dyn Document> {
    Box::new(Lines)
}

struct Lines;

impl Document for Lines {
    fn finding(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        out.write_all(text)
    }
}

/// The elements of an array of JSON, each on a line of its own: what parts them, and how many there
/// may be.
pub(super) struct Elements {
    n_written: u64,
    n_left_out: u64,
    max: u64,
}

impl Elements {
    pub(super) fn new(max: u64) -> Elements {
        Elements { n_written: 0, n_left_out: 0, max }
    }

    pub(super) fn write(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        if self.n_written == self.max {
            self.n_left_out += 1;
            return Ok(());
        }
        out.write_all(if self.n_written == 0 { b"\n" } else { b",\n" })?;
        self.n_written += 1;
        out.write_all(text)
    }

    /// The line end that stands before the closing bracket.
    pub(super) fn end(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.n_written > 0 { out.write_all(b"\n") } else { Ok(()) }
    }

    pub(super) fn n_left_out(&self) -> u64 {
        self.n_left_out
    }
}
