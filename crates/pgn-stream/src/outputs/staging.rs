//! A folder that holds the files of a set until they are renamed, so that either all or none of them are renamed.
//!
//! The folder is created beside the targets and locked while it is in use. Before the first file is renamed, a
//! journal in the folder lists the target of each. If the program is killed, the next set that is written there finds
//! a folder whose lock no program holds. With a journal it completes the renaming; without one no file was renamed,
//! and the folder is removed.
//!
//! A folder can come from somebody else, for example in an archive. Its journal could name any file. Therefore a journal
//! has the identity of each file, which no copy of the file has, and a folder whose files are others is left alone.

use std::{
    ffi::OsString,
    fs::{self, DirBuilder, File},
    io::{self, Write as _},
    path::{Component, Path, PathBuf},
    sync::atomic::{AtomicU64, Ordering},
};

use crate::system::{
    destination::folder_of,
    error::{Error, unwritable},
    file_state::FileState,
    interrupt, platform,
    temporary::{
        Temporary, create_locked, is_at, numbered, rename_to_new, rename_to_partial, sync_folder,
    },
};

/// Maximum number of sets that are written to a folder at the same time.
const MAX_SETS: u32 = 1000;

/// Name of the first staging folder.
const FOLDER: &str = ".pgnkit-parts";

/// File name of the journal.
const JOURNAL: &str = "journal";
/// The first field of a journal.
const BEGIN: &[u8] = b"pgnkit journal 3";
/// The beginning of the first field of a journal of any version.
const ANY_BEGIN: &[u8] = b"pgnkit journal ";
/// The last field of a complete journal.
const END: &[u8] = b"end";

/// The staging folder of a set.
#[derive(Debug)]
pub struct Staging {
    /// The folder of the targets.
    target: PathBuf,
    folder: PathBuf,
    _lock: File,
    n_files: AtomicU64,
    finished: Finished,
}

/// The files of killed runs that got their names when a folder was opened.
#[derive(Debug, Default)]
pub struct Finished {
    /// Number of files that were renamed.
    pub n_files: u64,
    /// Partial names of the others: what they would have replaced was changed or created after the run was killed.
    pub kept: Vec<PathBuf>,
    /// The folders that are left alone, because their files are not those of which their journal tells.
    pub foreign: Vec<PathBuf>,
}

/// A file of a set, and what it becomes.
pub(crate) struct Renaming<'a> {
    pub(crate) from: &'a Path,
    pub(crate) to: &'a Path,
    /// State of the file that is replaced; `None` if there is none.
    pub(crate) replaces: Option<FileState>,
}

impl Staging {
    /// Creates a folder for a set of files in `target`, after completing or removing what killed runs have left
    /// there.
    ///
    /// # Errors
    ///
    /// Returns an error if `target` cannot be written to.
    pub fn open(target: &Path) -> Result<Staging, Error> {
        Staging::try_open(target).map_err(|error| unwritable(Some(target), error))
    }

    fn try_open(target: &Path) -> io::Result<Staging> {
        // All sets that were left are completed before a new one begins: completed later, they would replace newer
        // files.
        let mut finished = Finished::default();
        for number in existing(target) {
            complete_or_remove(&target.join(name_of(number)), target, &mut finished)?;
        }
        for number in 1..=MAX_SETS {
            let folder = target.join(name_of(number));
            if let Some(lock) = create_locked(&folder, create_private)? {
                let (target, n_files) = (target.to_owned(), AtomicU64::new(0));
                return Ok(Staging { target, folder, _lock: lock, n_files, finished });
            }
        }
        Err(io::Error::other("too many sets of files are written there at the same time"))
    }

    /// Returns the files that got their names now because an earlier run was killed.
    #[must_use]
    pub fn finished(&self) -> &Finished {
        &self.finished
    }

    pub(crate) fn target(&self) -> &Path {
        &self.target
    }

    /// Creates the temporary file of `target`; `None` if `target` is outside of the target folder.
    pub(crate) fn temporary(
        &self,
        target: &Path,
        mode: Option<u32>,
    ) -> io::Result<Option<(Temporary, File)>> {
        if self.name_within(target).is_none() {
            return Ok(None);
        }
        let number = self.n_files.fetch_add(1, Ordering::Relaxed);
        Temporary::within(self.folder.join(number.to_string()), mode).map(Some)
    }

    /// Returns the path of a file relative to the target folder; `None` if the file is outside of it.
    fn name_within<'a>(&self, file: &'a Path) -> Option<&'a Path> {
        // The target folder may be written as ``, as `.`, or with a slash at its end.
        let is_beside =
            folder_of(file) == self.target || folder_of(&self.target.join("_")) == folder_of(file);
        let name = if is_beside {
            Path::new(file.file_name()?)
        } else {
            file.strip_prefix(&self.target).ok()?
        };
        is_plain(name).then_some(name)
    }

    /// Returns the path under which the file that output `number` replaces may be kept.
    pub(crate) fn old(&self, number: usize) -> PathBuf {
        self.folder.join(format!("old{number}"))
    }

    /// Writes the journal, which lists the temporary name, the identity and the target of each file, and the state of the
    /// file that it replaces.
    pub(crate) fn write_journal<'a>(
        &self,
        files: impl Iterator<Item = Renaming<'a>>,
    ) -> io::Result<()> {
        let mut journal = Vec::new();
        let mut push = |field: &[u8]| {
            journal.extend_from_slice(field);
            journal.push(0);
        };
        push(BEGIN);
        for Renaming { from, to, replaces } in files {
            if from.parent() == Some(&self.folder)
                && let (Some(file), Some(name)) = (from.file_name(), self.name_within(to))
            {
                push(file.as_encoded_bytes());
                push(FileState::identity(&fs::symlink_metadata(from)?).as_bytes());
                push(name.as_os_str().as_encoded_bytes());
                push(replaces.map_or_else(String::new, FileState::to_text).as_bytes());
            }
        }
        push(END);
        let path = self.folder.join(JOURNAL);
        let mut file = {
            let _held = interrupt::lock();
            File::create_new(&path)?
        };
        file.write_all(&journal)?;
        file.sync_all()?;
        sync_folder(&path);
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        let mut held = interrupt::lock();
        let _ = fs::remove_dir_all(&self.folder);
        held.forget(&self.folder);
    }
}

/// Returns the name of a staging folder.
fn name_of(number: u32) -> String {
    numbered(FOLDER, number)
}

/// Returns the numbers of the staging folders that exist in `target`, in ascending order; all numbers if the folder
/// cannot be read.
fn existing(target: &Path) -> Vec<u32> {
    let Ok(entries) = fs::read_dir(target) else { return (1..=MAX_SETS).collect() };
    let number_of = |name: OsString| {
        let digits = name.to_str()?.strip_prefix(FOLDER)?;
        let number = if digits.is_empty() { 1 } else { digits.parse().ok()? };
        ((1..=MAX_SETS).contains(&number) && *name == *name_of(number)).then_some(number)
    };
    let mut numbers: Vec<u32> =
        entries.filter_map(|entry| number_of(entry.ok()?.file_name())).collect();
    numbers.sort_unstable();
    numbers
}

/// Creates and opens a folder that only the current user can use.
fn create_private(folder: &Path) -> io::Result<File> {
    let mut builder = DirBuilder::new();
    platform::set_private(&mut builder);
    builder.create(folder)?;
    platform::open_folder(folder).inspect_err(|_| drop(fs::remove_dir(folder)))
}

/// Completes or removes what a killed run has left in `folder`.
fn complete_or_remove(folder: &Path, target: &Path, finished: &mut Finished) -> io::Result<()> {
    if !platform::HAS_LOCKS || !is_own(folder) {
        return Ok(());
    }
    let Ok(lock) = File::open(folder) else { return Ok(()) };
    if lock.try_lock().is_err() || !is_at(&lock, folder) {
        return Ok(());
    }
    let Some(left) = left_in(folder) else {
        finished.foreign.push(folder.to_owned());
        return Ok(());
    };
    for Entry { file, name, replaces, .. } in left {
        let (file, target) = (folder.join(file), target.join(name));
        fs::create_dir_all(folder_of(&target))?;
        match complete(&file, &target, &replaces) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let partial = rename_to_partial(&target, |name| rename_to_new(&file, name))?;
                finished.kept.push(partial);
            }
            result => {
                result?;
                finished.n_files += 1;
            }
        }
    }
    sync_folder(folder);
    fs::remove_dir_all(folder)
}

/// Renames a file of a killed run. Returns [`io::ErrorKind::AlreadyExists`] if `target` is not the file that was to be
/// replaced.
fn complete(file: &Path, target: &Path, replaces: &str) -> io::Result<()> {
    let is_same = |metadata| FileState::of(&metadata).to_text() == replaces;
    if !replaces.is_empty() && fs::metadata(target).is_ok_and(is_same) {
        return fs::rename(file, target);
    }
    rename_to_new(file, target)
}

/// Returns true for a folder of the current user that no other user can have written to.
fn is_own(folder: &Path) -> bool {
    fs::symlink_metadata(folder).is_ok_and(|it| platform::is_private(&it))
}

/// An entry of a journal.
struct Entry {
    file: PathBuf,
    /// The identity of the file.
    identity: String,
    name: PathBuf,
    /// State of the file that is replaced; empty if there is none.
    replaces: String,
}

/// Returns the entries of the journal in `folder` whose files were not renamed, and are therefore still there. `None`: the
/// journal is of another version, or tells of other files.
fn left_in(folder: &Path) -> Option<Vec<Entry>> {
    let checked = |entry: Entry| {
        let metadata = fs::symlink_metadata(folder.join(&entry.file)).ok()?;
        Some((FileState::identity(&metadata) == entry.identity).then_some(entry))
    };
    read_journal(&folder.join(JOURNAL))?.into_iter().filter_map(checked).collect()
}

/// Returns the entries of a complete journal; nothing if there is none, or it is incomplete, because no file was renamed
/// then. `None`: it is of another version.
fn read_journal(path: &Path) -> Option<Vec<Entry>> {
    let Ok(journal) = fs::read(path) else { return Some(Vec::new()) };
    let fields: Vec<&[u8]> = journal.split(|byte| *byte == 0).collect();
    let fields = match &fields[..] {
        [BEGIN, fields @ .., END, b""] => fields,
        [begin, .., END, b""] if begin.starts_with(ANY_BEGIN) => return None,
        _ => return Some(Vec::new()),
    };
    let (entries, rest) = fields.as_chunks::<4>();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).ok();
    let entry = |[file, identity, name, replaces]: &[&[u8]; 4]| {
        let (file, name) = (plain_name(file)?, plain_name(name)?);
        Some(Entry { file, identity: text(identity)?, name, replaces: text(replaces)? })
    };
    let entries: Option<Vec<_>> = entries.iter().map(entry).collect();
    entries.filter(|_| rest.is_empty())
}

/// Returns a path from a journal; `None` if it leads out of its folder.
fn plain_name(bytes: &[u8]) -> Option<PathBuf> {
    let path = PathBuf::from(platform::os_string(bytes)?);
    is_plain(&path).then_some(path)
}

/// Returns true for a path that consists of names only.
fn is_plain(path: &Path) -> bool {
    let is_name = |component| matches!(component, Component::Normal(_));
    path.components().next().is_some() && path.components().all(is_name)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn all_folders_of_killed_runs_are_examined() {
        let dir = tempfile::tempdir().unwrap();
        let left = |number: u32| {
            let folder = dir.path().join(name_of(number));
            create_private(&folder).unwrap();
            fs::write(folder.join("0"), number.to_string()).unwrap();
            folder
        };
        let journal_of = |folder: &Path, identity: &str| {
            let journal = [BEGIN, b"0", identity.as_bytes(), b"a.pgn", b"", END, b""].join(&0);
            fs::write(folder.join(JOURNAL), journal).unwrap();
        };
        // The first number is free. Only one of the folders has a journal.
        let folders = [left(2), left(3), left(12)];
        let identity = FileState::identity(&fs::metadata(folders[1].join("0")).unwrap());
        journal_of(&folders[1], &identity);
        // Copies of a folder, such as those in an archive, have the same journal.
        let foreign = [left(5), left(6)];
        journal_of(&foreign[0], &identity);
        let older = [b"pgnkit journal 2", &b"0"[..], b"b.pgn", b"", END, b""].join(&0);
        fs::write(foreign[1].join(JOURNAL), older).unwrap();
        let names = [".pgnkit-parts1", ".pgnkit-parts03", ".pgnkit-parts1001", ".pgnkit-partsx"];
        let others = names.map(|name| dir.path().join(name));
        others.iter().for_each(|it| drop(create_private(it).unwrap()));
        let staging = Staging::open(dir.path()).unwrap();
        assert_eq!(staging.folder, dir.path().join(".pgnkit-parts"));
        assert_eq!(staging.finished().n_files, 1);
        assert_eq!(staging.finished().foreign, foreign);
        assert!(
            foreign.iter().all(|it| it.join("0").exists()) && !dir.path().join("b.pgn").exists()
        );
        assert_eq!(fs::read(dir.path().join("a.pgn")).unwrap(), b"3");
        assert!(folders.iter().all(|it| !it.exists()));
        assert!(others.iter().all(|it| it.exists()));
        // A folder in use stays.
        let second = Staging::open(dir.path()).unwrap();
        assert_eq!(second.folder, dir.path().join(".pgnkit-parts2"));
        drop(staging);
        assert!(Staging::open(dir.path()).is_ok() && second.folder.exists());
    }

    #[test]
    fn a_killed_run_replaces_only_what_it_has_seen() {
        let dir = tempfile::tempdir().unwrap();
        let target = dir.path().join("a.pgn");
        for (is_changed, text, n_kept) in [(false, "part", 0), (true, "newer text", 1)] {
            fs::write(&target, "old").unwrap();
            let seen = FileState::of(&fs::metadata(&target).unwrap());
            let staging = Staging::open(dir.path()).unwrap();
            let from = staging.folder.join("0");
            fs::write(&from, "part").unwrap();
            let renaming = Renaming { from: &from, to: &target, replaces: Some(seen) };
            staging.write_journal(std::iter::once(renaming)).unwrap();
            // A killed run does not drop its folder.
            let left = dir.path().join("left");
            fs::rename(&staging.folder, &left).unwrap();
            drop(staging);
            fs::rename(&left, dir.path().join(name_of(1))).unwrap();
            if is_changed {
                fs::write(&target, text).unwrap();
            }
            let staging = Staging::open(dir.path()).unwrap();
            assert_eq!(staging.finished().kept.len(), n_kept);
            assert_eq!(fs::read(&target).unwrap(), text.as_bytes());
        }
    }
}
