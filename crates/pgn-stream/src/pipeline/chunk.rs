//! Chunks: parts of an input, as the reader passes them to workers.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    inputs::{input::InputInfo, mmap::Map},
    position::TextOffset,
};

/// How a chunk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// At the end of the input.
    End,
    /// At the end of what could be read of the input, so that its last game may be incomplete. A job leaves that game
    /// out, and does not count it, if it has no termination marker.
    Truncated,
    /// At a likely boundary of two games.
    Boundary,
    /// After a game that seems complete, when no more bytes are available at the moment.
    Pause,
    /// At any place, because no better one was found.
    Hard,
}

/// A chunk as a job sees it.
#[derive(Clone, Copy, Debug)]
pub struct ChunkView<'a> {
    /// The input of the chunk.
    pub input: &'a InputInfo,
    /// The bytes of the chunk.
    pub bytes: &'a [u8],
    /// Offset of `bytes` in the text of the input.
    pub offset: TextOffset,
    /// True if `bytes` are at the beginning of the input.
    pub is_first: bool,
    /// How `bytes` end.
    pub cut: Cut,
    /// The bytes after the chunk, as far as they are known: at most [`LOOK_AHEAD`].
    pub next: &'a [u8],
    /// True if the chunk is processed again after a panic: the job must then guard each game separately.
    pub is_careful: bool,
}

impl ChunkView<'_> {
    /// Returns true if the chunk is at the end of the input.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self.cut, Cut::End | Cut::Truncated)
    }
}

/// Maximum length of [`ChunkView::next`] in bytes: enough for empty lines and a tag pair.
pub const LOOK_AHEAD: usize = 4096;

/// A chunk on its way from the reader to a worker.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) input: Arc<InputInfo>,
    /// Number of the chunk in the run, from 0.
    pub(crate) number: u64,
    pub(crate) offset: TextOffset,
    /// True for the first chunk that is read of the input, which is not at its beginning if a range is read.
    pub(crate) begins_reading: bool,
    /// True if the chunk begins at a boundary, a pause or the start of the input, so that it is worth reading before the
    /// chunks before it are done.
    pub(crate) begins_well: bool,
    pub(crate) cut: Cut,
    pub(crate) data: Data,
}

/// The bytes of a chunk.
#[derive(Debug)]
pub(crate) enum Data {
    Mapped {
        map: Arc<Map>,
        range: Range<usize>,
    },
    /// The chunk is `buffer[..len]`; the bytes after it are look-ahead.
    Owned {
        buffer: Vec<u8>,
        len: usize,
    },
}

impl Data {
    pub(crate) fn len(&self) -> usize {
        match self {
            Data::Mapped { range, .. } => range.len(),
            Data::Owned { len, .. } => *len,
        }
    }

    pub(crate) fn is_mapped(&self) -> bool {
        matches!(self, Data::Mapped { .. })
    }
}

impl Chunk {
    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }

    /// Returns the view of the chunk as it was cut.
    pub(crate) fn view(&self) -> ChunkView<'_> {
        match &self.data {
            Data::Mapped { map, range } => self.view_of(map.bytes(), range.clone(), self.offset),
            Data::Owned { buffer, len } => self.view_of(buffer, 0..*len, self.offset),
        }
    }

    /// Returns the view of `text[range]`, which begins at `offset` and ends with this chunk.
    pub(crate) fn view_of<'a>(
        &'a self,
        text: &'a [u8],
        range: Range<usize>,
        offset: TextOffset,
    ) -> ChunkView<'a> {
        let next_end = text.len().min(range.end + LOOK_AHEAD);
        ChunkView {
            input: &self.input,
            next: &text[range.end..next_end],
            bytes: &text[range],
            offset,
            is_first: offset == TextOffset(0),
            cut: self.cut,
            is_careful: false,
        }
    }
}

/// Buffers for reuse.
#[derive(Debug, Default)]
pub struct BufferPool {
    free: Mutex<Vec<Vec<u8>>>,
}

impl BufferPool {
    /// Maximum number of buffers that are kept; others are freed.
    const MAX_KEPT: usize = 8;

    /// Returns an empty buffer with at least this capacity.
    #[must_use]
    pub fn get(&self, capacity: usize) -> Vec<u8> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = free.unwrap_or_default();
        buffer.reserve(capacity);
        buffer
    }

    /// Adds a buffer for reuse, unless it is far larger than `usual`.
    pub fn put(&self, mut buffer: Vec<u8>, usual: usize) {
        buffer.clear();
        if buffer.capacity() <= 2 * usual + LOOK_AHEAD {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            if free.len() < BufferPool::MAX_KEPT {
                free.push(buffer);
            }
        }
    }

    /// Releases the data of a chunk that is done: its buffer for reuse, or the pages of its map.
    pub(crate) fn recycle(&self, data: Data, usual: usize) {
        match data {
            Data::Mapped { map, range } => map.forget(range),
            Data::Owned { buffer, .. } => self.put(buffer, usual),
        }
    }
}
