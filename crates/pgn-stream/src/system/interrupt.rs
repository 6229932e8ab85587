//! Removal of temporary files when the program is interrupted.

use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tempfile::TempDir;

use crate::system::{fatal_signals, platform};

/// The files and folders to remove.
static WAITING: Mutex<Waiting> = Mutex::new(Waiting {
    paths: BTreeSet::new(),
    empty_folders: BTreeSet::new(),
    is_watched: false,
});

/// Set by [`remove_files_when_interrupted`].
static IS_REQUESTED: AtomicBool = AtomicBool::new(false);

/// The list of files and folders to remove when the program is interrupted.
struct Waiting {
    paths: BTreeSet<PathBuf>,
    /// Folders that are removed if they are empty.
    empty_folders: BTreeSet<PathBuf>,
    is_watched: bool,
}

/// Arranges that temporary files are removed when the process receives SIGINT, SIGTERM, SIGHUP or SIGQUIT, which then
/// has its default effect: a shell sees the status 128 plus the number of the signal. If the process aborts,
/// because memory cannot be allocated, they are removed as well, and its status is 2. A file that exceeds the size that
/// the system permits becomes an error of the writer instead of SIGXFSZ.
///
/// A signal that was ignored when the process started is still ignored. The handlers are installed, and a thread is
/// started, when the first temporary file is created.
///
/// For programs; a library must not change the effect of signals.
pub fn remove_files_when_interrupted() {
    IS_REQUESTED.store(true, Ordering::Relaxed);
    platform::survive_size_limit();
    fatal_signals::clean_up_after_abort();
}

/// Creates a folder for outputs. Until [`keep_folder`] is called, it is removed when the program is interrupted, if it is
/// empty then.
///
/// # Errors
/// Returns an error if the folder cannot be created, or exists.
pub fn create_folder(folder: &Path) -> io::Result<()> {
    let mut list = lock();
    list.watch();
    fs::create_dir(folder)?;
    list.0.empty_folders.insert(folder.to_owned());
    Ok(())
}

/// A folder for temporary files, which is removed with all that is in it when this value is dropped or the program is
/// interrupted.
#[derive(Debug)]
pub struct TemporaryFolder(TempDir);

impl TemporaryFolder {
    /// Creates a folder with a name of its own in `parent`.
    ///
    /// # Errors
    /// Returns an error if the folder cannot be created.
    pub fn within(parent: &Path) -> io::Result<TemporaryFolder> {
        let mut list = lock();
        list.watch();
        let folder = tempfile::tempdir_in(parent)?;
        list.insert(folder.path());
        Ok(TemporaryFolder(folder))
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let mut list = lock();
        let _ = fs::remove_dir_all(self.path());
        list.forget(self.path());
    }
}

/// Keeps a folder of [`create_folder`] when the program is interrupted.
pub fn keep_folder(folder: &Path) {
    lock().0.empty_folders.remove(folder);
}

/// Access to the list. An interruption waits while it is held, so that a file that is renamed and removed from the
/// list under one lock is either deleted or has its final name.
pub(crate) struct RemovalList(MutexGuard<'static, Waiting>);

pub(crate) fn lock() -> RemovalList {
    RemovalList(WAITING.lock().unwrap_or_else(PoisonError::into_inner))
}

impl RemovalList {
    /// Makes interruptions wait for the list from now on. Must be called before a file to remove is created.
    pub(crate) fn watch(&mut self) {
        if !self.0.is_watched && IS_REQUESTED.load(Ordering::Relaxed) {
            self.0.is_watched = true;
            // Without a thread, signals end the process at once, and the next run removes the files. The list is held
            // until the signal takes effect, so that no file is created or renamed meanwhile.
            let watching = platform::watch_signals(|| {
                let mut list = lock();
                list.remove_all();
                if fatal_signals::has_failed() {
                    // The thread that failed waits in a signal handler.
                    fatal_signals::exit();
                }
                list
            });
            fatal_signals::set_watching(watching.is_ok());
        }
    }

    /// Adds a file or folder to remove.
    pub(crate) fn insert(&mut self, path: &Path) {
        self.0.paths.insert(path.to_owned());
    }

    /// Removes a path from the list because the file was renamed or deleted.
    pub(crate) fn forget(&mut self, path: &Path) {
        self.0.paths.remove(path);
    }

    fn remove_all(&mut self) {
        for path in &std::mem::take(&mut self.0.paths) {
            if fs::remove_file(path).is_err() {
                let _ = fs::remove_dir_all(path);
            }
        }
        // A folder is removed after the folders in it.
        for folder in std::mem::take(&mut self.0.empty_folders).iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}
