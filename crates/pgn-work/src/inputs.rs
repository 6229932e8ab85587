//! The inputs of a run, in the order in which they are read.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use pgn_report::text::escape;
use pgn_stream::{Input, InputInfo};

use crate::{
    messages::Messages,
    paths::{PACKED, show, without_ending},
    progress::Progress,
};

/// The inputs of a run.
#[derive(Debug, Default)]
pub struct Inputs {
    /// Where games are read, in this order.
    pub list: Vec<Input>,
    /// What an input that ends too early does to the exit status.
    pub truncation: Truncation,
    /// The files whose lines named inputs.
    pub lists: Vec<PathBuf>,
    /// Those of `list` that were found in a folder or by a glob.
    pub found: HashSet<PathBuf>,
}

impl Inputs {
    /// Returns the progress of a run over them.
    #[must_use]
    pub fn progress(&self, messages: &Messages) -> Progress {
        Progress::new(messages.terminal().progress(total_size(&self.list)))
    }
}

/// What a compressed input that ends too early does to the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truncation {
    /// The run has failed.
    #[default]
    Fails,
    /// It is reported, and is no failure.
    Warns,
}

/// Returns the file name of an input without `.pgn` and the ending of a compression: `games` for `x/games.pgn.zst`.
#[must_use]
pub fn stem(input: &Input) -> String {
    let Input::Path(path) = input else { return "stdin".to_owned() };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = without_ending(&name, PACKED).unwrap_or(&name);
    let name = without_ending(name, &[".zip"]).unwrap_or(name);
    without_ending(name, &[".pgn"]).unwrap_or(name).to_owned()
}

/// Returns true if an input has the same bytes when it is read again.
#[must_use]
pub fn can_be_read_twice(input: &Input) -> bool {
    match input {
        Input::Stdin => false,
        Input::Path(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
    }
}

/// Returns the sizes of all inputs together, if each is a plain file.
fn total_size(inputs: &[Input]) -> Option<u64> {
    let mut n_bytes = 0;
    for input in inputs {
        let Input::Path(path) = input else { return None };
        let metadata = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
        n_bytes += metadata.len();
    }
    Some(n_bytes)
}

/// Returns the files among `inputs`, for commands that rewrite files in place, as `option` says.
///
/// # Errors
/// Stdin is among them, a device, what is compressed by its name (what is compressed by its content is reported when it is read), or
/// one file twice.
pub fn rewritable<'a>(inputs: &'a [Input], option: &str) -> anyhow::Result<Vec<&'a Path>> {
    let mut files = Vec::new();
    let mut known = HashSet::new();
    for input in inputs {
        let Input::Path(path) = input else { bail!("{option} cannot rewrite stdin") };
        let real = path.canonicalize();
        let is_known = real.is_ok_and(|real| !known.insert(real));
        ensure!(!is_known, "{option} cannot rewrite {} twice", show(path));
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        ensure!(!is_special, "{option} cannot rewrite {}: not a plain file", show(path));
        let name = path.to_string_lossy();
        let is_packed =
            without_ending(&name, PACKED).is_some() || without_ending(&name, &[".zip"]).is_some();
        ensure!(!is_packed, "{option} cannot rewrite {}: it is compressed", show(path));
        files.push(path.as_path());
    }
    Ok(files)
}

/// Returns what messages call an input: its path, the member behind a `!`.
pub(crate) fn name_of(input: &InputInfo) -> String {
    let path = input.path().map_or_else(|| "<stdin>".to_owned(), show);
    match &input.member {
        Some(member) => format!("{path}!{}", escape(member)),
        None => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems() {
        let stem = |name: &str| stem(&Input::Path(PathBuf::from(name)));
        assert_eq!(stem("x/games.pgn"), "games");
        assert_eq!(stem("x/games.PGN.zst"), "games");
        assert_eq!(stem("x/games.v2.gz"), "games.v2");
        assert_eq!(stem("x/games"), "games");
        assert_eq!(super::stem(&Input::Stdin), "stdin");
        assert_eq!(stem("twic1520g.zip"), "twic1520g");
    }
}
