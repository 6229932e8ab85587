//! Destinations of the results of a run.

use std::{
    collections::{HashMap, HashSet},
    io,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use pgn_report::paint::Paint;
use pgn_stream::{Append, FileId, OutputOptions, is_read_at_once};

use crate::{
    inputs::{
        self, Inputs,
        paths::{holds_text, is_dash, real_path, show},
    },
    reports::messages::Messages,
};

/// The line ends of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// LF.
    Lf,
    /// CR LF.
    Crlf,
}

/// A destination as planned; it is not open yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Stdout.
    Stdout,
    /// Stderr, for reports while stdout gets other data.
    Stderr,
    /// A file, which is written under a temporary name and then renamed into place.
    File(PathBuf),
    /// A file, to which text is appended.
    Append(PathBuf),
}

/// The position of a run among runs that write to the same output, one after another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RunPosition {
    /// No other run writes to the output.
    #[default]
    Only,
    /// Other runs follow.
    First,
    /// Other runs precede.
    Later,
}

impl Output {
    /// Returns the output that `path` names on the command line; `-` is stdout.
    #[must_use]
    pub fn of(path: &Path) -> Output {
        if is_dash(path) { Output::Stdout } else { Output::File(path.to_owned()) }
    }

    /// Returns true if text is appended to a file that is not empty.
    #[must_use]
    pub fn is_added_to(&self) -> bool {
        matches!(self, Output::Append(path) if holds_text(path))
    }

    /// Returns true if what is written to the output can be read at once, as it is a pipe, a terminal or another device.
    pub(crate) fn is_read_at_once(&self) -> bool {
        match self {
            Output::Stderr => false,
            Output::Stdout | Output::File(_) | Output::Append(_) => is_read_at_once(self.path()),
        }
    }

    /// Returns the style of patches and reports in the output. `stdout`: the style for stdout.
    #[must_use]
    pub fn paint(&self, stdout: Paint) -> Paint {
        match self {
            Output::Stdout => stdout,
            Output::Stderr | Output::File(_) | Output::Append(_) => Paint::Plain,
        }
    }

    /// Returns the path of a file; `None` for stdout and stderr.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout | Output::Stderr => None,
            Output::File(path) | Output::Append(path) => Some(path),
        }
    }
}

/// What is done with the text of a command that rewrites.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// The texts of all inputs are written to one output.
    Stream,
    /// Each file is rewritten separately.
    InPlace {
        /// The copy that is kept of each file; `None`: none is kept.
        backup: Option<Backup>,
    },
    /// The names of files that would change are written.
    Check,
    /// A patch of each file that would change is written.
    Diff,
}

/// A copy that is kept of a file that is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// The text that is appended to the name of the file.
    pub suffix: String,
    /// True if the copy may replace an existing file.
    pub replace: bool,
}

impl Backup {
    /// Returns the name of the copy of the file at `path`.
    #[must_use]
    pub fn path_of(&self, path: &Path) -> PathBuf {
        let mut name = real_path(path).into_os_string();
        name.push(&self.suffix);
        name.into()
    }
}

/// Leaves out compressed files, and files outside of a folder, if inputs are rewritten in place, and checks that the others
/// can be.
///
/// # Errors
/// Returns an error if an input cannot be rewritten in place.
pub fn check_in_place(
    rewrite: &Rewrite,
    inputs: &mut Inputs,
    messages: &Messages,
) -> anyhow::Result<()> {
    if let Rewrite::InPlace { .. } = rewrite {
        inputs::leave_out_found(inputs, "--in-place", messages)?;
        inputs::rewritable(&inputs.list, "--in-place")?;
    }
    Ok(())
}

/// The files that a run reads and those that it writes, which no further output may replace.
#[derive(Debug, Default)]
pub struct UsedFiles {
    read: HashMap<FileId, String>,
    written: HashSet<PathBuf>,
}

impl UsedFiles {
    /// Returns the files. `read`: the files that are read, with their descriptions in messages; `written`: the real
    /// paths of the files that are written.
    #[must_use]
    pub fn new(read: HashMap<FileId, String>, written: HashSet<PathBuf>) -> UsedFiles {
        UsedFiles { read, written }
    }

    /// Verifies that an output at `path` replaces none of the files.
    ///
    /// # Errors
    /// Returns an error if the output would replace one of the files.
    pub fn check(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(what) = FileId::of_regular_file(path).and_then(|id| self.read.get(&id)) {
            bail!("{} is also {what}, which would be replaced: write to another file", show(path));
        }
        let is_written = !self.written.is_empty() && self.written.contains(&real_path(path));
        ensure!(!is_written, "two outputs have the same name: {}", show(path));
        Ok(())
    }
}

/// Opens an output. Text that is appended to a file begins on a new line.
pub(crate) fn open(output: &Output) -> anyhow::Result<pgn_stream::Output> {
    open_with(output, &OutputOptions { append: Append::Line, ..OutputOptions::default() })
}

/// Opens an output. Only an [`Output::Append`] is appended to.
pub(crate) fn open_with(
    output: &Output,
    options: &OutputOptions,
) -> anyhow::Result<pgn_stream::Output> {
    let result = match output {
        Output::Stdout => pgn_stream::Output::stdout(),
        Output::Stderr => pgn_stream::Output::stderr(),
        Output::File(path) => {
            let options = OutputOptions { append: Append::No, ..options.clone() };
            pgn_stream::Output::create(path, &options)
        }
        Output::Append(path) => pgn_stream::Output::create(path, options),
    };
    result.map_err(|error| unwritable(output.path(), error))
}

/// Returns the error of an output, with the name of the output.
pub(crate) fn unwritable<E>(path: Option<&Path>, error: E) -> anyhow::Error
where
    E: std::error::Error + 'static,
{
    let name = path.map_or("stdout".into(), show);
    let message = format!("{name}: {error}");
    if is_closed_pipe(&error) {
        // The kind is kept, as a closed pipe is not a failure.
        return io::Error::new(io::ErrorKind::BrokenPipe, message).into();
    }
    anyhow::Error::msg(message)
}

/// Returns the error of the output that `error` names, with this name.
pub(crate) fn unwritable_output(error: pgn_stream::Error) -> anyhow::Error {
    let path = error.path().map(PathBuf::from);
    unwritable(path.as_deref(), error)
}

/// Returns true if the reader of the output has closed the pipe.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::BrokenPipe,
        None => {
            error.downcast_ref::<pgn_stream::Error>().is_some_and(pgn_stream::Error::is_closed_pipe)
        }
    }
}
