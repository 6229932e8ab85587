//! Files that change while they are read.

use std::{
    fmt,
    fs::{File, Metadata},
    io::{self, Read},
};

use crate::{error::Error, file_state::FileState};

/// A regular file, and its state when it was opened.
#[derive(Debug)]
pub(crate) struct OpenedFile {
    file: File,
    state: FileState,
}

impl OpenedFile {
    /// `metadata` is that of the file when it was opened.
    pub(crate) fn new(file: File, metadata: &Metadata) -> OpenedFile {
        OpenedFile { file, state: FileState::of(metadata) }
    }

    /// Returns the error of a file that has become shorter since it was opened, or was rewritten in place. A file that
    /// has grown has none: what was read is its beginning.
    pub(crate) fn change(&self) -> Option<Changed> {
        let (before, now) = (self.state, FileState::of(&self.file.metadata().ok()?));
        match now.len() {
            len if len < before.len() => Some(Changed::Shrank),
            len if len == before.len() && now != before => Some(Changed::Rewritten),
            _ => None,
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
            Changed::Rewritten => "it was rewritten while it was read",
        })
    }
}
