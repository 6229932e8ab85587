//! SHA-256 of files, as tasks of the pool beside the work that is done with them.

use std::{
    fs::{File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, Sender, SyncSender, channel, sync_channel},
    },
};

use pgn_stream::{FileState, Workers};
use rayon::prelude::*;
use sha2::{Digest as _, Sha256};

/// A file by its bytes.
#[derive(Debug)]
pub(super) struct Digest {
    pub(super) size: u64,
    /// In hexadecimal digits.
    pub(super) sha256: String,
}

/// Bytes that are being hashed.
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

/// Files that wait to be hashed are open: what they hold then is what is hashed, also if a new file
/// takes their name meanwhile.
const MOST_WAITING: usize = 16;

/// Files that are hashed by tasks of the pool, one task a file.
#[derive(Debug)]
pub(super) struct Hashing {
    workers: Arc<Workers>,
    /// Has an item for each file that is open: sending waits while there are [`MOST_WAITING`].
    open: SyncSender<()>,
    closed: Arc<Mutex<Receiver<()>>>,
    sender: Sender<Hashed>,
    hashed: Receiver<Hashed>,
}

/// The entry of a file and its digest.
type Hashed = (usize, io::Result<Digest>);

/// A file to be hashed, for an entry of the manifest.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) entry: usize,
    file: File,
    /// Where it is read from; `None`: from where its own offset is.
    at: Option<u64>,
    state: FileState,
}

impl Job {
    /// `None`: there is no such file, or it can be read only once.
    pub(super) fn of_file(entry: usize, path: &Path) -> Option<Job> {
        // Opening a FIFO waits for its writer.
        if !path.metadata().is_ok_and(|metadata| metadata.is_file()) {
            return None;
        }
        let file = File::open(path).ok()?;
        let metadata = file.metadata().ok().filter(Metadata::is_file)?;
        Some(Job { entry, state: FileState::of(&metadata), at: None, file })
    }

    /// Returns the job of stdin, if that is a file, from `at` on; other programs read it, too.
    #[cfg(unix)]
    pub(super) fn of_stdin(entry: usize, at: u64) -> Option<Job> {
        let file = stdin()?;
        let metadata = file.metadata().ok().filter(Metadata::is_file)?;
        Some(Job { entry, state: FileState::of(&metadata), at: Some(at), file })
    }

    #[cfg(not(unix))]
    pub(super) fn of_stdin(_: usize, _: u64) -> Option<Job> {
        None
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
        #[cfg(unix)]
        if let Some(at) = &mut self.at {
            use std::os::unix::fs::FileExt as _;
            let n = self.file.read_at(buffer, *at)?;
            *at += n as u64;
            return Ok(n);
        }
        self.file.read(buffer)
    }
}

#[cfg(unix)]
fn stdin() -> Option<File> {
    use std::os::fd::AsFd as _;
    Some(File::from(io::stdin().as_fd().try_clone_to_owned().ok()?))
}

/// Returns where stdin will be read from, if it is a file.
pub(super) fn offset_of_stdin() -> Option<u64> {
    #[cfg(unix)]
    {
        use std::io::Seek as _;
        let mut file = stdin()?;
        file.metadata().ok().filter(Metadata::is_file)?;
        file.stream_position().ok()
    }
    #[cfg(not(unix))]
    None
}

impl Hashing {
    /// Returns no file yet.
    pub(super) fn new(workers: &Arc<Workers>) -> Hashing {
        let (open, closed) = sync_channel(MOST_WAITING);
        let (sender, hashed) = channel();
        let closed = Arc::new(Mutex::new(closed));
        Hashing { workers: Arc::clone(workers), open, closed, sender, hashed }
    }

    /// Spawns the task of a file. Waits if too many files are open, so it must not be called by a task.
    pub(super) fn hash(&self, job: Job) {
        // The other side is kept as long as this one.
        let _ = self.open.send(());
        let (closed, sender) = (Arc::clone(&self.closed), self.sender.clone());
        self.workers.spawn(move || {
            let _ = sender.send((job.entry, job.hash()));
            let _ = closed.lock().unwrap_or_else(PoisonError::into_inner).recv();
        });
    }

    /// Waits for the files that are still to be hashed. Returns the digest of each entry.
    pub(super) fn finish(self) -> Vec<Hashed> {
        drop(self.sender);
        self.hashed.into_iter().collect()
    }
}

/// Hashes files, several at a time. `None`: it is none that could be read again.
pub(super) fn files(paths: &[PathBuf], workers: &Workers) -> Vec<Option<io::Result<Digest>>> {
    let hash = |path: &PathBuf| Job::of_file(0, path).map(Job::hash);
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
        hashing.hash(Job::of_file(7, &path).unwrap());
        // A file that takes the name is another one.
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
        let job = Job::of_file(0, &path).unwrap();
        std::fs::write(&path, "abcd").unwrap();
        assert!(job.hash().is_err());
    }
}
