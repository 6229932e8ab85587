//! The error of an input or output, with its name.

use std::fmt;

/// What is wrong with an input or output, with its name.
#[derive(Debug)]
pub(crate) struct FileError(pub(crate) String);

impl std::error::Error for FileError {}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
