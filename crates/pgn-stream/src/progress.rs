//! How far a run has come.

/// Receives how much was read. Called from the reader's thread, about once a chunk.
pub trait Progress: Sync {
    /// Adds a number of bytes that were read, as stored: compressed inputs count compressed.
    fn read(&self, n_bytes: u64);

    /// Notes that an input was opened, with its size as stored; `None` if that cannot be known.
    fn total(&self, n_bytes: Option<u64>) {
        let _ = n_bytes;
    }

    /// Receives the next bytes, as stored, of an input that cannot be read again: a pipe, a terminal. `given` counts
    /// what the caller gave from 0.
    fn passing(&self, given: usize, bytes: &[u8]) {
        let _ = (given, bytes);
    }
}

/// A progress that is not shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn read(&self, _: u64) {}
}
