//! The progress of a run, in bytes that were read.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use pgn_report::paint::InertText;
use pgn_stream::Output;

/// A progress bar. All threads share it.
pub trait Bar: fmt::Debug + Send + Sync {
    /// Shows the number of bytes that have been read so far.
    fn show(&self, n_read: u64);

    /// Calls `act` while the bar is hidden.
    fn suspend(&self, act: &mut dyn FnMut());

    /// Ends the run. `n_read`: the number of bytes that were read.
    fn finish(&self, n_read: u64);
}

/// Counts the bytes that are read, and shows their number.
#[derive(Debug)]
pub struct ShownProgress {
    n_read: AtomicU64,
    bar: Option<Arc<dyn Bar>>,
}

impl ShownProgress {
    /// Returns the progress of a run. `bar`: the progress bar; `None` if progress is not shown.
    #[must_use]
    pub fn new(bar: Option<Arc<dyn Bar>>) -> ShownProgress {
        ShownProgress { n_read: AtomicU64::new(0), bar }
    }

    /// Ends the run and removes the bar.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish(self.n_read.load(Ordering::Relaxed));
        }
    }

    /// Returns a writer to `out` that hides the bar while it writes.
    pub fn suspending<W: Write>(&self, out: W) -> SuspendingWriter<W> {
        SuspendingWriter { out, bar: self.bar.clone(), inert: None }
    }

    /// Returns a writer of games to `out` that hides the bar while it writes. If they are shown on a terminal,
    /// characters that would control it are replaced.
    pub(crate) fn suspending_games(&self, out: Output) -> SuspendingWriter<Output> {
        let is_shown = out.path().is_none() && io::stdout().is_terminal();
        let inert = is_shown.then(InertText::default);
        SuspendingWriter { inert, ..self.suspending(out) }
    }
}

impl pgn_stream::Progress for ShownProgress {
    fn read(&self, n_bytes: u64) {
        let n_read = self.n_read.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        if let Some(bar) = &self.bar {
            bar.show(n_read);
        }
    }
}

/// A writer to the terminal, which hides the progress bar while it writes.
#[derive(Debug)]
pub struct SuspendingWriter<W> {
    out: W,
    bar: Option<Arc<dyn Bar>>,
    /// The state of games on a terminal; `None` if the bytes are written as they are.
    inert: Option<InertText>,
}

impl<W> SuspendingWriter<W> {
    /// Returns the inner writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> SuspendingWriter<W> {
    fn with<T>(&mut self, mut act: impl FnMut(&mut W) -> io::Result<T>) -> io::Result<T> {
        let Some(bar) = &self.bar else { return act(&mut self.out) };
        let mut result = None;
        bar.suspend(&mut || result = Some(act(&mut self.out)));
        result.unwrap_or_else(|| Err(io::Error::other("the progress bar did not suspend")))
    }
}

impl<W: Write> Write for SuspendingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.inert {
            Some(inert) => {
                let shown = inert.piece(bytes);
                self.with(|out| out.write_all(&shown)).map(|()| bytes.len())
            }
            None => self.with(|out| out.write(bytes)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.with(Write::flush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_pass_through() {
        let progress = ShownProgress::new(None);
        pgn_stream::Progress::read(&progress, 10);
        let mut out = Vec::new();
        progress.suspending(&mut out).write_all(b"1. e4 *").unwrap();
        progress.finish();
        assert_eq!(out, b"1. e4 *");
    }
}
