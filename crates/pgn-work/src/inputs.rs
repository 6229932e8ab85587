//! The inputs of a run, in the order in which they are read.

pub(crate) mod encodings;
mod folder_globs;
pub(crate) mod fresh;
pub(crate) mod game_lines;
mod glob;
mod list;
pub mod paths;
pub(crate) mod reading;
pub mod requested_names;
mod resolve;
pub(crate) mod texts;
mod walk;
pub mod watching;

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use pgn_report::text::escape;
use pgn_stream::{
    FileId, Input, InputInfo,
    endings::{is_packed, is_zip, without, without_compression},
    total_size,
};

use crate::{
    inputs::paths::show,
    reports::{messages::Messages, progress::ShownProgress},
};

pub use self::{
    folder_globs::FolderGlobs,
    glob::Exclude,
    resolve::{IfNone, IgnoreFiles, Request, Resolved, Source, resolve},
    walk::Unread,
};

/// The inputs of a run.
#[derive(Debug, Default)]
pub struct Inputs {
    /// The inputs, in the order in which they are read.
    pub list: Vec<Input>,
    /// Effect of a truncated input on the exit status.
    pub truncation: Truncation,
    /// The files that list names of inputs.
    pub list_files: Vec<PathBuf>,
    /// The files in `list` that were found in a folder or by a glob, and where they are.
    pub found: HashMap<PathBuf, FoundFile>,
    /// True if a folder or link could not be read, so that files may be missing from `list`.
    pub is_partial: bool,
}

impl Inputs {
    /// Returns the inputs of a run that reads one file.
    #[must_use]
    pub fn of_file(path: &Path) -> Inputs {
        Inputs { list: vec![Input::Path(path.to_owned())], ..Inputs::default() }
    }

    /// Returns the progress of a run over the inputs.
    #[must_use]
    pub fn progress(&self, messages: &Messages) -> ShownProgress {
        ShownProgress::new(messages.terminal().progress(total_size(&self.list)))
    }
}

/// Where a file is that was found in a folder or by a glob.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FoundFile {
    /// In the folder.
    Inside,
    /// Elsewhere: a symbolic link in the folder leads to it.
    Outside,
}

/// Effect of a truncated compressed input on the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Truncation {
    /// The run fails.
    #[default]
    Fails,
    /// The truncation is reported as a warning.
    Warns,
}

/// Returns the file name of an input without `.pgn` and the ending of a compression: `games` for `x/games.pgn.zst`.
#[must_use]
pub fn stem(input: &Input) -> String {
    let Input::Path(path) = input else { return "stdin".to_owned() };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let name = without_compression(&name);
    let name = without(name, ".zip").unwrap_or(name);
    without(name, ".pgn").unwrap_or(name).to_owned()
}

/// Returns true if an input can be read more than once.
#[must_use]
pub fn can_be_read_twice(input: &Input) -> bool {
    match input {
        Input::Stdin => false,
        Input::Path(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
    }
}

/// Leaves out files that were found in a folder or by a glob, with a warning, for commands that rewrite files in place, as
/// `option` says: compressed files, and files outside of the folder. A folder from somebody else may have links to any
/// file of the user. Files that were named stay.
///
/// # Errors
/// Returns an error if no input is left, unless there was none.
pub fn leave_out_found(
    inputs: &mut Inputs,
    option: &str,
    messages: &Messages,
) -> anyhow::Result<()> {
    let (found, was_empty) = (&inputs.found, inputs.list.is_empty());
    inputs.list.retain(|input| {
        let Input::Path(path) = input else { return true };
        let why = match found.get(path) {
            Some(FoundFile::Outside) => {
                "it is a link to a file outside of the folder; name it to change it"
            }
            Some(FoundFile::Inside) if is_packed(&path.to_string_lossy()) => "it is compressed",
            Some(FoundFile::Inside) | None => return true,
        };
        messages.warning(format_args!("{option} skips {}: {why}", show(path)));
        false
    });
    ensure!(
        was_empty || !inputs.list.is_empty(),
        "{option}: all files are compressed or outside of the folder"
    );
    Ok(())
}

/// Returns the paths of `inputs`, for commands that rewrite files in place. `option`: the option that rewrites files,
/// for messages.
///
/// # Errors
/// Returns an error if an input is stdin, a device, a file with the name of a compressed file, or a file that occurs
/// twice. Files with compressed content are reported when they are read.
pub fn rewritable<'a>(inputs: &'a [Input], option: &str) -> anyhow::Result<Vec<&'a Path>> {
    let mut files = Vec::new();
    let mut known = HashMap::new();
    for input in inputs {
        let Input::Path(path) = input else { bail!("{option} cannot rewrite stdin") };
        let other = FileId::of_path(path).and_then(|id| known.insert(id, path));
        if let Some(other) = other {
            let as_other = match other == path {
                true => String::new(),
                false => format!(": it is the same file as {}", show(other)),
            };
            bail!("{option} cannot rewrite {} twice{as_other}", show(path));
        }
        let is_special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        ensure!(!is_special, "{option} cannot rewrite {}: not a plain file", show(path));
        let name = path.to_string_lossy();
        if is_packed(&name) {
            let way = match option {
                "--in-place" if !is_zip(&name) => "`-o FILE FILE` rewrites it",
                _ => "unpack it first",
            };
            bail!("{option} cannot rewrite {}: it is compressed; {way}", show(path));
        }
        files.push(path.as_path());
    }
    Ok(files)
}

/// Returns the name of an input in messages: its path and, after `!`, its member.
pub(crate) fn name_of(input: &InputInfo) -> String {
    escape(&input.name()).into_owned()
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
