//! Syncs a file while it is being written. An output is renamed only when all of it is on the disk, and syncing a
//! long file at its end takes seconds.

use std::{
    fs::File,
    io::{self, Write},
    sync::mpsc::{SyncSender, sync_channel},
    thread::{self, JoinHandle},
};

/// Number of bytes after which a sync is requested.
const STEP: usize = 8 << 20;

/// A file that is written from its start to its end.
#[derive(Debug)]
pub(crate) struct EarlySync {
    file: File,
    /// True if bytes are synced while more are written.
    syncs_early: bool,
    /// Number of bytes written since the last request to sync.
    n_waiting: usize,
    /// The thread that syncs; `None` before the first request.
    sender: Option<Sender>,
}

/// The thread that syncs a file, and the channel of requests to it.
#[derive(Debug)]
struct Sender {
    requests: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl EarlySync {
    /// Returns a writer of a regular file, which is synced while it is written.
    pub(crate) fn of(file: File) -> EarlySync {
        EarlySync { file, syncs_early: true, n_waiting: 0, sender: None }
    }

    /// Returns a writer of a pipe or device, which is never synced.
    pub(crate) fn no_disk(file: File) -> EarlySync {
        EarlySync { syncs_early: false, ..EarlySync::of(file) }
    }

    fn send(&mut self) {
        self.n_waiting = 0;
        if self.sender.is_none() {
            // If the thread cannot start, the whole file is synced at its end.
            self.sender = Sender::new(&self.file).ok();
            self.syncs_early = self.sender.is_some();
        }
        if let Some(sender) = &self.sender {
            // A waiting request also covers these bytes.
            let _ = sender.requests.try_send(());
        }
    }

    /// Ends the thread and returns the file. The bytes after the last request are not synced.
    ///
    /// # Errors
    ///
    /// Returns an error if a sync has failed. The system reports that only once, so the error must not be dropped.
    pub(crate) fn finish(self) -> io::Result<File> {
        if let Some(Sender { requests, thread }) = self.sender {
            drop(requests);
            thread.join().map_err(|_| io::Error::other("syncing stopped"))??;
        }
        Ok(self.file)
    }
}

impl Sender {
    fn new(file: &File) -> io::Result<Sender> {
        let file = file.try_clone()?;
        let (requests, receiver) = sync_channel(1);
        let sync = move || receiver.iter().try_for_each(|()| file.sync_data());
        let thread = thread::Builder::new().name("sync".to_owned()).spawn(sync)?;
        Ok(Sender { requests, thread })
    }
}

impl Write for EarlySync {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.file.write(bytes)?;
        self.n_waiting += n;
        if self.syncs_early && self.n_waiting >= STEP {
            self.send();
        }
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn all_bytes_arrive_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut file = EarlySync::of(File::create(&path).unwrap());
        let piece: Vec<u8> = (0..=255).cycle().take(STEP / 2 + 7).collect();
        for _ in 0..7 {
            file.write_all(&piece).unwrap();
        }
        assert!(file.sender.is_some());
        drop(file.finish().unwrap());
        let mut read = Vec::new();
        File::open(&path).unwrap().read_to_end(&mut read).unwrap();
        assert_eq!(read, piece.repeat(7));
    }

    #[cfg(unix)]
    #[test]
    fn failed_syncs_are_errors() {
        // A pipe that is treated as a file: the system refuses to sync it.
        let (mut reader, writer) = io::pipe().unwrap();
        let reading = thread::spawn(move || io::copy(&mut reader, &mut io::sink()));
        let mut file = EarlySync::of(File::from(std::os::fd::OwnedFd::from(writer)));
        file.write_all(&vec![b'x'; STEP]).unwrap();
        assert!(file.finish().is_err());
        assert_eq!(reading.join().unwrap().unwrap(), STEP as u64);
    }
}
