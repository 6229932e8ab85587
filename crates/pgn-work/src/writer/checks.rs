//! Checks that are made before a file is renamed into place.

use std::path::Path;

use anyhow::ensure;
use pgn_stream::{Output, WrittenHash};

use crate::{outputs::Backup, paths};

/// Reads a file before it is renamed into place, and returns an error if it does not hold what was written.
pub(super) fn check(out: &mut Output, written: &WrittenHash) -> anyhow::Result<()> {
    ensure!(out.holds(written)?, "the disk does not contain what was written; nothing is replaced");
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
