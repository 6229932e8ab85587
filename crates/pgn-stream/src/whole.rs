//! Files that become shorter while they are read.

use std::{
    fmt,
    fs::File,
    io::{self, Read, Seek as _},
};

/// A regular file that is read to the end it had when it was opened, at least.
pub(crate) struct Whole {
    file: File,
    /// Where reading is, and where the file ended; `None`: it is not known.
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
            // Files of some systems have fewer bytes than they say. Such a file still says so.
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

#[derive(Debug)]
pub(crate) struct Shrank;

impl std::error::Error for Shrank {}

impl fmt::Display for Shrank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("it shrank while it was read")
    }
}
