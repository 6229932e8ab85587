//! A file whose bytes are sent to the disk while more are written: what is named only when it is on the
//! disk would else be waited for at its end, for seconds if it is long.

use std::{
    fs::File,
    io::{self, Write},
    sync::mpsc::{SyncSender, sync_channel},
    thread::{self, JoinHandle},
};

/// Bytes that are written before they are sent to the disk.
const STEP: usize = 8 << 20;

/// A file that is written from its start to its end.
#[derive(Debug)]
pub(crate) struct EarlySync {
    file: File,
    is_on_disk: bool,
    /// Bytes that have not been sent.
    n_waiting: usize,
    /// Begun when there is something to send.
    sender: Option<Sender>,
}

#[derive(Debug)]
struct Sender {
    requests: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl EarlySync {
    /// Returns the sync of a regular file.
    pub(crate) fn of(file: File) -> EarlySync {
        EarlySync { file, is_on_disk: true, n_waiting: 0, sender: None }
    }

    /// Returns that of a pipe or device, which does nothing.
    pub(crate) fn no_disk(file: File) -> EarlySync {
        EarlySync { is_on_disk: false, ..EarlySync::of(file) }
    }

    fn send(&mut self) {
        self.n_waiting = 0;
        if self.sender.is_none() {
            // Without a sender all of it is waited for at the end.
            self.sender = Sender::new(&self.file).ok();
            self.is_on_disk = self.sender.is_some();
        }
        if let Some(sender) = &self.sender {
            // If one request is waiting it will do for these bytes, too.
            let _ = sender.requests.try_send(());
        }
    }

    /// Ends the sending. The last bytes are still to be synced.
    ///
    /// # Errors
    /// Some could not be written to the disk: the system tells of that once.
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
        if self.is_on_disk && self.n_waiting >= STEP {
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

    #[test]
    fn failed_syncs_are_errors() {
        // A pipe that was taken for a file: the system refuses to sync it.
        let (mut reader, writer) = io::pipe().unwrap();
        let reading = thread::spawn(move || io::copy(&mut reader, &mut io::sink()));
        #[cfg(unix)]
        let file = File::from(std::os::fd::OwnedFd::from(writer));
        #[cfg(windows)]
        let file = File::from(std::os::windows::io::OwnedHandle::from(writer));
        let mut file = EarlySync::of(file);
        file.write_all(&vec![b'x'; STEP]).unwrap();
        assert!(file.finish().is_err());
        assert_eq!(reading.join().unwrap().unwrap(), STEP as u64);
    }
}
