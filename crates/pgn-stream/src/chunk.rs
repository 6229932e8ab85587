//! A stretch of one input, as it goes from the reader to a worker.

use std::{
    ops::Range,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{input::InputInfo, mmap::Map, position::TextOffset};

/// How a chunk ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// With the input.
    End,
    /// With what could be read of the input: its last game may be cut off. A job leaves that game out
    /// if it has no termination marker (and does not count it).
    Truncated,
    /// Where one game seems to end and another to begin.
    Seam,
    /// After what seems to be a whole game; nothing more has come yet.
    Pause,
    /// Anywhere: no better place was found.
    Hard,
}

/// What a job sees of a chunk.
#[derive(Clone, Copy, Debug)]
pub struct ChunkView<'a> {
    /// The input that it is of.
    pub input: &'a InputInfo,
    /// The bytes to be read.
    pub bytes: &'a [u8],
    /// The offset of the first of them in the text of the input.
    pub offset: TextOffset,
    /// The first bytes of the input.
    pub is_first: bool,
    /// How the bytes end.
    pub cut: Cut,
    /// The first bytes that follow, as far as they are known: up to [`LOOK_AHEAD`].
    pub next: &'a [u8],
    /// The chunk is done again after a panic: the job is to guard each game by itself.
    pub careful: bool,
}

impl ChunkView<'_> {
    /// Returns true if they are the last bytes of the input.
    #[must_use]
    pub fn is_last(&self) -> bool {
        matches!(self.cut, Cut::End | Cut::Truncated)
    }
}

/// The most bytes that [`ChunkView::next`] gives: enough for empty lines and a tag pair.
pub const LOOK_AHEAD: usize = 4096;

/// Part of an input on its way to a worker.
#[derive(Debug)]
pub(crate) struct Chunk {
    pub(crate) input: Arc<InputInfo>,
    /// Counts the chunks of the run.
    pub(crate) number: u64,
    pub(crate) offset: TextOffset,
    /// The first one that is read of the input.
    pub(crate) is_first: bool,
    /// Begins at a seam, a pause or with the input: worth reading before the chunk before it is.
    pub(crate) begins_well: bool,
    pub(crate) cut: Cut,
    pub(crate) data: Data,
}

#[derive(Debug)]
pub(crate) enum Data {
    Mapped {
        map: Arc<Map>,
        range: Range<usize>,
    },
    /// The chunk is `buffer[..len]`; what follows is look-ahead.
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
}

impl Chunk {
    pub(crate) fn len(&self) -> usize {
        self.data.len()
    }

    /// Returns the chunk as it was cut.
    pub(crate) fn view(&self) -> ChunkView<'_> {
        match &self.data {
            Data::Mapped { map, range } => self.view_of(map.bytes(), range.clone(), self.offset),
            Data::Owned { buffer, len } => self.view_of(buffer, 0..*len, self.offset),
        }
    }

    /// Returns the part `range` of `text`, where the end of the range is the end of this chunk.
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
            careful: false,
        }
    }
}

/// Buffers that are done with and can be filled again.
#[derive(Debug, Default)]
pub struct Pool {
    free: Mutex<Vec<Vec<u8>>>,
}

impl Pool {
    /// More than this are given back to the system.
    const MOST: usize = 8;

    /// Returns an empty buffer of at least this capacity.
    #[must_use]
    pub fn get(&self, capacity: usize) -> Vec<u8> {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut buffer = free.unwrap_or_default();
        buffer.reserve(capacity);
        buffer
    }

    /// Takes a buffer back, unless it has grown far beyond what is usual.
    pub fn put(&self, mut buffer: Vec<u8>, usual: usize) {
        buffer.clear();
        if buffer.capacity() <= 2 * usual + LOOK_AHEAD {
            let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
            if free.len() < Pool::MOST {
                free.push(buffer);
            }
        }
    }

    /// Takes back the data of a chunk that is done with.
    pub(crate) fn recycle(&self, data: Data, usual: usize) {
        match data {
            Data::Mapped { map, range } => map.forget(range),
            Data::Owned { buffer, .. } => self.put(buffer, usual),
        }
    }
}
