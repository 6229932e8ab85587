//! Counts the games of an input that the output replaces, to report the games that would then exist nowhere. An output
//! that no input has a game for does not replace a file of games.

use std::path::{Path, PathBuf};

use pgn_stream::{FileId, Input, InputEnd, InputInfo, head_of};

use crate::{
    Globals, ReadingOptions,
    inputs::{
        Inputs,
        paths::{holds_text, show},
    },
    outputs::Output,
    reports::messages::Messages,
};

/// Returns the reason why the text of an input must not be replaced by the games that were read from it: it is not PGN,
/// or has no game. `None` if it may be replaced.
pub(crate) fn why_kept(input: &InputInfo, end: &InputEnd) -> Option<String> {
    if let Some(kind) = input.foreign {
        return Some(format!("it is {kind}, not PGN"));
    }
    let is_without_game = end.error.is_none() && end.n_games == 0 && end.n_bytes > 0;
    is_without_game.then(|| "no game was read of its text".to_owned())
}

/// The games of the inputs that are also the output file.
#[derive(Debug, Default)]
pub(crate) struct Replaced {
    /// Paths of the inputs that the output replaces; empty if it replaces none.
    paths: Vec<PathBuf>,
    /// Path of the output if it replaces a file with text that is not an input; `None` if not.
    other: Option<PathBuf>,
    /// True if the output replaces the current input.
    is_current: bool,
    /// Indices in the run of the inputs that are replaced.
    indices: Vec<usize>,
    /// True if only a part of each input is read, so that its games are not counted.
    is_part: bool,
    /// Name of the first of these inputs whose text must not be replaced, and the reason.
    refused: Option<(PathBuf, String)>,
    /// Number of games in these inputs.
    n_read: u64,
    /// Number of their games that are written to an output.
    n_kept: u64,
    /// Number of games of all inputs that are written to an output.
    n_written: u64,
    /// Number of inputs that were begun.
    n_begun: u64,
    /// Number of inputs that were read to their end and have no game.
    n_without_games: u64,
}

impl Replaced {
    /// Returns what [`Replaced::new`] returns, for a run that writes all games of the inputs to one output or another, so
    /// that games of the output alone can be lost.
    pub(crate) fn beside(output: &Output, inputs: &Inputs, reading: &ReadingOptions) -> Replaced {
        let Replaced { other, is_part, .. } = Replaced::new(output, inputs, reading);
        Replaced { other, is_part, ..Replaced::default() }
    }

    /// Returns the games of the inputs that `output` replaces.
    pub(crate) fn new(output: &Output, inputs: &Inputs, reading: &ReadingOptions) -> Replaced {
        let Output::File(path) = output else { return Replaced::default() };
        let Some(id) = FileId::of_regular_file(path) else { return Replaced::default() };
        let is_output = |path: &&Path| FileId::of_regular_file(path).is_some_and(|it| it == id);
        let paths = inputs.list.iter().filter_map(Input::path).filter(is_output);
        let paths: Vec<PathBuf> = paths.map(Path::to_path_buf).collect();
        let is_other = paths.is_empty() && holds_text(path);
        Replaced {
            other: is_other.then(|| path.clone()),
            paths,
            is_part: reading.bytes.is_some(),
            ..Replaced::default()
        }
    }

    /// Returns true if the output replaces an input, so that all its games are read to count them.
    pub(crate) fn is_some(&self) -> bool {
        !self.paths.is_empty()
    }

    /// Begins an input.
    pub(crate) fn begin(&mut self, input: &InputInfo) {
        self.n_begun += 1;
        let is_it = |path| self.paths.iter().any(|it| it == path);
        self.is_current = self.is_some() && input.path().is_some_and(is_it);
        if self.is_current {
            self.indices.push(input.index);
        }
    }

    /// Counts games of the current input that are written.
    pub(crate) fn keep(&mut self, n_games: u64) {
        self.n_written += n_games;
        self.n_kept += if self.is_current { n_games } else { 0 };
    }

    /// Counts a game that is written. `input`: index of its input in the run.
    pub(crate) fn keep_of(&mut self, input: usize) {
        self.n_written += 1;
        self.n_kept += u64::from(self.indices.contains(&input));
    }

    /// Ends an input.
    pub(crate) fn end(&mut self, input: &InputInfo, end: &InputEnd) {
        self.n_without_games += u64::from(end.n_games == 0);
        if self.is_current {
            self.n_read += end.n_games;
            let refused = || Some((input.path.clone()?, why_kept(input, end)?));
            self.refused = self.refused.take().or_else(refused);
        }
    }

    /// Returns an error if the output would replace a file that is not PGN. `is_complete`: true if every input was read
    /// to its end; otherwise nothing is replaced.
    pub(crate) fn check(&self, is_complete: bool) -> anyhow::Result<()> {
        match &self.refused {
            Some((path, why)) if is_complete => {
                anyhow::bail!("{}: {why}; nothing is replaced", show(path))
            }
            _ => Ok(()),
        }
    }

    /// Returns true if the output would replace games by an empty file, and reports this as an error. The caller must
    /// not replace the file. A file that is no input may be emptied by a selection, but not by inputs without games:
    /// these are often those of a download or command that failed.
    /// `is_complete`: true if every input was read to its end; otherwise nothing is replaced anyway.
    pub(crate) fn would_empty(&self, is_complete: bool, globals: &Globals) -> bool {
        if !is_complete || self.n_written > 0 {
            return false;
        }
        let (path, why) = match (self.paths.first(), &self.other) {
            (Some(path), _) if self.n_read > 0 || self.is_part && holds_text(path) => {
                (path, "no game would be written")
            }
            (None, Some(path)) if self.has_no_input_games() && has_games(path) => {
                (path, "no game was read")
            }
            _ => return false,
        };
        globals.withdraw_manifest();
        globals.messages.error(format_args!(
            "{}: {why}, so it is not replaced; to get an empty file, name another output",
            show(path)
        ));
        true
    }

    /// Returns true if all inputs were read as a whole and none of them has a game.
    fn has_no_input_games(&self) -> bool {
        !self.is_part && self.n_begun > 0 && self.n_without_games == self.n_begun
    }

    /// Warns of games that are in no output, when the output has replaced their file.
    pub(crate) fn report(&self, messages: &Messages) {
        if let Some(path) = self.other.as_deref().filter(|_| self.n_written == 0) {
            let name = show(path);
            messages
                .warning(format_args!("{name}: no game was written; what it had before is gone"));
        }
        let (Some(path), n_lost) = (self.paths.first(), self.n_read.saturating_sub(self.n_kept))
        else {
            return;
        };
        if n_lost > 0 || self.is_part {
            let games = match n_lost {
                _ if self.is_part => "games outside of --bytes are".to_owned(),
                1 => "1 game that was not written is".to_owned(),
                n => format!("{n} games that were not written are"),
            };
            let name = show(path);
            messages.warning(format_args!(
                "{name}: {games} no longer in it, as the output was also an input"
            ));
        }
    }

    /// Notes that the output replaces one of several inputs.
    pub(crate) fn note(&self, messages: &Messages) {
        if let Some(path) = self.paths.first() {
            messages.note(format_args!("{} is also an input", show(path)));
        }
    }
}

/// Number of bytes of an existing output that show if it has games.
const HEAD: usize = 4 << 10;

/// Returns false if the file has no more than an output without games: nothing, or the header of a table, which is one
/// word. A Parquet file can be made again, so it counts as such.
fn has_games(path: &Path) -> bool {
    let Ok(head) = head_of(path, HEAD) else { return true };
    let text = head.trim_ascii();
    !text.starts_with(b"PAR1")
        && (text.starts_with(b"[") || text.iter().any(u8::is_ascii_whitespace))
}
