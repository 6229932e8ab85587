//! Checks that are made before a file is renamed into place.

use std::{
    io::{self, Write},
    path::Path,
};

use anyhow::ensure;
use pgn_stream::{Output, WrittenHash};

use crate::{inputs::paths, outputs::Backup};

/// A writer whose file can be read back and compared with what was written.
pub(super) struct ReadBack<W> {
    pub(super) out: W,
    /// What was written; `None` if the file is not read back.
    pub(super) written: Option<WrittenHash>,
}

impl<W> ReadBack<W> {
    /// Returns a writer to `out`. `is_requested`: true if the file is to be read back.
    pub(super) fn new(out: W, is_requested: bool) -> ReadBack<W> {
        ReadBack { out, written: is_requested.then(WrittenHash::default) }
    }
}

impl ReadBack<Output> {
    /// Returns the output if its file holds what was written, or is not read back.
    pub(super) fn checked(mut self) -> anyhow::Result<Output> {
        check_written(self.written.as_ref(), &mut self.out)?;
        Ok(self.out)
    }
}

impl<W: Write> Write for ReadBack<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        if let Some(written) = &mut self.written {
            written.add(&bytes[..n]);
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Returns an error if a file does not hold what was written; `None` if it is not read.
pub(super) fn check_written(
    written: Option<&WrittenHash>,
    file: &mut Output,
) -> anyhow::Result<()> {
    let holds = written.map_or(Ok(true), |written| file.holds(written))?;
    ensure!(holds, "the disk does not contain what was written; nothing is replaced");
    Ok(())
}

/// Returns an error if the backup of the file at `path` would replace another file without permission.
pub(super) fn check_backup(backup: Option<&Backup>, path: Option<&Path>) -> anyhow::Result<()> {
    let (Some(backup), Some(path)) = (backup, path) else { return Ok(()) };
    let copy = backup.path_of(path);
    let is_free = backup.replace || copy.symlink_metadata().is_err();
    ensure!(is_free, "{} exists, nothing is replaced; --force replaces it", paths::show(&copy));
    Ok(())
}
