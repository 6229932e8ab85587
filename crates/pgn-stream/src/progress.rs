//! The progress of a run.

/// Receives the number of bytes read. Called by the reader's thread, about once per chunk.
pub trait Progress: Sync {
    /// Adds a number of bytes that were read. Compressed inputs count in compressed form.
    fn read(&self, n_bytes: u64);

    /// Receives the next stored bytes of an input that cannot be read again, such as a pipe or a terminal.
    /// `caller_index` is the index of the input among those of the caller.
    fn passing(&self, caller_index: usize, bytes: &[u8]) {
        let _ = (caller_index, bytes);
    }
}

/// Ignores the progress.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {
    fn read(&self, _: u64) {}
}
