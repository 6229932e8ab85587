//! What is checked before a file takes its name.

use std::path::Path;

use anyhow::ensure;
use pgn_stream::{Fingerprint, Output};

use crate::{outputs::Backup, paths};

/// Reads what was written where it waits for its name.
pub(super) fn check(out: &mut Output, written: &Fingerprint) -> anyhow::Result<()> {
    ensure!(out.holds(written)?, "the disk does not hold what was written; nothing is replaced");
    Ok(())
}

/// Checks that the copy that is kept of the file at `path` replaces nothing.
pub(super) fn check_backup(backup: Option<&Backup>, path: Option<&Path>) -> anyhow::Result<()> {
    let (Some(backup), Some(path)) = (backup, path) else { return Ok(()) };
    let copy = backup.path_of(path);
    let is_free = backup.replace || copy.symlink_metadata().is_err();
    ensure!(is_free, "{} exists, nothing is replaced; --force replaces it", paths::show(&copy));
    Ok(())
}
