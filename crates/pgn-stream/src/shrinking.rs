//! Files that become shorter while they are read.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek as _},
};

/// Reader of a regular file that reports an error if the file has become shorter since it was opened.
pub(crate) struct Whole {
    file: File,
    /// Read position, and size of the file when it was opened; `None` if unknown.
    at_and_end: Option<(u64, u64)>,
}

impl Whole {
    pub(crate) fn new(mut file: File) -> Whole {
        let end = file.metadata().map(|it| it.len());
        let at_and_end = file.stream_position().and_then(|at| Ok((at, end?))).ok();
        Whole { file, at_and_end }
    }
}

impl Read for Whole {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.file.read(buffer)?;
        if let Some((at, end)) = &mut self.at_and_end {
            *at += n as u64;
            // Some file systems report more bytes than a file has. Such a file has not shrunk.
            if n == 0 && !buffer.is_empty() && at < end && has_shrunk(&self.file, *end) {
                return Err(shrank());
            }
        }
        Ok(n)
    }
}

/// Returns true if the file has fewer than `len` bytes.
pub(crate) fn has_shrunk(file: &File, len: u64) -> bool {
    file.metadata().is_ok_and(|it| it.len() < len)
}

/// Returns the error of a file that became shorter while it was read.
pub(crate) fn shrank() -> io::Error {
    io::Error::other(Shrank)
}

/// The error of a file that became shorter while it was read.
#[derive(Debug)]
pub(crate) struct Shrank;

impl std::error::Error for Shrank {}

impl fmt::Display for Shrank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it shrank while it was read")
    }
}
