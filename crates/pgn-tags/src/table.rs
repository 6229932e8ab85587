//! Tables in text files: columns separated by tabs; lines that begin with `#` are comments.

use std::{
    error::Error,
    fmt,
    sync::atomic::{AtomicBool, Ordering},
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

/// Yields the line number, from 1, and the columns of each line that is neither empty nor a
/// comment.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, Vec<&str>)> {
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    lines
        .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|(n, line)| (n, line.split('\t').collect()))
}
