//! Detection of changes to a file since it was opened.

use std::{
    fs::{self, File, Metadata},
    io::{self, Read as _, Seek as _, SeekFrom},
    path::Path,
    time::SystemTime,
};

use crate::system::platform;

/// State of a file, by which a later change is detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileState {
    /// Device and inode; `None` on systems without them.
    id: Option<(u64, u64)>,
    len: u64,
    modified: Option<SystemTime>,
}

impl FileState {
    /// Returns the state of an open file.
    #[must_use]
    pub fn of(metadata: &Metadata) -> FileState {
        let id = platform::file_numbers(metadata);
        FileState { id, len: metadata.len(), modified: metadata.modified().ok() }
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "it is not a container")]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Returns the state as a text without NUL, for comparison with that of another run. The device is not part of it,
    /// because its number may change when the system starts again.
    pub(crate) fn to_text(self) -> String {
        let inode = self.id.map(|(_, inode)| inode);
        format!("{inode:?} {} {:?}", self.len, self.modified.and_then(since_epoch))
    }

    /// Returns the state of a file and the time when it was created, which cannot be set, as a text without NUL. A copy of
    /// the file, such as one from an archive, has another text. Where the time is not kept, it is that of the last change.
    pub(crate) fn identity(metadata: &Metadata) -> String {
        let created = metadata.created().ok().and_then(since_epoch);
        let state = FileState::of(metadata).to_text();
        match created {
            Some(nanos) => format!("{state} created {nanos}"),
            None => format!("{state} changed {:?}", platform::change_time(metadata)),
        }
    }

    /// Returns true if the file was not written to for a second, so that a later change will show in the state. A
    /// second write within the same tick of the clock does not show.
    pub(crate) fn is_quiescent(&self) -> bool {
        let age = self.modified.and_then(|it| it.elapsed().ok());
        age.is_some_and(|age| age.as_millis() >= 1000)
    }
}

/// Returns the nanoseconds from 1970 to a time.
fn since_epoch(time: SystemTime) -> Option<u128> {
    time.duration_since(SystemTime::UNIX_EPOCH).ok().map(|it| it.as_nanos())
}

/// A file as it was when it was opened, to detect a change before it is replaced: its state and, if a change within
/// the same tick of the clock could be missed, its last bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileSnapshot {
    state: FileState,
    /// Time of the last change to data or attributes (ctime), which cannot be set back. As a new hard link also
    /// changes it, `n_names` is the number of links.
    changed: Option<(i64, i64)>,
    n_names: u64,
    tail: Option<Vec<u8>>,
}

/// Number of bytes at the end of a file that are compared.
const TAIL: u64 = 4 << 10;

impl FileSnapshot {
    /// Records the state of an open file. Its read position does not change.
    pub(crate) fn of(file: &File) -> io::Result<FileSnapshot> {
        let metadata = file.metadata()?;
        let state = FileState::of(&metadata);
        let tail = if state.is_quiescent() { None } else { Some(tail(file, state.len)?) };
        Ok(FileSnapshot { tail, ..FileSnapshot::of_metadata(&metadata) })
    }

    /// Returns the state of the file.
    pub(crate) fn state(&self) -> FileState {
        self.state
    }

    pub(crate) fn of_metadata(metadata: &Metadata) -> FileSnapshot {
        FileSnapshot {
            state: FileState::of(metadata),
            changed: platform::change_time(metadata),
            n_names: platform::n_names(metadata),
            tail: None,
        }
    }

    /// Returns true if `path` is the same file with the same content.
    pub(crate) fn is_still(&self, path: &Path) -> bool {
        let Ok(metadata) = fs::metadata(path) else { return false };
        let now = FileSnapshot::of_metadata(&metadata);
        now.state == self.state
            && (now.changed == self.changed || now.n_names != self.n_names)
            && self.tail.as_ref().is_none_or(|before| {
                let now = File::open(path).and_then(|file| tail(&file, now.state.len));
                now.is_ok_and(|now| now == *before)
            })
    }
}

/// Returns the last bytes of the first `len` bytes of a file, whose read position does not change.
pub(crate) fn tail(mut file: &File, len: u64) -> io::Result<Vec<u8>> {
    let at = file.stream_position()?;
    file.seek(SeekFrom::Start(len.saturating_sub(TAIL)))?;
    let mut tail = Vec::new();
    let result = file.take(TAIL).read_to_end(&mut tail);
    file.seek(SeekFrom::Start(at))?;
    result.map(|_| tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_bytes_and_other_files_are_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        let state = || FileState::of(&fs::metadata(&path).unwrap());
        fs::write(&path, "1234").unwrap();
        assert!(!state().is_quiescent());
        let hour_ago = SystemTime::now() - std::time::Duration::from_secs(3600);
        let set_back = || {
            let file = File::options().append(true).open(&path).unwrap();
            file.set_modified(hour_ago).unwrap();
        };
        set_back();
        let before = state();
        assert!(before.is_quiescent() && before == state() && before.len() == 4);
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

    #[test]
    fn a_change_is_seen_whatever_the_clock_says() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "1234").unwrap();
        let modified = fs::metadata(&path).unwrap().modified().unwrap();
        let snapshot = || FileSnapshot::of(&File::open(&path).unwrap()).unwrap();
        let before = snapshot();
        assert!(before.is_still(&path));
        fs::write(&path, "4321").unwrap();
        File::options().append(true).open(&path).unwrap().set_modified(modified).unwrap();
        assert!(!before.is_still(&path));
        let before = snapshot();
        fs::hard_link(&path, dir.path().join("b")).unwrap();
        assert!(before.is_still(&path));
        fs::remove_file(&path).unwrap();
        assert!(!before.is_still(&path));
    }
}
