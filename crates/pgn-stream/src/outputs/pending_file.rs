//! Files that appear only when they are complete: written under a temporary name, compared with their target, and
//! renamed to it or to a partial name.

use std::{
    fs::{self, File, Metadata},
    io,
    path::{Path, PathBuf},
};

use crate::system::{
    attributes,
    file_state::FileSnapshot,
    interrupt::{self, RemovalList},
    lock, platform,
    temporary::{Temporary, name_with, rename_to_partial},
};

/// The temporary file of an output, and how it becomes the target.
#[derive(Debug)]
pub(crate) struct PendingFile {
    pub(crate) temporary: Temporary,
    /// Path of the target, links followed.
    pub(crate) target: PathBuf,
    /// The file that is replaced; `None` if there is none.
    pub(crate) before: Option<Before>,
    pub(crate) replace: bool,
    pub(crate) is_synced: bool,
    /// Path under which the replaced file is kept; `None`: it is not kept.
    pub(crate) keep_old: Option<PathBuf>,
    /// Lock on the target, held while it is appended to or just before it is replaced.
    pub(crate) lock: Option<File>,
    /// True if another program has locked the target, which is then not replaced.
    pub(crate) is_locked_out: bool,
}

/// A file as it was before it is replaced.
#[derive(Debug)]
pub(crate) struct Before {
    metadata: Metadata,
    pub(crate) snapshot: FileSnapshot,
}

impl Before {
    pub(crate) fn new(path: &Path, metadata: Metadata) -> io::Result<Before> {
        let snapshot = match File::open(path) {
            Ok(file) => FileSnapshot::of(&file)?,
            // The file may be writable but not readable.
            Err(_) => FileSnapshot::of_metadata(&metadata),
        };
        Ok(Before { metadata, snapshot })
    }

    pub(crate) fn mode(&self) -> Option<u32> {
        platform::mode(&self.metadata)
    }
}

impl PendingFile {
    /// Gives the temporary file the attributes of the file that it replaces, and locks that file.
    pub(crate) fn prepare(&mut self) -> io::Result<()> {
        let Some(before) = &self.before else { return Ok(()) };
        attributes::copy(&self.target, &before.metadata, &self.temporary.open()?)?;
        if self.lock.is_none() && self.temporary.is_by_itself() {
            match lock::exclusive(&self.target) {
                Ok(lock) => self.lock = lock,
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => {
                    self.is_locked_out = true;
                }
                // A missing target is detected later, when the target is compared with its snapshot.
                Err(error) if error.kind() == io::ErrorKind::NotFound => (),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Returns true if the target has changed since the output was created, or is locked by another program.
    pub(crate) fn is_target_changed(&self) -> bool {
        match &self.before {
            _ if self.is_locked_out => true,
            Some(before) => !before.snapshot.is_still(&self.target),
            None => self.replace && fs::symlink_metadata(&self.target).is_ok(),
        }
    }

    /// Renames the temporary file to its target. The caller must sync the folder.
    pub(crate) fn take_name(&mut self, list: &mut RemovalList) -> io::Result<()> {
        if let Some(path) = &self.keep_old {
            keep_under(&self.target, path)?;
        }
        self.temporary.persist(&self.target, self.before.is_some(), list)
    }

    /// Renames the temporary file to a partial name beside its target. Returns the new path.
    pub(crate) fn take_partial_name(&mut self) -> io::Result<PathBuf> {
        let PendingFile { temporary, target, .. } = self;
        rename_to_partial(target, |name| temporary.persist(name, false, &mut interrupt::lock()))
    }
}

/// Links or copies the file at `old` to `new`, which is replaced once the link or copy is complete.
fn keep_under(old: &Path, new: &Path) -> io::Result<()> {
    let name = new.file_name().unwrap_or_default();
    let temporary = new.with_file_name(name_with(".".as_ref(), name, ".pgnkit-old".as_ref()));
    // A killed run may have left one.
    let _ = fs::remove_file(&temporary);
    let kept = fs::hard_link(old, &temporary).or_else(|_| {
        let (mut from, mut to) = (File::open(old)?, File::create(&temporary)?);
        io::copy(&mut from, &mut to)?;
        to.sync_all()?;
        fs::set_permissions(&temporary, from.metadata()?.permissions())
    });
    let result = kept.and_then(|()| fs::rename(&temporary, new));
    // A system does not rename a link to the file that already has the new name.
    let _ = fs::remove_file(&temporary);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_backup_stays_until_the_next_one_is_complete() {
        let dir = tempfile::tempdir().unwrap();
        let (old, new) = (dir.path().join("x.pgn"), dir.path().join("x.pgn~"));
        fs::write(&new, "first").unwrap();
        keep_under(&old, &new).unwrap_err();
        assert_eq!(fs::read(&new).unwrap(), b"first");
        fs::write(&old, "second").unwrap();
        // The second call finds the backup to be the file itself.
        for _ in 0..2 {
            keep_under(&old, &new).unwrap();
            assert_eq!(fs::read(&new).unwrap(), b"second");
            assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
        }
    }
}
