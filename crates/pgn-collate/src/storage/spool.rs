//! A byte store that is written once and read again: in memory up to a limit, above it in an
//! anonymous file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::PathBuf,
};

use pgn_stream::TemporaryFolder;

/// The location of intermediate files.
#[derive(Clone, Debug, Default)]
pub struct TempFiles {
    /// The folder; `None`: the system's temporary folder.
    pub dir: Option<PathBuf>,
}

impl TempFiles {
    /// Returns the folder in which files are made.
    #[must_use]
    pub fn location(&self) -> PathBuf {
        self.dir.clone().unwrap_or_else(std::env::temp_dir)
    }

    /// Returns a new folder, which is removed with all that is in it when it is dropped or the program is interrupted.
    ///
    /// # Errors
    /// Returns an error if no folder can be made there.
    pub fn folder(&self) -> io::Result<TemporaryFolder> {
        TemporaryFolder::within(&self.location())
    }

    /// Returns an anonymous file, which is deleted when it is closed or the program is killed.
    pub(crate) fn file(&self) -> io::Result<File> {
        tempfile::tempfile_in(self.location())
    }
}

/// Minimum number of bytes per read in sequential reading.
const AHEAD: usize = 256 << 10;

/// A store of bytes with random access.
#[derive(Debug, Default)]
pub struct Spool {
    temp_files: TempFiles,
    /// Maximum number of bytes in memory.
    limit: usize,
    /// All bytes while there is no file, later the bytes that are not yet in the file.
    memory: Vec<u8>,
    file: Option<File>,
    /// Number of bytes in the file.
    n_in_file: u64,
    /// The part of the file that was read last, which begins at offset `window_start`.
    window: Vec<u8>,
    window_start: u64,
    /// End offset of the last read. A read that begins there is sequential.
    read_end: u64,
}

impl Spool {
    /// Returns an empty store that keeps up to `limit` bytes in memory.
    #[must_use]
    pub fn new(limit: usize, temp_files: &TempFiles) -> Spool {
        Spool { temp_files: temp_files.clone(), limit, ..Spool::default() }
    }

    /// Removes all bytes, and releases their memory and their intermediate file.
    pub fn clear(&mut self) {
        *self = Spool::new(self.limit, &self.temp_files.clone());
    }

    /// Returns the number of bytes in the store.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.n_in_file + self.memory.len() as u64
    }

    /// Returns true if the store is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns all bytes; `None` if some are in the intermediate file.
    #[must_use]
    pub fn in_memory(&self) -> Option<&[u8]> {
        self.file.is_none().then_some(&self.memory)
    }

    /// Appends bytes and returns their offset.
    ///
    /// # Errors
    /// Returns an error if the intermediate file cannot be written.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<u64> {
        let offset = self.len();
        // With a file, memory is only a buffer.
        let limit = if self.file.is_some() { AHEAD } else { self.limit.max(AHEAD) };
        if self.memory.len() + bytes.len() > limit {
            let file = self.flush()?;
            if bytes.len() >= AHEAD {
                file.write_all(bytes)?;
                self.n_in_file += bytes.len() as u64;
                return Ok(offset);
            }
        }
        self.memory.extend_from_slice(bytes);
        Ok(offset)
    }

    /// Writes the bytes in memory to the end of the file, and returns the file.
    fn flush(&mut self) -> io::Result<&mut File> {
        let file = match &mut self.file {
            Some(file) => file,
            file => file.insert(self.temp_files.file()?),
        };
        file.seek(SeekFrom::Start(self.n_in_file))?;
        file.write_all(&self.memory)?;
        self.n_in_file += self.memory.len() as u64;
        self.memory.clear();
        self.memory.shrink_to(AHEAD);
        Ok(file)
    }

    /// Reads the `len` bytes at `offset` into `out`.
    ///
    /// # Errors
    /// Returns an error if the intermediate file cannot be read, or the range is not in the store.
    pub fn read(&mut self, offset: u64, len: usize, out: &mut Vec<u8>) -> io::Result<()> {
        self.slice(offset, len)?.clone_into(out);
        Ok(())
    }

    /// Returns the `len` bytes at `offset`.
    ///
    /// # Errors
    /// Returns an error if the intermediate file cannot be read, or the range is not in the store.
    pub fn slice(&mut self, offset: u64, len: usize) -> io::Result<&[u8]> {
        let end = offset + len as u64;
        if end > self.len() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let goes_on = offset == self.read_end;
        self.read_end = end;
        if self.file.is_none() {
            return Ok(&self.memory[index(offset)..index(end)]);
        }
        if !self.memory.is_empty() {
            self.flush()?;
        }
        let window_end = self.window_start + self.window.len() as u64;
        if offset < self.window_start || end > window_end {
            let max = index(self.n_in_file - offset);
            let n = if goes_on { len.max(AHEAD).min(max) } else { len };
            if self.window.capacity() > 4 * AHEAD {
                self.window = Vec::new();
            }
            self.window.resize(n, 0);
            let Some(file) = &mut self.file else {
                return Err(io::ErrorKind::UnexpectedEof.into());
            };
            let read = file.seek(SeekFrom::Start(offset));
            if let Err(error) = read.and_then(|_| file.read_exact(&mut self.window)) {
                self.window.clear();
                return Err(error);
            }
            self.window_start = offset;
        }
        let at = index(offset - self.window_start);
        Ok(&self.window[at..at + len])
    }
}

/// Returns an offset as an index into memory.
fn index(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spooled_data_is_read_from_memory_and_from_a_file() {
        for limit in [0, 1 << 20, 1 << 30] {
            let mut spool = Spool::new(limit, &TempFiles::default());
            let mut places = Vec::new();
            for n in 0..3000_usize {
                let bytes: Vec<u8> = (0..n % 700 * 3).flat_map(|i| (i * n).to_le_bytes()).collect();
                places.push((spool.push(&bytes).unwrap(), bytes));
            }
            let mut out = Vec::new();
            let orders: [Vec<usize>; 2] =
                [(0..places.len()).collect(), (0..places.len()).rev().step_by(7).collect()];
            for n in orders.concat() {
                let (offset, bytes) = &places[n];
                spool.read(*offset, bytes.len(), &mut out).unwrap();
                assert_eq!(&out, bytes);
            }
            assert!(spool.read(spool.len(), 1, &mut out).is_err());
        }
    }
}
