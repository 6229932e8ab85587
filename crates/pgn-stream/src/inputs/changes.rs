//! Files that change while they are read.

use std::{
    cmp, fmt,
    fs::{File, Metadata},
    io::{self, Read},
};

use crate::system::{
    error::Error,
    file_state::{FileState, tail},
};

/// A regular file, and how it was when it was opened.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    file: File,
    state: FileState,
    /// Its last bytes; `None` if they cannot be read.
    tail: Option<Vec<u8>>,
}

impl OpenedFile {
    /// `metadata` is that of the file when it was opened.
    pub(crate) fn new(file: File, metadata: &Metadata) -> OpenedFile {
        let state = FileState::of(metadata);
        let tail = tail(&file, state.len()).ok();
        OpenedFile { file, state, tail }
    }

    /// Returns the error of a file that has become shorter since it was opened, or was rewritten in place. A file to
    /// which bytes were added has none: what was read is its beginning.
    pub(crate) fn change(&self) -> Option<Changed> {
        let (before, now) = (self.state, FileState::of(&self.file.metadata().ok()?));
        match now.len().cmp(&before.len()) {
            cmp::Ordering::Less => Some(Changed::Shrank),
            cmp::Ordering::Equal => (now != before).then_some(Changed::Rewritten),
            cmp::Ordering::Greater => {
                let is_there = self.tail.as_ref() == tail(&self.file, before.len()).ok().as_ref();
                (!is_there).then_some(Changed::Rewritten)
            }
        }
    }
}

/// At the end of the file, reports an error if the file has changed since it was opened.
impl Read for OpenedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buffer)?;
        let is_end = n == 0 && !buffer.is_empty();
        match if is_end { self.change() } else { None } {
            Some(change) => Err(io::Error::other(change)),
            None => Ok(n),
        }
    }
}

/// The error of a file that changed while it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Changed {
    Shrank,
    Rewritten,
}

impl From<Changed> for Error {
    fn from(change: Changed) -> Error {
        Error::unreadable(io::Error::other(change))
    }
}

impl std::error::Error for Changed {}

impl fmt::Display for Changed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Changed::Shrank => "it shrank while it was read",
            Changed::Rewritten => "it changed while it was read",
        })
    }
}
