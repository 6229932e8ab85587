//! The error of a file to which games cannot be appended.

use std::fmt;

/// Error of a compressed file, with its name, whose end would have to be changed to append games.
#[derive(Debug)]
pub(crate) struct UnendedFile(pub(crate) String);

impl std::error::Error for UnendedFile {}

impl fmt::Display for UnendedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: cannot append: the last games of the file do not end, and it is compressed; use \
             `merge` to write a new file",
            self.0
        )
    }
}
