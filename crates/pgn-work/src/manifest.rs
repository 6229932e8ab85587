//! `--manifest`: a JSON file with the inputs, the outputs, and the numbers of games by what was done with them.
//!
//! Plain files are hashed by separate tasks, which read them to their ends, however much of them the run needs. Pipes
//! are hashed while they are read. The manifest is written last, when the outputs have been renamed into place.

mod document;
mod hashing;
mod reading;

use std::{
    collections::{BTreeMap, HashMap},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use pgn_stream::{Output, Workers};

use self::{
    document::{Document, InputEntry, OutputEntry, ShownPath, Sums},
    hashing::{Hashing, Job},
};
use crate::{
    inputs::{Unread, paths},
    outputs,
};

pub(crate) use document::Role;
pub(crate) use reading::InputRecorder;

/// The manifest of a run.
#[derive(Debug)]
pub struct Manifest {
    pub(crate) to: outputs::Output,
    command: String,
    /// The options that were given on the command line or in a file of settings.
    options: serde_json::Map<String, serde_json::Value>,
    state: Mutex<State>,
}

/// The state of a manifest during the run.
#[derive(Debug, Default)]
struct State {
    /// The output; `None` if no manifest is written.
    out: Option<Output>,
    hashing: Option<Hashing>,
    /// Entries of files that could not be opened to be hashed.
    unread: Vec<(usize, io::Error)>,
    inputs: Vec<InputEntry>,
    skipped: Vec<PathBuf>,
    outputs: Vec<PathBuf>,
    /// Numbers of games in outputs, if they were counted.
    n_games: HashMap<PathBuf, u64>,
    counts: Option<Counts>,
    has_query: bool,
}

/// Numbers of games by what a command has done with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    /// Games in the output; `None`: all games.
    pub(crate) kept: Option<u64>,
    /// Games in the output that were changed, by reason.
    pub(crate) changed: BTreeMap<&'static str, u64>,
    /// Games that are not in the output, by reason. Those of the inputs that are not counted here were not selected.
    pub(crate) dropped: BTreeMap<&'static str, u64>,
    /// Games with errors, by the rule of the first error.
    pub(crate) errors: BTreeMap<&'static str, u64>,
    /// Pieces of text that were left out of games, by kind.
    pub(crate) left_out: BTreeMap<&'static str, u64>,
    /// Games that do not come from the inputs.
    pub(crate) n_added: u64,
}

impl Counts {
    /// Returns the counts of a run with `kept` games in its output.
    pub(crate) fn of_kept(kept: u64) -> Counts {
        Counts { kept: Some(kept), ..Counts::default() }
    }

    /// Adds games that are not in the output.
    pub(crate) fn add_dropped(&mut self, reason: &'static str, n: u64) {
        add(&mut self.dropped, reason, n);
    }

    /// Adds games that are in the output and were changed.
    pub(crate) fn add_changed(&mut self, reason: &'static str, n: u64) {
        add(&mut self.changed, reason, n);
    }
}

/// Adds `n` to the count of `reason`, unless `n` is 0.
pub(crate) fn add(counts: &mut BTreeMap<&'static str, u64>, reason: &'static str, n: u64) {
    if n > 0 {
        *counts.entry(reason).or_default() += n;
    }
}

impl Manifest {
    /// Returns a manifest that is written to `path`; `-` is stdout.
    #[must_use]
    pub fn new(
        path: &Path,
        command: &str,
        options: serde_json::Map<String, serde_json::Value>,
    ) -> Manifest {
        let to = outputs::Output::of(path);
        Manifest { to, command: command.to_owned(), options, state: Mutex::default() }
    }

    /// Returns the path of the manifest; `None` if it is written to stdout.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.to.path()
    }

    /// Opens the output of the manifest at the beginning of the run.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written.
    pub fn open(&self, workers: &Arc<Workers>) -> anyhow::Result<()> {
        let mut state = self.lock();
        state.out = Some(outputs::open(&self.to)?);
        state.hashing = Some(Hashing::new(workers));
        Ok(())
    }

    /// Adds a file that the run reads in addition to its inputs.
    pub(crate) fn add_input(&self, path: &Path, role: Role) {
        let mut state = self.lock();
        let entry = state.inputs.len();
        state.inputs.push(InputEntry::new(Some(path), role));
        state.hash(entry, Job::of_file(entry, path));
    }

    /// Adds files of folders that are not read, because of their names.
    pub fn add_skipped(&self, paths: &[PathBuf]) {
        self.lock().skipped.extend_from_slice(paths);
    }

    /// Adds folders and links that could not be read, with their errors.
    pub fn add_unread(&self, unread: &[Unread]) {
        self.lock().inputs.extend(unread.iter().map(|it| {
            let mut entry = InputEntry::new(Some(&it.path), Role::Input);
            entry.error = Some(it.error.clone());
            entry
        }));
    }

    /// Adds an output that has been renamed into place.
    pub(crate) fn add_output(&self, path: &Path) {
        self.lock().outputs.push(path.to_owned());
    }

    /// Sets the number of games in an output.
    pub(crate) fn set_n_games(&self, path: &Path, n: u64) {
        self.lock().n_games.insert(path.to_owned(), n);
    }

    /// Sets the numbers of games.
    pub(crate) fn count(&self, counts: Counts) {
        self.lock().counts = Some(counts);
    }

    /// Withdraws the manifest, so that none is written.
    pub(crate) fn withdraw(&self) {
        self.lock().out = None;
    }

    /// Writes the manifest. Returns its output, and true if every input was read to its end; `None` if no manifest is
    /// written. The outputs must have been renamed into place.
    ///
    /// # Errors
    /// Returns an error if the output cannot be written, or a file has changed while it was read.
    pub(crate) fn finish(&self, workers: &Workers) -> anyhow::Result<Option<(Output, bool)>> {
        let mut state = std::mem::take(&mut *self.lock());
        let Some(mut out) = state.out else { return Ok(None) };
        let unread = state.unread.into_iter().map(|(entry, error)| (entry, Err(error)));
        let hashed = state.hashing.map(Hashing::finish).unwrap_or_default();
        for (entry, digest) in hashed.into_iter().chain(unread) {
            let entry = &mut state.inputs[entry];
            match digest {
                Ok(digest) => entry.set_digest(digest),
                // An input that cannot be read has its own error.
                Err(_) if entry.error.is_some() => (),
                Err(error) => anyhow::bail!("{}: {error}; no manifest is written", entry.path.path),
            }
        }
        let digests = hashing::files(&state.outputs, workers);
        let mut written = Vec::with_capacity(state.outputs.len());
        for (path, digest) in state.outputs.iter().zip(digests) {
            let failed =
                |error| anyhow::anyhow!("{}: {error}; no manifest is written", paths::show(path));
            if let Some(digest) = digest.transpose().map_err(failed)? {
                written.push(OutputEntry::new(path, state.n_games.get(path).copied(), digest));
            }
        }
        let is_complete = state.inputs.iter().all(|entry| entry.error.is_none());
        let document = Document {
            format: "pgnkit-manifest",
            version: 1,
            pgnkit: env!("CARGO_PKG_VERSION"),
            command: &self.command,
            options: &self.options,
            counts: Sums::new(&state.inputs, state.counts, state.has_query),
            complete: is_complete,
            inputs: state.inputs,
            skipped: state.skipped.iter().map(|path| ShownPath::new(path)).collect(),
            outputs: written,
        };
        let mut text = serde_json::to_vec_pretty(&document)?;
        text.push(b'\n');
        out.write_all(&text)?;
        Ok(Some((out, is_complete)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Hashes the file of an entry in the background; `None`: a file that can be read only once.
    fn hash(&mut self, entry: usize, job: io::Result<Option<Job>>) {
        match (job, &self.hashing) {
            (Ok(Some(job)), Some(hashing)) => hashing.hash(job),
            (Err(error), _) => self.unread.push((entry, error)),
            _ => (),
        }
    }
}
