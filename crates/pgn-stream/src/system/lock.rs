//! Locks on files that are appended to or replaced. They only affect programs that request them.

use std::{
    fs::{File, OpenOptions, TryLockError},
    io,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use crate::system::{platform, temporary::is_at};

/// How long to wait for another program: longer than most need to add games.
const PATIENCE: Duration = Duration::from_millis(if cfg!(test) { 100 } else { 30_000 });

/// Locks the file at `target`, which must not be a link, until the result is dropped. `None`: there are no locks.
///
/// # Errors
///
/// Returns an error if the file cannot be opened for writing; of kind `ResourceBusy` if another program holds its lock
/// for too long.
pub(crate) fn exclusive(target: &Path) -> io::Result<Option<File>> {
    if !platform::HAS_LOCKS {
        return Ok(None);
    }
    exclusive_within(target, PATIENCE)
}

fn exclusive_within(target: &Path, patience: Duration) -> io::Result<Option<File>> {
    const PAUSE: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    loop {
        let file = OpenOptions::new().append(true).open(target)?;
        match file.try_lock() {
            // The previous holder may have replaced the file.
            Ok(()) if is_at(&file, target) => return Ok(Some(file)),
            Err(TryLockError::Error(_)) => return Ok(None),
            Err(TryLockError::WouldBlock) if begin.elapsed() >= patience => {
                let words = "another program has locked it";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, words));
            }
            Ok(()) | Err(TryLockError::WouldBlock) => thread::sleep(PAUSE),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn one_at_a_time() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a");
        fs::write(&path, "").unwrap();
        let lock = |patience| exclusive_within(&path, Duration::from_millis(patience));
        let first = lock(0).unwrap().unwrap();
        assert_eq!(lock(0).unwrap_err().to_string(), "another program has locked it");
        // The file is replaced while the lock is waited for.
        let other = dir.path().join("b");
        thread::scope(|scope| {
            let second = scope.spawn(|| lock(60_000).unwrap().unwrap());
            fs::write(&other, "").unwrap();
            fs::rename(&other, &path).unwrap();
            drop(first);
            assert!(is_at(&second.join().unwrap(), &path));
        });
    }
}
