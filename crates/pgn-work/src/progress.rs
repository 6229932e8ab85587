//! How far a run has come, by bytes read.

use std::{
    fmt,
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// What shows how far a run has come. Shared by all threads.
pub trait Bar: fmt::Debug + Send + Sync {
    /// Shows that `n_read` bytes have been read in all.
    fn show(&self, n_read: u64);

    /// Calls `act` while nothing is shown.
    fn suspend(&self, act: &mut dyn FnMut());

    /// Ends the run, of which `n_read` bytes have been read.
    fn finish(&self, n_read: u64);
}

/// Counts the bytes that were read, and shows them.
#[derive(Debug)]
pub struct Progress {
    n_read: AtomicU64,
    bar: Option<Arc<dyn Bar>>,
}

impl Progress {
    /// Returns the progress of a run that `bar` shows, if it is shown.
    #[must_use]
    pub fn new(bar: Option<Arc<dyn Bar>>) -> Progress {
        Progress { n_read: AtomicU64::new(0), bar }
    }

    /// Ends the run: the bar goes away.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish(self.n_read.load(Ordering::Relaxed));
        }
    }

    /// Returns `out`, but with the bar off the terminal while it is written to.
    pub fn beside<W: Write>(&self, out: W) -> Beside<W> {
        Beside { out, bar: self.bar.clone() }
    }
}

impl pgn_stream::Progress for Progress {
    fn read(&self, n_bytes: u64) {
        let n_read = self.n_read.fetch_add(n_bytes, Ordering::Relaxed) + n_bytes;
        if let Some(bar) = &self.bar {
            bar.show(n_read);
        }
    }
}

/// A writer to the terminal that a bar may also be on.
#[derive(Debug)]
pub struct Beside<W> {
    out: W,
    bar: Option<Arc<dyn Bar>>,
}

impl<W> Beside<W> {
    /// Returns the writer itself.
    pub fn into_inner(self) -> W {
        self.out
    }
}

impl<W: Write> Beside<W> {
    fn with<T>(&mut self, mut act: impl FnMut(&mut W) -> io::Result<T>) -> io::Result<T> {
        let Some(bar) = &self.bar else { return act(&mut self.out) };
        let mut result = None;
        bar.suspend(&mut || result = Some(act(&mut self.out)));
        result.unwrap_or_else(|| Err(io::Error::other("the progress bar did not let go")))
    }
}

impl<W: Write> Write for Beside<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.with(|out| out.write(bytes))
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
        let progress = Progress::new(None);
        pgn_stream::Progress::read(&progress, 10);
        let mut out = Vec::new();
        progress.beside(&mut out).write_all(b"1. e4 *").unwrap();
        progress.finish();
        assert_eq!(out, b"1. e4 *");
    }
}
