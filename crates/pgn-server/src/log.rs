//! The log of the server: on stderr, or in a file.

use std::{
    fmt::Display,
    io::Write,
    sync::{Mutex, PoisonError},
};

/// The output for messages about the work of the server. Errors of writing are ignored.
pub struct Log(Mutex<Box<dyn Write + Send>>);

impl Log {
    /// Returns a log that is written to `out`.
    #[must_use]
    pub fn new(out: Box<dyn Write + Send>) -> Log {
        Log(Mutex::new(out))
    }

    /// Adds a line.
    pub(crate) fn line(&self, text: impl Display) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

impl std::fmt::Debug for Log {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Log")
    }
}
