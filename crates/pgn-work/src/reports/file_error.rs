//! The error of an input or output, with its name.

use std::{fmt, io};

/// What is wrong with an input or output, with its name.
#[derive(Debug)]
pub(crate) struct FileError(pub(crate) String);

impl std::error::Error for FileError {}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns the error of a compressed file whose end would have to be changed to append games.
pub(crate) fn unended(name: &str) -> io::Error {
    io::Error::other(FileError(format!(
        "{name}: cannot append: the last games of the file do not end, and it is compressed; use `merge` to write a new \
         file"
    )))
}
