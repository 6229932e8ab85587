//! SHA-256 hashes of files, computed by tasks of the pool while the run continues.

use std::{
    fs::File,
    io::{self, Read, Seek as _},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
};

use pgn_stream::{FileState, Workers, platform};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

/// Size and hash of a file.
#[derive(Debug)]
pub(super) struct Digest {
    pub(super) size: u64,
    /// The hash in hexadecimal digits.
    pub(super) sha256: String,
}

/// The hash of the bytes so far.
#[derive(Debug, Default)]
pub(super) struct Hash {
    sha256: Sha256,
    size: u64,
}

impl Hash {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.sha256.update(bytes);
        self.size += bytes.len() as u64;
    }

    pub(super) fn finish(self) -> Digest {
        Digest { size: self.size, sha256: format!("{:x}", self.sha256.finalize()) }
    }
}

/// Maximum number of files in the queue for hashing. They are kept open, so that their content at that time is hashed,
/// even if another file gets their name.
const MAX_WAITING: usize = 16;

/// Hashes files by tasks of the pool, one for each file.
#[derive(Debug)]
pub(super) struct Hashing {
    workers: Arc<Workers>,
    /// Has an item for each open file. Sending blocks while there are [`MAX_WAITING`] items.
    open: SyncSender<()>,
    closed: Arc<Mutex<Receiver<()>>>,
    sender: Sender<Hashed>,
    hashed: Receiver<Hashed>,
}

/// The index of the entry of a file, and the digest of the file.
type Hashed = (usize, io::Result<Digest>);

/// A file to be hashed, for an entry of the manifest.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) entry: usize,
    file: File,
    /// Offset from which the file is read; `None`: its own current offset.
    at: Option<u64>,
    state: FileState,
}

impl Job {
    /// Returns the job of the file at `path`; `None` if there is no such file, or it can be read only once.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened.
    pub(super) fn of_file(entry: usize, path: &Path) -> io::Result<Option<Job>> {
        // Opening a FIFO waits for its writer.
        if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return Ok(None);
        }
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let state = FileState::of(&metadata);
        Ok(metadata.is_file().then_some(Job { entry, state, at: None, file }))
    }

    /// Returns the job of stdin from offset `at` on; `None` if it is not a file. Other code also reads stdin, so that
    /// its own offset is not used.
    pub(super) fn of_stdin(entry: usize, at: u64) -> Option<Job> {
        let file = platform::shared_stdin()?;
        let state = FileState::of(&file.metadata().ok()?);
        Some(Job { entry, state, at: Some(at), file })
    }

    fn hash(mut self) -> io::Result<Digest> {
        let mut hash = Hash::default();
        let mut buffer = vec![0; 256 << 10];
        loop {
            match self.read(&mut buffer) {
                Ok(0) => break,
                Ok(n) => hash.add(&buffer[..n]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
                Err(error) => return Err(error),
            }
        }
        if FileState::of(&self.file.metadata()?) != self.state {
            return Err(io::Error::other("the file has changed while it was read"));
        }
        Ok(hash.finish())
    }

    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(at) = &mut self.at {
            let n = platform::read_at(&self.file, buffer, *at)?;
            *at += n as u64;
            return Ok(n);
        }
        self.file.read(buffer)
    }
}

/// Returns the current offset of stdin; `None` if it is not a file.
pub(super) fn offset_of_stdin() -> Option<u64> {
    platform::shared_stdin()?.stream_position().ok()
}

impl Hashing {
    /// Returns a value without files.
    pub(super) fn new(workers: &Arc<Workers>) -> Hashing {
        let (open, closed) = sync_channel(MAX_WAITING);
        let (sender, hashed) = channel();
        let closed = Arc::new(Mutex::new(closed));
        Hashing { workers: Arc::clone(workers), open, closed, sender, hashed }
    }

    /// Spawns the task of a file. Blocks while too many files are open, so that a task must not call it.
    pub(super) fn hash(&self, job: Job) {
        // Cannot fail: `self` has the receiver, too.
        let _ = self.open.send(());
        let (closed, sender) = (Arc::clone(&self.closed), self.sender.clone());
        self.workers.spawn(move || {
            let _ = sender.send((job.entry, job.hash()));
            let _ = closed.lock().unwrap_or_else(PoisonError::into_inner).recv();
        });
    }

    /// Waits for the remaining files. Returns the digest of each entry.
    pub(super) fn finish(self) -> Vec<Hashed> {
        drop(self.sender);
        self.hashed.into_iter().collect()
    }
}

/// Hashes files in parallel. The result is `None` for a path that is not a file.
pub(super) fn files(paths: &[PathBuf], workers: &Workers) -> Vec<Option<io::Result<Digest>>> {
    let hash = |path: &PathBuf| match Job::of_file(0, path) {
        Ok(job) => job.map(Job::hash),
        Err(error) => Some(Err(error)),
    };
    match paths {
        [] | [_] => paths.iter().map(hash).collect(),
        _ => workers.install(|| paths.par_iter().map(hash).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_bytes() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("abc");
        std::fs::write(&path, "abc").unwrap();
        let hashing = Hashing::new(&Arc::default());
        hashing.hash(Job::of_file(7, &path).unwrap().unwrap());
        // Another file gets the name.
        std::fs::remove_file(&path).unwrap();
        std::fs::write(&path, "other").unwrap();
        let found = hashing.finish();
        let (entry, digest) = &found[0];
        let digest = digest.as_ref().unwrap();
        // FIPS 180-2, appendix B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!((*entry, digest.size, digest.sha256.as_str()), (7, 3, known));
        assert!(files(&[dir.path().to_owned(), path], &Workers::default())[0].is_none());
    }

    #[test]
    fn a_file_that_changes_is_noticed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        std::fs::write(&path, "abc").unwrap();
        let job = Job::of_file(0, &path).unwrap().unwrap();
        std::fs::write(&path, "abcd").unwrap();
        assert!(job.hash().is_err());
    }
}
