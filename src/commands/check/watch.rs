//! `check --watch`: checks inputs again when they change.
//!
//! The system reports that something has changed in a folder. The changed files are found by a comparison of the marks
//! of all files, so that it does not matter how a file was written: in place, or under another name and renamed.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Context as _, ensure};
use notify::{EventKind, RecursiveMode, Watcher as _};
use pgn_stream::Input;
use pgn_work::{ExitStatus, inputs::Inputs, messages::counted, outputs::Output, paths::show};

use super::{Args, check, outputs_of};
use crate::{
    globals::Globals,
    inputs::{IgnoreFiles, Source},
};

/// Time without changes after which inputs are checked, as editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Maximum time of waiting for changes to end, so that a file that is written continuously is checked, too.
const LONGEST: Duration = Duration::from_secs(2);

/// Maximum number of changed files whose names are shown.
const MOST_NAMES: usize = 10;

/// Escape sequences that clear a terminal with its history and move the cursor to the top.
const CLEAR: &[u8] = b"\x1b[2J\x1b[3J\x1b[H";

/// Data that distinguishes two states of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mark {
    len: u64,
    modified: Option<SystemTime>,
    /// Number of the file on its file system, which changes when the file is replaced; 0 on systems without such
    /// numbers.
    file: u64,
}

/// Checks the inputs, and then those that change whenever they do. Returns only if inputs cannot be watched.
pub(super) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    ensure!(
        plan.reports.iter().all(|report| report.output == Output::Stdout),
        "--watch shows findings on stdout and writes no report files"
    );
    let mut inputs = resolve(args, globals)?;
    ensure!(
        inputs.list.iter().all(|input| matches!(input, Input::Path(_))),
        "--watch needs files or folders; stdin is read once"
    );
    let (sender, events) = mpsc::sync_channel(1);
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        // Reading is not a change. An error may hide a change. A single waiting signal suffices.
        if !event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
            let _ = sender.try_send(());
        }
    })
    .context("--watch: the system does not report changes")?;
    let compares_files = compares_files(args);
    let mut known = BTreeMap::new();
    for round in 0_u64.. {
        for (folder, mode) in folders(args.input.sources(), &inputs.list) {
            match watcher.watch(&folder, mode) {
                // A folder that was deleted may be created again: the folder that contains it reports that.
                Err(_) if round > 0 => (),
                result => result.with_context(|| format!("--watch {}", show(&folder)))?,
            }
        }
        // The marks are read before the files, so that a file that changes in the meantime is read again.
        let now = marks(&inputs.list);
        let gone: Vec<&PathBuf> = known.keys().filter(|path| !now.contains_key(*path)).collect();
        let is_new = |input: &Input| match input {
            Input::Path(path) => now.get(path) != known.get(path),
            Input::Stdin => false,
        };
        let n_changed = inputs.list.iter().filter(|input| is_new(input)).count();
        if n_changed + gone.len() > 0 {
            if round > 0 {
                let changed = inputs.list.iter().filter(|input| is_new(input));
                begin_block(changed, &gone, globals)?;
            }
            let mut changed = Inputs { found: inputs.found.clone(), ..Inputs::default() };
            let wanted = inputs.list.iter().filter(|input| compares_files || is_new(input));
            changed.list = wanted.cloned().collect();
            if !changed.list.is_empty() {
                let plan = args.plan()?;
                let outputs = outputs_of(&plan, args.output.force, globals);
                // The next change of a file may correct an error that it causes now.
                if let Err(error) = check(args, plan, outputs, &changed, globals) {
                    globals.run.messages.error(format_args!("{error:#}"));
                }
            }
            let files = counted(now.len() as u64, "file");
            globals.run.messages.note(format_args!("watching {files}; Ctrl-C ends"));
        }
        known = now;
        wait(&events)?;
        inputs = resolve(args, globals).unwrap_or_else(|_| {
            let mut rest = std::mem::take(&mut inputs);
            rest.list.retain(|input| matches!(input, Input::Path(path) if path.is_file()));
            rest
        });
    }
    Ok(ExitStatus::Clean)
}

fn resolve(args: &Args, globals: &Globals) -> anyhow::Result<Inputs> {
    let outputs = outputs_of(&args.plan()?, args.output.force, globals);
    args.input.resolve("check", IgnoreFiles::Honor, &outputs, globals)
}

/// Returns true if a rule that compares the games of all inputs is selected by name, so that a changed file cannot be
/// checked alone.
fn compares_files(args: &Args) -> bool {
    let named = args.rules.iter().chain(&args.extend_select).flat_map(|name| pgn_lint::named(name));
    named.into_iter().any(|rule| rule.code.starts_with('G'))
}

/// Prints the names of changed and deleted files, on a cleared terminal.
fn begin_block<'a>(
    changed: impl Iterator<Item = &'a Input>,
    gone: &[&PathBuf],
    globals: &Globals,
) -> anyhow::Result<()> {
    let mut stdout = io::stdout();
    if stdout.is_terminal() {
        stdout.write_all(CLEAR).and_then(|()| stdout.flush()).context("stdout")?;
    }
    for input in changed.take(MOST_NAMES) {
        if let Input::Path(path) = input {
            globals.run.messages.note(format_args!("{}: changed", show(path)));
        }
    }
    for path in gone.iter().take(MOST_NAMES) {
        globals.run.messages.note(format_args!("{}: deleted", show(path)));
    }
    Ok(())
}

/// Waits for a change, and then until there have been no changes for a moment.
fn wait(events: &Receiver<()>) -> anyhow::Result<()> {
    events.recv().context("--watch: the system reports no changes any more")?;
    let end = Instant::now() + LONGEST;
    while Instant::now() < end {
        match events.recv_timeout(QUIET) {
            Ok(()) => (),
            Err(RecvTimeoutError::Timeout) => break,
            Err(error @ RecvTimeoutError::Disconnected) => {
                return Err(error).context("--watch: the system reports no changes any more");
            }
        }
    }
    Ok(())
}

/// Returns the marks of the files that exist.
fn marks(inputs: &[Input]) -> BTreeMap<PathBuf, Mark> {
    let paths = inputs.iter().filter_map(|input| match input {
        Input::Path(path) => Some(path),
        Input::Stdin => None,
    });
    paths.filter_map(|path| Some((path.clone(), mark(path)?))).collect()
}

fn mark(path: &Path) -> Option<Mark> {
    let meta = fs::metadata(path).ok()?;
    #[cfg(unix)]
    let file = std::os::unix::fs::MetadataExt::ino(&meta);
    #[cfg(not(unix))]
    let file = 0;
    Some(Mark { len: meta.len(), modified: meta.modified().ok(), file })
}

/// Returns the folders to watch: named ones with their subfolders, and those of single files.
fn folders(sources: &[Source], inputs: &[Input]) -> Vec<(PathBuf, RecursiveMode)> {
    let mut trees = BTreeSet::new();
    for source in sources {
        match source {
            Source::Name(path) if path.is_dir() => trees.insert(path.clone()),
            Source::Name(path) if !path.exists() => {
                is_glob(path) && trees.insert(base_of_glob(path))
            }
            Source::Name(_) | Source::List(_) => false,
        };
    }
    let mut all = BTreeMap::new();
    for input in inputs {
        if let Input::Path(path) = input {
            all.insert(folder_of(path), RecursiveMode::NonRecursive);
        }
    }
    all.retain(|folder, _| !trees.iter().any(|tree| folder.starts_with(tree)));
    all.extend(trees.into_iter().map(|tree| (tree, RecursiveMode::Recursive)));
    all.into_iter().collect()
}

/// Returns the folder in which a glob searches: its part before the first wildcard.
fn base_of_glob(glob: &Path) -> PathBuf {
    let parts = glob.components();
    let base: PathBuf = parts.take_while(|part| !is_glob(Path::new(part.as_os_str()))).collect();
    if base.as_os_str().is_empty() { PathBuf::from(".") } else { base }
}

fn is_glob(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().iter().any(|byte| b"*?[{".contains(byte))
}

fn folder_of(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_path_buf()
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
