//! Inputs that are watched: which of them have changed.
//!
//! The system reports that something has changed in a folder. The changed files are found by a comparison of the states
//! of all files, so that it does not matter how a file was written: in place, or under another name and renamed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};
use pgn_stream::{FileState, Input, folder_of};

use crate::{
    inputs::{
        Inputs, Source,
        glob::{base_of_glob, has_meta},
        paths::show,
    },
    reports::messages::counted,
};

/// Time without a change before inputs are read: a file is often written in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Maximum delay of reading after the first change, so that a file that is written all the time is read, too.
const MAX_WAIT: Duration = Duration::from_secs(2);

/// Finds the inputs of a command as they are now.
type Resolve<'a> = dyn Fn() -> anyhow::Result<Inputs> + 'a;

/// The inputs of a command, watched.
pub struct Watch<'a> {
    /// The option that requests watching, for messages.
    option: &'static str,
    sources: &'a [Source],
    resolve: &'a Resolve<'a>,
    watcher: RecommendedWatcher,
    events: Receiver<()>,
    /// The states of the files when they were read last; `None`: they were never read.
    known: Option<BTreeMap<PathBuf, FileState>>,
    /// The inputs as they were last found.
    pub inputs: Inputs,
}

/// The changes since the inputs were last read.
pub struct Changes {
    /// The inputs that are new or have changed; all of them at first.
    pub changed: Vec<Input>,
    /// The files that no longer exist.
    pub gone: Vec<PathBuf>,
    /// The number of files that are watched.
    pub n_files: u64,
}

/// Returns a number of watched files in words.
pub fn watched(n_files: u64) -> String {
    let none_yet = if n_files == 0 { " (no PGN file yet)" } else { "" };
    format!("{}{none_yet}", counted(n_files, "file"))
}

impl<'a> Watch<'a> {
    /// Begins to watch the inputs that `sources` name and `resolve` finds.
    ///
    /// # Errors
    /// Returns an error if a named input is missing, one is stdin, or the system reports no changes.
    pub fn new(
        option: &'static str,
        sources: &'a [Source],
        resolve: &'a Resolve<'a>,
    ) -> anyhow::Result<Watch<'a>> {
        let inputs = resolve()?;
        ensure!(
            inputs.list.iter().all(|input| matches!(input, Input::Path(_))),
            "{option} needs files or folders; stdin is read once"
        );
        let (sender, events) = mpsc::sync_channel(1);
        let on_event = move |event: notify::Result<notify::Event>| {
            // Reading is not a change. An error may hide a change. A single waiting signal suffices.
            if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                let _ = sender.try_send(());
            }
        };
        let watcher = notify::recommended_watcher(on_event)
            .with_context(|| format!("{option}: the system does not report changes"))?;
        Ok(Watch { option, sources, resolve, watcher, events, known: None, inputs })
    }

    /// Returns what has changed since the last call, and waits until something has; at first, returns all inputs at
    /// once.
    ///
    /// # Errors
    /// Returns an error if a folder cannot be watched.
    pub fn changes(&mut self) -> anyhow::Result<Changes> {
        loop {
            if self.known.is_some() {
                self.wait()?;
                let list = &mut self.inputs.list;
                match (self.resolve)() {
                    Ok(inputs) => self.inputs = inputs,
                    Err(_) => list.retain(|it| matches!(it, Input::Path(path) if path.is_file())),
                }
            }
            for (folder, mode) in folders(self.sources, &self.inputs.list) {
                match self.watcher.watch(&folder, mode) {
                    // A folder that was deleted may be created again: the folder that contains it reports that.
                    Err(_) if self.known.is_some() => (),
                    result => {
                        result.with_context(|| format!("{} {}", self.option, show(&folder)))?;
                    }
                }
            }
            // The states are read before the files, so that a file that changes in the meantime is read again.
            let now = states(&self.inputs.list);
            let is_first = self.known.is_none();
            let known = self.known.take().unwrap_or_default();
            let gone: Vec<PathBuf> =
                known.keys().filter(|path| !now.contains_key(*path)).cloned().collect();
            let is_new = |input: &&Input| match input {
                Input::Path(path) => now.get(path) != known.get(path),
                Input::Stdin => false,
            };
            let changed: Vec<Input> = self.inputs.list.iter().filter(is_new).cloned().collect();
            let n_files = now.len() as u64;
            self.known = Some(now);
            if is_first || !changed.is_empty() || !gone.is_empty() {
                return Ok(Changes { changed, gone, n_files });
            }
        }
    }

    /// Waits for a change, and then until there have been no changes for a moment.
    fn wait(&self) -> anyhow::Result<()> {
        let ended = || format!("{}: the system no longer reports changes", self.option);
        self.events.recv().with_context(ended)?;
        let end = Instant::now() + MAX_WAIT;
        while Instant::now() < end {
            match self.events.recv_timeout(QUIET) {
                Ok(()) => (),
                Err(RecvTimeoutError::Timeout) => break,
                Err(error @ RecvTimeoutError::Disconnected) => {
                    return Err(error).with_context(ended);
                }
            }
        }
        Ok(())
    }
}

/// Returns the states of the files that exist.
fn states(inputs: &[Input]) -> BTreeMap<PathBuf, FileState> {
    let paths = inputs.iter().filter_map(Input::path);
    let state = |path: &Path| Some((path.to_owned(), FileState::of(&fs::metadata(path).ok()?)));
    paths.filter_map(state).collect()
}

/// Returns the folders to watch: named ones with their subfolders, those of single files, and those in which a missing
/// name may be created.
fn folders(sources: &[Source], inputs: &[Input]) -> Vec<(PathBuf, RecursiveMode)> {
    let (mut trees, mut all) = (BTreeSet::new(), BTreeMap::new());
    for source in sources {
        match source {
            Source::Name(path) if path.is_dir() => {
                trees.insert(path.clone());
            }
            Source::Name(path) if !path.exists() && has_meta(path) => {
                trees.insert(base_of_glob(path));
            }
            Source::Name(path) if !path.exists() => {
                let parent = path.ancestors().map(folder_of).find(|folder| folder.is_dir());
                all.extend(parent.map(|it| (it.to_path_buf(), RecursiveMode::NonRecursive)));
            }
            Source::Name(_) | Source::List(_) => (),
        }
    }
    for input in inputs {
        if let Input::Path(path) = input {
            all.insert(folder_of(path).to_path_buf(), RecursiveMode::NonRecursive);
        }
    }
    all.retain(|folder, _| !trees.iter().any(|tree| folder.starts_with(tree)));
    all.extend(trees.into_iter().map(|tree| (tree, RecursiveMode::Recursive)));
    all.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs_are_watched_from_their_base() {
        for (glob, base) in [("a/b/*.pgn", "a/b"), ("*.pgn", "."), ("/x/**/y", "/x")] {
            assert_eq!(base_of_glob(Path::new(glob)), Path::new(base), "{glob}");
        }
    }
}
