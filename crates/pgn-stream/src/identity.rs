//! The identity of the file that a name or a descriptor leads to.

use std::{fs, path::Path};

/// Identity of a regular file: equal for all of its names, links of both kinds followed, and for descriptors that are
/// open on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileId(#[cfg(unix)] (u64, u64), #[cfg(not(unix))] std::path::PathBuf);

impl FileId {
    /// Returns the identity of the file at `path`; `None` if there is no regular file.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<FileId> {
        let metadata = fs::metadata(path).ok()?;
        #[cfg(unix)]
        return FileId::of_metadata(&metadata);
        #[cfg(not(unix))]
        metadata.is_file().then(|| fs::canonicalize(path).ok().map(FileId)).flatten()
    }

    /// Returns the identity of the file that stdin reads; `None` if stdin is a pipe or a device, or closed.
    #[must_use]
    pub fn of_stdin() -> Option<FileId> {
        #[cfg(unix)]
        return FileId::of_descriptor(&std::io::stdin());
        #[cfg(not(unix))]
        None
    }

    /// Returns the identity of the file that stdout writes; `None` if stdout is a pipe or a device, or closed.
    #[must_use]
    pub fn of_stdout() -> Option<FileId> {
        #[cfg(unix)]
        return FileId::of_descriptor(&std::io::stdout());
        #[cfg(not(unix))]
        None
    }

    #[cfg(unix)]
    fn of_descriptor(descriptor: &impl std::os::fd::AsFd) -> Option<FileId> {
        let copy = descriptor.as_fd().try_clone_to_owned().ok()?;
        FileId::of_metadata(&fs::File::from(copy).metadata().ok()?)
    }

    #[cfg(unix)]
    fn of_metadata(metadata: &fs::Metadata) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt as _;

        metadata.is_file().then(|| FileId((metadata.dev(), metadata.ino())))
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
        let id = FileId::of_path(&path("a"));
        assert!(id.is_some());
        assert_ne!(id, FileId::of_path(&path("b")));
        assert_eq!(FileId::of_path(&path("c")), None);
        assert_eq!(FileId::of_path(dir.path()), None);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("a"), path("link")).unwrap();
            fs::hard_link(path("a"), path("hard")).unwrap();
            assert_eq!(id, FileId::of_path(&path("link")));
            assert_eq!(id, FileId::of_path(&path("hard")));
            assert_eq!(FileId::of_path(Path::new("/dev/null")), None);
        }
    }
}
