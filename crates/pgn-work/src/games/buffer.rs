//! Buffers for texts that are passed to the sink. They are used again after the sink has written them.
//!
//! New memory costs a page fault for each page. In `export`, this was a twentieth of the time.

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use pgn_stream::BufferPool;

/// The pool of the buffers of a run.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffers(Arc<BufferPool>);

impl Buffers {
    /// Returns an empty buffer for a text of about `n_bytes`.
    pub(crate) fn get(&self, n_bytes: usize) -> Buffer {
        // Numbers and tags that are added need some room.
        let usual = n_bytes + n_bytes / 8;
        Buffer { bytes: self.0.get(usual), usual, home: self.clone() }
    }
}

/// A buffer that returns to its pool when it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    /// The capacity that was requested.
    usual: usize,
    home: Buffers,
}

impl Deref for Buffer {
    type Target = Vec<u8>;

    fn deref(&self) -> &Vec<u8> {
        &self.bytes
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut Vec<u8> {
        &mut self.bytes
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        self.home.0.put(std::mem::take(&mut self.bytes), self.usual);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_filled_again() {
        let buffers = Buffers::default();
        let mut first = buffers.get(1000);
        first.extend_from_slice(b"a game");
        let place = first.as_ptr();
        drop(first);
        let second = buffers.get(900);
        assert!(second.is_empty() && second.capacity() >= 1000);
        assert_eq!(second.as_ptr(), place);
        assert_ne!(buffers.get(900).as_ptr(), place);
    }

    #[test]
    fn a_buffer_that_grew_large_is_not_kept() {
        let buffers = Buffers::default();
        buffers.get(10).resize(1 << 20, 0);
        assert!(buffers.get(10).capacity() < 1 << 20);
    }
}
