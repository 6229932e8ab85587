//! The part of a manifest that is collected while inputs are read.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

use pgn_stream::{Input, InputEnd, InputInfo, Summary};

use super::{
    Manifest, Role,
    document::{Charset, InputEntry, Read},
    hashing::{Hash, Job, offset_of_stdin},
};
use crate::{inputs::reading::ReadingOptions, reports::progress::ShownProgress};

/// Records what was read of the inputs of a run.
pub(crate) struct InputRecorder<'a> {
    manifest: &'a Manifest,
    options: &'a ReadingOptions,
    /// Index of the entry of the first input.
    base: usize,
    /// Offset of stdin at the beginning; `None` if it is not a file.
    offset_of_stdin: Option<u64>,
    /// True if only a part of each input is read, because of `--bytes`.
    is_partial: bool,
    /// The hashes of inputs that can be read only once, by index.
    passing: Mutex<BTreeMap<usize, Hash>>,
    progress: Option<&'a ShownProgress>,
}

impl<'a> InputRecorder<'a> {
    pub(crate) fn new(
        manifest: &'a Manifest,
        inputs: &[Input],
        options: &'a ReadingOptions,
        progress: Option<&'a ShownProgress>,
    ) -> InputRecorder<'a> {
        let mut state = manifest.lock();
        let base = state.inputs.len();
        let entry = |input: &Input| InputEntry::new(input.path(), Role::Input);
        state.inputs.extend(inputs.iter().map(entry));
        state.has_query |= options.query.is_some();
        let has_stdin = inputs.contains(&Input::Stdin);
        InputRecorder {
            manifest,
            options,
            base,
            offset_of_stdin: if has_stdin { offset_of_stdin() } else { None },
            is_partial: options.bytes.is_some(),
            passing: Mutex::default(),
            progress,
        }
    }

    /// Begins an input, or a member of an archive.
    pub(crate) fn begin(&self, input: &InputInfo) {
        let entry = self.base + input.caller_index;
        let mut state = self.manifest.lock();
        let it = &mut state.inputs[entry];
        let charset = Charset::of(input, self.options);
        if !input.binary && !it.charsets.contains(&charset) {
            it.charsets.push(charset);
        }
        if it.read != Read::Nothing {
            return;
        }
        it.format = Some(input.format.name());
        it.read = if self.is_partial { Read::Part } else { Read::Whole };
        let job = match input.path() {
            Some(path) => Job::of_file(entry, path),
            None => Ok(self.offset_of_stdin.and_then(|at| Job::of_stdin(entry, at))),
        };
        state.hash(entry, job);
    }

    pub(crate) fn end(&self, input: &InputInfo, end: &InputEnd) {
        let mut state = self.manifest.lock();
        let it = &mut state.inputs[self.base + input.caller_index];
        it.n_games += end.n_games;
        if let Some(error) = &end.error {
            it.error.get_or_insert_with(|| error.to_string());
            it.read = Read::Part;
        }
    }

    /// Ends the run.
    pub(crate) fn finish(self, summary: &Summary) {
        let mut state = self.manifest.lock();
        let entries = &mut state.inputs[self.base..];
        if summary.is_stopped {
            // The last input may have more games than those that were read.
            let last = entries.iter_mut().rfind(|entry| entry.read != Read::Nothing);
            if let Some(entry) = last {
                entry.read = Read::Part;
            }
        }
        let passed = self.passing.into_inner().unwrap_or_else(PoisonError::into_inner);
        for (caller_index, hash) in passed {
            if entries[caller_index].read == Read::Whole {
                entries[caller_index].set_digest(hash.finish());
            }
        }
        for entry in entries.iter_mut().filter(|entry| entry.read == Read::Whole) {
            entry.games = Some(entry.n_games);
        }
    }
}

impl pgn_stream::Progress for InputRecorder<'_> {
    fn read(&self, n_bytes: u64) {
        if let Some(progress) = self.progress {
            progress.read(n_bytes);
        }
    }

    fn passing(&self, caller_index: usize, bytes: &[u8]) {
        let mut passing = self.passing.lock().unwrap_or_else(PoisonError::into_inner);
        passing.entry(caller_index).or_default().add(bytes);
    }
}
