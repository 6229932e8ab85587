//! The PGN files below a folder, or the files that a glob matches, in byte order of their paths.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use crate::{inputs::paths::show, reports::messages::Messages};
use ignore::{DirEntry, WalkBuilder};
use pgn_stream::endings::{is_pgn, is_zip};

use super::{
    IgnoreFiles,
    glob::{Exclude, Pattern},
};

/// Counts of files that were found but are not read, by reason.
#[derive(Debug, Default)]
pub(super) struct Skipped {
    pub(super) n_excluded: usize,
    pub(super) n_ignored: usize,
    pub(super) n_not_pgn: usize,
    /// The files counted in `n_not_pgn`, without those that are hidden.
    pub(super) not_pgn: Vec<PathBuf>,
    /// Number of files that are already an input or an output.
    pub(super) n_known: usize,
}

impl Skipped {
    pub(super) fn is_empty(&self) -> bool {
        self.n_excluded + self.n_ignored + self.n_not_pgn + self.n_known == 0
    }

    /// Returns the counts, as in ` (2 excluded, 1 ignored)`; an empty string if all are 0.
    pub(super) fn in_brackets(&self) -> String {
        let counts = [
            (self.n_excluded, "excluded"),
            (self.n_ignored, "ignored or hidden"),
            (self.n_not_pgn, "not PGN by name"),
            (self.n_known, "already an input or an output"),
        ];
        let counts = counts.into_iter().filter(|(n, _)| *n > 0);
        let reasons: Vec<String> = counts.map(|(n, reason)| format!("{n} {reason}")).collect();
        if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) }
    }
}

/// A search for files below folders.
pub(super) struct Walk<'a> {
    pub(super) ignore_files: IgnoreFiles,
    pub(super) exclude: &'a Exclude,
    pub(super) messages: &'a Messages,
    /// The files that were found so far and are not read.
    pub(super) skipped: Skipped,
    /// Folders that cannot be read, or not wholly, and links that lead nowhere, which are not reported yet.
    pub(super) failures: Vec<Unread>,
}

/// A folder that cannot be read, or not wholly, or a link that leads nowhere: files may be missing from the inputs.
#[derive(Debug)]
pub struct Unread {
    /// The path of the folder or link.
    pub path: PathBuf,
    /// What is wrong with it.
    pub error: String,
}

impl Unread {
    fn new(path: PathBuf, error: &dyn fmt::Display) -> Unread {
        Unread { path, error: format!("cannot be read: {error}") }
    }
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", show(&self.path), self.error)
    }
}

impl Walk<'_> {
    /// Returns the files below `root` that have names of PGN files.
    pub(super) fn folder(&mut self, root: &Path) -> Vec<PathBuf> {
        let (found, others) = self.files(root, None, is_pgn_name);
        self.skipped.n_not_pgn += others.len();
        self.skipped.not_pgn.extend(others.into_iter().filter(|path| !is_hidden(root, path)));
        found
    }

    /// Returns the files that match `pattern`, whatever their extensions. Other files do not count as skipped.
    pub(super) fn glob(&mut self, pattern: &str) -> anyhow::Result<Vec<PathBuf>> {
        let pattern = Pattern::new(pattern)?;
        if !pattern.base.is_dir() {
            return Ok(Vec::new());
        }
        let is_match = |path: &Path| pattern.is_match(path);
        Ok(self.files(&pattern.base, pattern.max_depth, is_match).0)
    }

    /// Reports the folders and links that could not be read, and returns them.
    ///
    /// # Errors
    /// Returns the last of them as an error if `is_fatal` is true.
    pub(super) fn report_failures(&mut self, is_fatal: bool) -> anyhow::Result<Vec<Unread>> {
        let last = self.failures.pop_if(|_| is_fatal);
        self.failures.iter().for_each(|failure| self.messages.error(failure));
        match last {
            Some(last) => Err(anyhow::Error::msg(last.to_string())),
            None => Ok(std::mem::take(&mut self.failures)),
        }
    }

    /// Returns the files below `root` for whose paths `is_wanted` returns true, and the other files.
    fn files(
        &mut self,
        root: &Path,
        max_depth: Option<usize>,
        is_wanted: impl Fn(&Path) -> bool,
    ) -> (Vec<PathBuf>, Vec<PathBuf>) {
        let Walk { ignore_files, exclude, messages, ref mut skipped, ref mut failures } = *self;
        let (mut found, mut others) = (Vec::new(), Vec::new());
        for entry in walker(root, max_depth, ignore_files).build() {
            let path = match entry {
                Ok(entry) if is_file(&entry) => shown_path(entry),
                Ok(entry) => {
                    let is_folder = entry.path().metadata().map(|it| it.is_dir());
                    let path = shown_path(entry);
                    let is_named = is_wanted(&path) && !exclude.is_match(&path);
                    match is_folder {
                        Err(error) if is_named => failures.push(match error.kind() {
                            io::ErrorKind::NotFound => Unread {
                                path,
                                error: "a link to a file that does not exist".into(),
                            },
                            _ => Unread::new(path, &error),
                        }),
                        Ok(false) if is_named => messages
                            .warning(format_args!("{}: not a regular file; skipped", show(&path))),
                        _ => (),
                    }
                    continue;
                }
                Err(error) => {
                    failures.push(unreadable(root, &error));
                    continue;
                }
            };
            if !is_wanted(&path) {
                others.push(path);
            } else if exclude.is_match(&path) {
                skipped.n_excluded += 1;
            } else {
                found.push(path);
            }
        }
        if ignore_files == IgnoreFiles::Honor && (found.is_empty() || messages.is_verbose()) {
            let all = walker(root, max_depth, IgnoreFiles::Disregard).build();
            let n_all = all
                .filter_map(Result::ok)
                .filter(is_file)
                .map(shown_path)
                .filter(|path| is_wanted(path) && !exclude.is_match(path))
                .count();
            skipped.n_ignored += n_all.saturating_sub(found.len());
        }
        found.sort_unstable_by(|a, b| {
            a.as_os_str().as_encoded_bytes().cmp(b.as_os_str().as_encoded_bytes())
        });
        (found, others)
    }
}

/// Returns the folder below `root` that cannot be read.
fn unreadable(root: &Path, error: &ignore::Error) -> Unread {
    let mut path = root;
    let mut inner = error;
    while let ignore::Error::WithPath { err, .. } | ignore::Error::WithDepth { err, .. } = inner {
        if let ignore::Error::WithPath { path: at, .. } = inner {
            path = at;
        }
        inner = err;
    }
    // The error of the walk repeats the path, its source does not.
    let of_system = error.io_error().and_then(|it| std::error::Error::source(it.get_ref()?));
    let path = path.strip_prefix("./").unwrap_or(path).to_owned();
    Unread::new(path, of_system.unwrap_or(inner))
}

fn walker(root: &Path, max_depth: Option<usize>, ignore_files: IgnoreFiles) -> WalkBuilder {
    let mut walker = WalkBuilder::new(root);
    walker.standard_filters(ignore_files == IgnoreFiles::Honor).max_depth(max_depth);
    walker
}

/// Returns true for a regular file or a link to one. Links to folders are not followed: they may
/// form a cycle.
fn is_file(entry: &DirEntry) -> bool {
    match entry.file_type() {
        Some(kind) if kind.is_symlink() => entry.path().is_file(),
        Some(kind) => kind.is_file(),
        None => false,
    }
}

/// Returns the path of an entry without a leading `./`.
fn shown_path(entry: DirEntry) -> PathBuf {
    let path = entry.into_path();
    path.strip_prefix("./").map(Path::to_path_buf).unwrap_or(path)
}

/// Returns true if any part of the path below `root` begins with a dot.
fn is_hidden(root: &Path, path: &Path) -> bool {
    let below = path.strip_prefix(root).unwrap_or(path);
    below.iter().any(|name| name.as_encoded_bytes().starts_with(b"."))
}

fn is_pgn_name(path: &Path) -> bool {
    let Some(name) = path.file_name() else { return false };
    let name = name.to_string_lossy();
    is_pgn(&name) || is_zip(&name)
}
