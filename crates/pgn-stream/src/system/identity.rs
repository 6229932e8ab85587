//! The identity of the file that a name or a descriptor leads to.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
};

use crate::system::platform;

/// Identity of a regular file: equal for all of its names, links of both kinds followed, and for descriptors that are
/// open on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileId(Key);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// Device and inode.
    Numbers(u64, u64),
    /// The absolute path, links followed, where files have no numbers.
    Path(PathBuf),
}

impl FileId {
    /// Returns the identity of the file at `path`; `None` if there is no regular file.
    #[must_use]
    pub fn of_regular_file(path: &Path) -> Option<FileId> {
        let metadata = fs::metadata(path).ok().filter(Metadata::is_file)?;
        FileId::of_metadata(path, &metadata)
    }

    /// Returns the identity of the file, folder or device at `path`; `None` if there is none.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<FileId> {
        FileId::of_metadata(path, &fs::metadata(path).ok()?)
    }

    /// Returns the identity of the file or folder at `path`, which has this metadata; `None` if it cannot be
    /// determined.
    fn of_metadata(path: &Path, metadata: &Metadata) -> Option<FileId> {
        FileId::of_numbers(metadata)
            .or_else(|| Some(FileId(Key::Path(fs::canonicalize(path).ok()?))))
    }

    /// Returns the identity of the file that stdin reads; `None` if stdin is a pipe or a device, or closed.
    #[must_use]
    pub fn of_stdin() -> Option<FileId> {
        FileId::of_descriptor(0)
    }

    /// Returns the identity of the file that stdout writes; `None` if stdout is a pipe or a device, or closed.
    #[must_use]
    pub fn of_stdout() -> Option<FileId> {
        FileId::of_descriptor(1)
    }

    fn of_descriptor(number: u32) -> Option<FileId> {
        let metadata = platform::descriptor(number).ok()?.metadata().ok()?;
        metadata.is_file().then(|| FileId::of_numbers(&metadata)).flatten()
    }

    fn of_numbers(metadata: &Metadata) -> Option<FileId> {
        platform::file_numbers(metadata).map(|(device, inode)| FileId(Key::Numbers(device, inode)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_names_of_a_file_are_one() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name| dir.path().join(name);
        fs::write(path("a"), "1").unwrap();
        fs::write(path("b"), "1").unwrap();
        let id = FileId::of_regular_file(&path("a"));
        assert!(id.is_some());
        assert_ne!(id, FileId::of_regular_file(&path("b")));
        assert_eq!(FileId::of_regular_file(&path("c")), None);
        assert_eq!(FileId::of_regular_file(dir.path()), None);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("a"), path("link")).unwrap();
            fs::hard_link(path("a"), path("hard")).unwrap();
            assert_eq!(id, FileId::of_regular_file(&path("link")));
            assert_eq!(id, FileId::of_regular_file(&path("hard")));
            assert_eq!(FileId::of_regular_file(Path::new("/dev/null")), None);
        }
    }
}
