//! Where the result of a run goes.

use std::{
    collections::{HashMap, HashSet},
    io,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use pgn_report::paint::Paint;
use pgn_stream::{Append, FileId, FrameOptions, OutputOptions};

use crate::{
    inputs::{self, Inputs},
    paths::{real_path, show},
};

/// How the lines of games end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineEnding {
    /// LF.
    Lf,
    /// CR LF.
    Crlf,
}

/// An output as the plan knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Stdout.
    Stdout,
    /// Stderr, while stdout takes something else.
    Stderr,
    /// A file, which is written beside its target and renamed over it.
    File(PathBuf),
    /// The end of a file.
    Append(PathBuf),
}

/// Returns true if a name that was typed means stdout.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Output {
    /// Returns true if there is something in it already, which stays.
    #[must_use]
    pub fn is_added_to(&self) -> bool {
        match self {
            Output::Append(path) => path.metadata().is_ok_and(|it| it.len() > 0),
            _ => false,
        }
    }

    /// Returns how patches and reports in it are shown; on stdout as `stdout` says.
    #[must_use]
    pub fn paint(&self, stdout: Paint) -> Paint {
        match self {
            Output::Stdout => stdout,
            Output::Stderr | Output::File(_) | Output::Append(_) => Paint::Plain,
        }
    }

    /// Returns the file, if it is one.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout | Output::Stderr => None,
            Output::File(path) | Output::Append(path) => Some(path),
        }
    }
}

/// What becomes of the text that a rewriting command makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// One stream of all inputs.
    Stream,
    /// Each file by itself.
    InPlace {
        /// The copy that stays of each.
        backup: Option<Backup>,
    },
    /// The names of the files that would change.
    Check,
    /// A patch for each file that would change.
    Diff,
}

/// The copy that stays of a file that is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// What its name ends with, behind that of the file.
    pub suffix: String,
    /// A file of that name may be replaced.
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

/// Checks that inputs can be rewritten, if they are.
///
/// # Errors
/// An input that cannot be rewritten in place.
pub fn check_in_place(rewrite: &Rewrite, inputs: &Inputs) -> anyhow::Result<()> {
    if let Rewrite::InPlace { .. } = rewrite {
        inputs::rewritable(&inputs.list, "--in-place")?;
    }
    Ok(())
}

/// The files that a run reads, and those that it has named as its outputs.
#[derive(Debug, Default)]
pub struct Taken {
    read: HashMap<FileId, String>,
    written: HashSet<PathBuf>,
}

impl Taken {
    /// Returns the files that are read, with what messages call them, and those that are written, by their
    /// [real paths](real_path).
    #[must_use]
    pub fn new(read: HashMap<FileId, String>, written: HashSet<PathBuf>) -> Taken {
        Taken { read, written }
    }

    /// Checks that an output does not replace one of these files.
    ///
    /// # Errors
    /// An output at `path` would replace one of these files.
    pub fn check(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(what) = FileId::of_path(path).and_then(|id| self.read.get(&id)) {
            bail!("{} is {what}, too, and would replace it: name another file", show(path));
        }
        let is_written = !self.written.is_empty() && self.written.contains(&real_path(path));
        ensure!(!is_written, "two outputs of one name: {}", show(path));
        Ok(())
    }
}

/// Opens the output that the command line names. What is added to a file begins on a line of its own.
///
/// # Errors
/// It cannot be written.
pub(crate) fn open(output: &Output) -> anyhow::Result<pgn_stream::Output> {
    open_with(output, Append::Line, None)
}

/// Opens an output, to which text is added as `append` says, in a zstd file of one frame or of `frames`.
///
/// # Errors
/// It cannot be written.
pub(crate) fn open_with(
    output: &Output,
    append: Append,
    frames: Option<FrameOptions>,
) -> anyhow::Result<pgn_stream::Output> {
    let options = OutputOptions { frames, ..OutputOptions::default() };
    let result = match output {
        Output::Stdout => pgn_stream::Output::stdout(),
        Output::Stderr => pgn_stream::Output::stderr(),
        Output::File(path) => pgn_stream::Output::create(path, &options),
        Output::Append(path) => {
            pgn_stream::Output::create(path, &OutputOptions { append, ..options })
        }
    };
    result.map_err(|error| unwritable(output.path(), error))
}

/// Returns the error of an output, with its name.
pub(crate) fn unwritable<E>(path: Option<&Path>, error: E) -> anyhow::Error
where
    E: std::error::Error + 'static,
{
    let name = path.map_or("stdout".into(), show);
    let words = format!("{name}: {error}");
    if is_closed_pipe(&error) {
        // What kind of error it is stays: it is no failure.
        return io::Error::new(io::ErrorKind::BrokenPipe, words).into();
    }
    anyhow::Error::msg(words)
}

/// Returns true if the program that reads the output has gone.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    match error.downcast_ref::<io::Error>() {
        Some(error) => error.kind() == io::ErrorKind::BrokenPipe,
        None => {
            error.downcast_ref::<pgn_stream::Error>().is_some_and(pgn_stream::Error::is_closed_pipe)
        }
    }
}
