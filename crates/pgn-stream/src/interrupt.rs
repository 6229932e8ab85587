//! Files that wait for their names, so that they can be removed when the program is interrupted.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

/// The files and folders that are removed.
static WAITING: Mutex<Waiting> = Mutex::new(Waiting { paths: BTreeSet::new(), is_watched: false });

/// Set by [`remove_files_when_interrupted`].
static IS_ASKED: AtomicBool = AtomicBool::new(false);

struct Waiting {
    paths: BTreeSet<PathBuf>,
    is_watched: bool,
}

/// Has files that wait for their names removed when the process gets SIGINT, SIGTERM or SIGHUP, which
/// then does what it does by default: a shell sees the status 128 and the signal's number. A file that
/// grows beyond what the system allows becomes an error of the writer instead of SIGXFSZ.
///
/// A signal that was ignored when the process started stays so. The handlers are installed, and a
/// thread is started, when the first such file is made.
///
/// For programs: a library calls nothing that changes what signals do.
pub fn remove_files_when_interrupted() {
    IS_ASKED.store(true, Ordering::Relaxed);
    #[cfg(unix)]
    {
        use std::sync::Arc;

        use signal_hook::{consts::SIGXFSZ, flag};

        // With any handler write(2) fails with EFBIG. Without one the process ends, as it did before.
        let _ = flag::register(SIGXFSZ, Arc::default());
    }
}

/// Access to the list. While it is held an interruption waits: what is renamed and taken off the list
/// under one lock is either removed or has its name.
pub(crate) struct Held(MutexGuard<'static, Waiting>);

pub(crate) fn hold() -> Held {
    Held(WAITING.lock().unwrap_or_else(PoisonError::into_inner))
}

impl Held {
    /// Has interruptions wait from now on. To be called before something is made that is to be removed.
    pub(crate) fn watch(&mut self) {
        if !self.0.is_watched && IS_ASKED.load(Ordering::Relaxed) {
            self.0.is_watched = true;
            #[cfg(unix)]
            // Without a thread the signals end the process at once, and the next run cleans up.
            let _ = unix::watch();
        }
    }

    /// Adds a file or folder that is to be removed.
    pub(crate) fn insert(&mut self, path: &Path) {
        self.0.paths.insert(path.to_owned());
    }

    /// Takes off the list what has its name, or was removed.
    pub(crate) fn forget(&mut self, path: &Path) {
        self.0.paths.remove(path);
    }

    #[cfg_attr(not(unix), expect(dead_code, reason = "signals are Unix"))]
    fn remove_all(&mut self) {
        for path in &std::mem::take(&mut self.0.paths) {
            if fs::remove_file(path).is_err() {
                let _ = fs::remove_dir_all(path);
            }
        }
    }
}

#[cfg(unix)]
mod unix {
    use std::{io, sync::mpsc, thread};

    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };

    use crate::inherited;

    pub(super) fn watch() -> io::Result<()> {
        let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter();
        let wanted = wanted.filter(|signal| !inherited::is_ignored(*signal));
        // First the thread: signals without a thread that waits for them would be lost.
        let (sender, receiver) = mpsc::channel::<Signals>();
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for mut signals in receiver {
                if let Some(signal) = signals.forever().next() {
                    let mut held = super::hold();
                    held.remove_all();
                    // Still held: no other file is made, and none is noted as gone.
                    let _ = emulate_default_handler(signal);
                }
            }
        })?;
        let _ = sender.send(Signals::new(wanted)?);
        Ok(())
    }
}
