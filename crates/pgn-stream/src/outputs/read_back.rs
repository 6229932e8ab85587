//! Comparison of a temporary file with what was written to it.

use std::{
    fs::File,
    hash::{DefaultHasher, Hasher as _},
    io::Read as _,
    path::Path,
};

use crate::{inputs::decode, outputs::output::Output, system::error::Error};

/// Hash and number of the bytes that were written.
#[derive(Clone, Debug, Default)]
pub struct WrittenHash {
    hasher: DefaultHasher,
    n_bytes: u64,
}

impl WrittenHash {
    /// Adds bytes. The result does not depend on how they are divided.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hasher.write(bytes);
        self.n_bytes += bytes.len() as u64;
    }

    fn is(&self, other: &WrittenHash) -> bool {
        self.n_bytes == other.n_bytes && self.hasher.finish() == other.hasher.finish()
    }
}

impl Output {
    /// Syncs the output to disk, reads it back, decompressed, and returns true if it holds the written bytes. Returns
    /// true for standard output and devices, which cannot be read back. Nothing may be written afterwards.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be synced or read.
    pub fn holds(&mut self, written: &WrittenHash) -> Result<bool, Error> {
        self.seal()?;
        let Some((path, format)) = self.waiting() else { return Ok(true) };
        let named = |error: Error| error.at(self.path().map(Path::to_owned), None);
        let file = File::open(path).map_err(Error::unreadable).map_err(named)?;
        let as_error = |error| named(decode::error_of(format, error));
        let mut decoder = decode::decoder(format, Box::new(file)).map_err(as_error)?;
        let mut read = WrittenHash::default();
        let mut buffer = vec![0; 128 << 10];
        loop {
            match decoder.read(&mut buffer).map_err(as_error)? {
                0 => return Ok(read.is(written)),
                n => read.add(&buffer[..n]),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, io::Write as _};

    use super::*;
    use crate::{ErrorKind, OutputOptions};

    #[test]
    fn other_bytes_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        for name in ["a.pgn", "a.pgn.zst", "a.pgn.gz"] {
            let path = dir.path().join(name);
            let mut output = Output::create(&path, &OutputOptions::default()).unwrap();
            let mut written = WrittenHash::default();
            for piece in [&b"1. e4 "[..], b"e5", b" *"] {
                output.write_all(piece).unwrap();
                written.add(piece);
            }
            let other = {
                let mut other = WrittenHash::default();
                other.add(b"1. e4 e6 *");
                other
            };
            assert!(output.holds(&written).unwrap(), "{name}");
            assert!(!output.holds(&other).unwrap(), "{name}");
            output.commit().unwrap();
            assert!(path.exists());
        }
    }

    // On Windows a file that is open can still be opened after it was removed.
    #[cfg(unix)]
    #[test]
    fn errors_name_the_output() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.pgn.zst");
        let mut output = Output::create(&path, &OutputOptions::default()).unwrap();
        output.write_all(b"1. e4 *").unwrap();
        output.seal().unwrap();
        let temporary = output.waiting().unwrap().0.to_owned();
        fs::write(&temporary, "spoiled").unwrap();
        let error = output.holds(&WrittenHash::default()).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Corrupt, Some(&*path)));
        fs::remove_file(&temporary).unwrap();
        let error = output.holds(&WrittenHash::default()).unwrap_err();
        assert_eq!((error.kind(), error.path()), (ErrorKind::Unreadable, Some(&*path)));
    }
}
