//! Temporary files beside their targets.
//!
//! The name of such a file is derived from that of its target, and the file is locked while it is in use. If a run is
//! killed, the next run with the same target finds its file and, as no program holds the lock, removes it. On systems
//! without locks the file is left alone.

use std::{
    ffi::{OsStr, OsString},
    fs::{self, File, OpenOptions},
    hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher},
    io,
    path::{Path, PathBuf},
};

use tempfile::TempPath;

use crate::system::{
    destination::folder_of,
    interrupt::{self, RemovalList},
    platform,
};

/// Maximum number of runs that write one target at the same time.
const MAX_ATTEMPTS: u32 = 1000;

/// Maximum length of a file name in bytes.
pub(crate) const MAX_NAME: usize = 255;

/// A temporary file, which is removed when this value is dropped or the program is interrupted.
#[derive(Debug)]
pub(crate) struct Temporary {
    path: PathBuf,
    /// True if the file is registered for removal by itself. False in a folder that is removed as a whole.
    is_listed: bool,
    /// Holds the lock; `None` for a file in a locked folder.
    lock: Option<File>,
}

impl Temporary {
    /// Creates a temporary file for `target`. `mode` has the permissions of the file that it replaces. The new file
    /// has them from the start, with write permission for the owner added.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder does not exist, or cannot be written to.
    pub(crate) fn beside(target: &Path, mode: Option<u32>) -> io::Result<(Temporary, File)> {
        let Some(name) = target.file_name() else {
            return Err(io::ErrorKind::InvalidFilename.into());
        };
        fs::metadata(folder_of(target))?;
        let create = |path: &Path| loop {
            let created = options(mode).create_new(true).open(path);
            let exists =
                created.as_ref().is_err_and(|it| it.kind() == io::ErrorKind::AlreadyExists);
            if !(exists && remove_left_over(path)) {
                break created;
            }
        };
        for attempt in 1..=MAX_ATTEMPTS {
            let suffix = numbered(".pgnkit-tmp", attempt);
            let path = folder_of(target).join(name_with(".".as_ref(), name, suffix.as_ref()));
            if let Some(file) = create_locked(&path, create)? {
                // From here on the file is removed, whatever fails.
                let mut temporary = Temporary { path, is_listed: true, lock: None };
                temporary.lock = Some(file.try_clone()?);
                return Ok((temporary, file));
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Creates a file in a folder that is locked and removed as a whole.
    pub(crate) fn within(path: PathBuf, mode: Option<u32>) -> io::Result<(Temporary, File)> {
        // Delays an interruption, which removes the folder and could miss a file that is created meanwhile.
        let _held = interrupt::lock();
        let file = options(mode).create_new(true).open(&path)?;
        Ok((Temporary { path, is_listed: false, lock: None }, file))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns false for a file in a staging folder.
    pub(crate) fn is_by_itself(&self) -> bool {
        self.lock.is_some()
    }

    /// Opens the file again, to append to it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is a link in its place, or a file that has another name, too: another user of the folder
    /// may have put it there.
    pub(crate) fn reopen(&self) -> io::Result<File> {
        let mut options = OpenOptions::new();
        platform::follow_no_link(options.append(true));
        let file = options.open(&self.path).map_err(|error| match self.is_in_place() {
            true => error,
            false => replaced(),
        })?;
        let metadata = file.metadata()?;
        if metadata.is_file() && platform::n_names(&metadata) <= 1 {
            Ok(file)
        } else {
            Err(replaced())
        }
    }

    /// Returns the open file, which is opened again if it has no lock.
    ///
    /// # Errors
    ///
    /// Returns an error as [`Temporary::reopen`] does.
    pub(crate) fn open(&self) -> io::Result<File> {
        self.lock.as_ref().map_or_else(|| self.reopen(), File::try_clone)
    }

    /// Returns true if there is a regular file under the name.
    fn is_in_place(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok_and(|it| it.is_file())
    }

    /// Renames the file to `target`; with `replace`, even if a file of that name exists. An interruption waits until
    /// this is done. If it fails, the file stays as it was.
    ///
    /// # Errors
    ///
    /// Without `replace`, returns [`io::ErrorKind::AlreadyExists`] if there is a file of that name. Returns an error if
    /// something else has the name of the temporary file.
    pub(crate) fn persist(
        &mut self,
        target: &Path,
        replace: bool,
        list: &mut RemovalList,
    ) -> io::Result<()> {
        if !self.is_in_place() {
            return Err(replaced());
        }
        if replace {
            fs::rename(&self.path, target)?;
        } else {
            rename_to_new(&self.path, target)?;
        }
        if self.is_listed {
            list.forget(&self.path);
        }
        // From now on another run may use the name.
        self.path = PathBuf::new();
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if self.path != Path::new("") {
            let mut list = interrupt::lock();
            let _ = fs::remove_file(&self.path);
            if self.is_listed {
                list.forget(&self.path);
            }
        }
    }
}

/// Renames a file; returns [`io::ErrorKind::AlreadyExists`] if there is a file of the new name.
pub(crate) fn rename_to_new(old: &Path, new: &Path) -> io::Result<()> {
    let renamed = TempPath::try_from_path(old)?.persist_noclobber(new).map_err(|mut it| {
        it.path.disable_cleanup(true);
        it.error
    });
    match renamed {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // The file system can do neither of the two ways in one step.
        Err(_) if fs::symlink_metadata(new).is_ok() => Err(io::ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(old, new),
        Ok(()) => Ok(()),
    }
}

/// Renames a file to `NAME.partial` beside `target`, or `NAME.partial2` if that exists. Returns the new path.
pub(crate) fn rename_to_partial(
    target: &Path,
    mut rename: impl FnMut(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    const MAX_ATTEMPTS: u32 = 10_000;
    let name = target.file_name().unwrap_or_default();
    for attempt in 1..=MAX_ATTEMPTS {
        let suffix = numbered(".partial", attempt);
        let partial = target.with_file_name(name_with("".as_ref(), name, suffix.as_ref()));
        match rename(&partial) {
            Ok(()) => {
                sync_folder(&partial);
                return Ok(partial);
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => (),
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Creates a file or folder with `create`, locks it, and registers it for removal. `None`: another run uses the name.
pub(crate) fn create_locked(
    path: &Path,
    create: impl Fn(&Path) -> io::Result<File>,
) -> io::Result<Option<File>> {
    loop {
        let mut list = interrupt::lock();
        list.watch();
        match create(path) {
            Ok(file) => {
                // Another run may be checking whether the file is left over.
                if platform::HAS_LOCKS && file.lock().is_ok() && !is_at(&file, path) {
                    continue;
                }
                list.insert(path);
                return Ok(Some(file));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Ok(None),
            // The error does not name the path, which the user does not know.
            Err(error) => return Err(error),
        }
    }
}

/// Removes a file that a killed run has left. Returns false if the file is something else.
fn remove_left_over(path: &Path) -> bool {
    if !platform::HAS_LOCKS || !fs::symlink_metadata(path).is_ok_and(|it| it.is_file()) {
        return false;
    }
    let Ok(file) = File::open(path) else { return false };
    file.try_lock().is_ok() && is_at(&file, path) && fs::remove_file(path).is_ok()
}

/// Returns true if the open file or folder is the one at `path`.
pub(crate) fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else { return false };
    platform::file_numbers(&open) == platform::file_numbers(&named)
}

/// Returns the error for something else under the name of a temporary file.
fn replaced() -> io::Error {
    io::Error::other("another program has replaced the temporary file")
}

fn options(mode: Option<u32>) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true);
    platform::set_mode(&mut options, mode.map_or(0o666, |mode| mode & 0o777 | 0o600));
    options
}

/// Returns `name` with `number` at its end, unless this is 1.
pub(crate) fn numbered(name: &str, number: u32) -> String {
    if number == 1 { name.to_owned() } else { format!("{name}{number}") }
}

/// Returns `prefix`, `name` and `suffix` together, within the maximum length: a name that is too long is cut and
/// followed by its hash.
pub(crate) fn name_with(prefix: &OsStr, name: &OsStr, suffix: &OsStr) -> OsString {
    let mut whole = OsString::from(prefix);
    if prefix.len() + name.len() + suffix.len() <= MAX_NAME {
        whole.push(name);
    } else {
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(name);
        let mark = format!("~{hash:016x}");
        let max_len = MAX_NAME.saturating_sub(prefix.len() + mark.len() + suffix.len());
        let text = name.to_string_lossy();
        whole.push(&text[..text.floor_char_boundary(max_len)]);
        whole.push(mark);
    }
    whole.push(suffix);
    whole
}

/// Syncs the folder of a file, so that a new name in it survives a power failure. Where the file system cannot do so,
/// the file exists anyway.
pub(crate) fn sync_folder(file: &Path) {
    if let Ok(folder) = platform::open_folder(folder_of(file)) {
        let _ = folder.sync_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn only_leftovers_of_killed_runs_are_removed() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("x.pgn");
        let left = dir.path().join(".x.pgn.pgnkit-tmp");
        // No program holds its lock.
        fs::write(&left, "left").unwrap();
        let (first, _file) = Temporary::beside(&target, None).unwrap();
        assert_eq!(first.path(), left);
        assert_eq!(fs::read(&left).unwrap(), b"");
        // Another run at the same time.
        let (second, _file) = Temporary::beside(&target, None).unwrap();
        assert_eq!(second.path(), dir.path().join(".x.pgn.pgnkit-tmp2"));
        assert!(left.exists());
        drop(first);
        assert!(!left.exists() && second.path().exists());
        // A folder of that name, and files of other users.
        fs::create_dir(&left).unwrap();
        fs::write(dir.path().join(".y.pgn.pgnkit-tmp"), "other").unwrap();
        let (third, _file) = Temporary::beside(&target, None).unwrap();
        assert_eq!(third.path(), dir.path().join(".x.pgn.pgnkit-tmp3"));
        drop((second, third));
        assert!(left.is_dir() && dir.path().join(".y.pgn.pgnkit-tmp").exists());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 2);
    }

    #[test]
    fn long_names_fit_and_differ() {
        let with = |name: &str| name_with(".".as_ref(), name.as_ref(), ".partial".as_ref());
        assert_eq!(with("x"), ".x.partial");
        assert_eq!(with(&"x".repeat(246)).len(), 255);
        for name in ["x".repeat(247), "é".repeat(127), "x".repeat(255)] {
            let short = with(&name);
            assert!(short.len() <= 255 && short.len() > 250, "{short:?}");
            assert_ne!(short, with(&format!("{name}y")));
            assert_eq!(short, with(&name));
        }
    }
}
