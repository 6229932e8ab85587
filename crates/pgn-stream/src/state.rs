//! Whether a file is still the one that was read.

use std::{fs::Metadata, time::SystemTime};

/// What shows that a file is still the one that was opened, and holds what it held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    /// Device and inode, where there are such things.
    id: Option<(u64, u64)>,
    len: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// The state of an open file.
    #[must_use]
    pub fn of(metadata: &Metadata) -> FileState {
        #[cfg(unix)]
        let id = {
            use std::os::unix::fs::MetadataExt as _;
            Some((metadata.dev(), metadata.ino()))
        };
        #[cfg(not(unix))]
        let id = None;
        FileState { id, len: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Its bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is not a container")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether nobody has written to it for a second: a change from now on shows in the state. What is
    /// written again within the same tick of the clock does not.
    pub(crate) fn is_settled(&self) -> bool {
        let age = self.modified.and_then(|it| it.elapsed().ok());
        age.is_some_and(|age| age.as_millis() >= 1000)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn other_bytes_and_other_files_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        let state = || FileState::of(&fs::metadata(&path).unwrap());
        fs::write(&path, "1234").unwrap();
        assert!(!state().is_settled());
        let hour_ago = SystemTime::now() - std::time::Duration::from_secs(3600);
        let set_back = || {
            let file = fs::File::options().append(true).open(&path).unwrap();
            file.set_modified(hour_ago).unwrap();
        };
        set_back();
        let before = state();
        assert!(before.is_settled() && before == state() && before.len() == 4);
        fs::write(&path, "4321").unwrap();
        assert_ne!(before, state());
        #[cfg(unix)]
        {
            // Another file of the same name, length and time.
            let other = dir.path().join("b");
            fs::write(&other, "4321").unwrap();
            fs::rename(&other, &path).unwrap();
            set_back();
            assert_ne!(before, state());
        }
    }
}
