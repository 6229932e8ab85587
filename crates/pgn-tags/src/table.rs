//! Tables in text files: columns separated by tabs; lines that begin with `#` are comments.

use std::{
    error::Error,
    fmt,
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// An error in a line of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableError {
    line: usize,
    what: String,
}

impl TableError {
    /// Returns an error for `line`, which counts from 1.
    pub(super) fn new(line: usize, what: impl Into<String>) -> TableError {
        TableError { line, what: what.into() }
    }
}

/// Formats the error as `line 3: what`.
impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl Error for TableError {}

/// Whether a table was of use for a game, which threads note.
#[derive(Debug, Default)]
pub(super) struct Used(AtomicBool);

impl Used {
    /// Notes the use. It is written once only, as all threads share the place.
    pub(super) fn note(&self) {
        if !self.is_noted() {
            self.0.store(true, Ordering::Relaxed);
        }
    }

    pub(super) fn is_noted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that several threads add to.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// Adds `n`. Nothing is written for 0, as all threads share the place.
    pub(super) fn add(&self, n: u64) {
        if n > 0 {
            self.0.fetch_add(n, Ordering::Relaxed);
        }
    }

    /// Returns the number so far.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Yields the line number, from 1, and the columns of each line that is neither empty nor a
/// comment. `is_header` returns true if the first of them has the names of the columns; it is then left out.
pub(super) fn rows(
    text: &str,
    is_header: fn(&[&str]) -> bool,
) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let rows = lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(n, line)| (n, line.split('\t').collect()));
    let is_row = move |(i, row): &(usize, (usize, Vec<&str>))| *i > 0 || !is_header(&row.1);
    rows.enumerate().filter(is_row).map(|(_, row)| row)
}
