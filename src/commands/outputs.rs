//! Where the result of a command goes: arguments, and what they mean.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum, ValueHint};

use super::common::Inputs;
use crate::{Globals, inputs, output::paint::Paint};

/// Where the result goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE, whole or not at all; .zst, .gz, .bz2 and .xz are compressed
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Add to the end of FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) append: bool,
}

/// How the lines of games end.
#[derive(Args, Clone, Debug)]
pub(crate) struct LineEndingArgs {
    /// The line ends to write [default: lf in export, else those of the input]
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) line_ending: Option<LineEnding>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LineEnding {
    Lf,
    Crlf,
}

/// An output as the plan knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    /// While stdout takes something else.
    Stderr,
    /// Written beside the target and renamed over it.
    File(PathBuf),
    /// `--append`.
    Append(PathBuf),
}

impl Output {
    /// Whether there is something in it already, which stays.
    pub(crate) fn is_added_to(&self) -> bool {
        match self {
            Output::Append(path) => path.metadata().is_ok_and(|it| it.len() > 0),
            _ => false,
        }
    }

    /// Whether patches and reports in it are for the eye.
    pub(crate) fn paint(&self, globals: &Globals) -> Paint {
        match self {
            Output::Stdout if globals.color_stdout => Paint::Colors,
            _ => Paint::Plain,
        }
    }

    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Output::Stdout | Output::Stderr => None,
            Output::File(path) | Output::Append(path) => Some(path),
        }
    }
}

/// What a run writes, as far as that is known before it begins.
#[derive(Debug)]
pub(crate) struct Writes<'a> {
    pub(crate) files: &'a [&'a Path],
    pub(crate) stdout: Stdout,
}

/// Whether stdout takes the result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stdout {
    Free,
    Taken,
}

impl Stdout {
    /// Taken if one of `outputs` is stdout.
    pub(crate) fn of<'a>(outputs: impl IntoIterator<Item = &'a Output>) -> Stdout {
        let is_taken = outputs.into_iter().any(|output| *output == Output::Stdout);
        if is_taken { Stdout::Taken } else { Stdout::Free }
    }
}

impl OutputArgs {
    /// # Errors
    /// The folder of the output is not there.
    pub(crate) fn plan(&self) -> anyhow::Result<Output> {
        match &self.output {
            None => Ok(Output::Stdout),
            Some(path) if path.as_os_str() == "-" => {
                ensure!(!self.append, "--append needs a file, not stdout");
                Ok(Output::Stdout)
            }
            Some(path) => {
                check_output(path)?;
                let path = path.clone();
                Ok(if self.append { Output::Append(path) } else { Output::File(path) })
            }
        }
    }
}

/// # Errors
/// `path` is a folder, or would be in a folder that is not there.
pub(crate) fn check_output(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "cannot write {}: it is a folder", inputs::show(path));
    if let Some(folder) = path.parent().filter(|folder| *folder != Path::new("")) {
        ensure!(
            folder.is_dir(),
            "cannot write {}: no such folder: {}",
            inputs::show(path),
            inputs::show(folder)
        );
    }
    Ok(())
}

/// # Errors
/// Two of `outputs` are one file. Devices may be named twice.
pub(crate) fn check_distinct(outputs: &[&Path]) -> anyhow::Result<()> {
    let mut seen = Vec::new();
    for path in outputs {
        let real = real_path(path);
        if seen.contains(&real) && (real.is_file() || !real.exists()) {
            bail!("two outputs of one name: {}", inputs::show(path));
        }
        seen.push(real);
    }
    Ok(())
}

/// Whether two outputs would be one file.
pub(crate) fn is_one_name(a: &Path, b: &Path) -> bool {
    a.file_name() == b.file_name() && real_path(a) == real_path(b)
}

/// The path without links and detours, also if its file is not there yet.
fn real_path(path: &Path) -> PathBuf {
    if let Ok(real) = path.canonicalize() {
        return real;
    }
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_path_buf(),
    }
}

/// Where a command that can rewrite files leaves its result.
#[derive(Args, Clone, Debug)]
#[group(id = "rewrite", multiple = false)]
pub(crate) struct RewriteArgs {
    /// Rewrite each input file; with SUFFIX keep the old one under that ending
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "", help_heading = "Output")]
    in_place: Option<String>,

    /// Only name the files that would change; exit status 1 if there are any
    #[arg(long, help_heading = "Output")]
    check: bool,

    /// Only show what would change, as a patch; exit status 1 if it is not empty
    #[arg(long, help_heading = "Output")]
    diff: bool,
}

/// What becomes of the text that a rewriting command makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// One stream of all inputs.
    Stream,
    /// Each file by itself; `backup` is the ending of the copy that stays.
    InPlace { backup: Option<String> },
    /// The names of the files that would change.
    Check,
    /// A patch for each file that would change.
    Diff,
}

impl Rewrite {
    /// Whether stdout takes the result; `output`: where it goes if it is not the files themselves.
    pub(crate) fn stdout(&self, output: &Output) -> Stdout {
        match self {
            Rewrite::InPlace { .. } => Stdout::Free,
            Rewrite::Stream | Rewrite::Check | Rewrite::Diff => Stdout::of([output]),
        }
    }
}

impl RewriteArgs {
    /// # Errors
    /// Options that contradict each other.
    pub(crate) fn plan(&self, output: &Output) -> anyhow::Result<Rewrite> {
        if self.check {
            return Ok(Rewrite::Check);
        }
        if self.diff {
            return Ok(Rewrite::Diff);
        }
        let Some(suffix) = &self.in_place else { return Ok(Rewrite::Stream) };
        ensure!(output.path().is_none(), "--in-place and --output exclude each other");
        ensure!(
            !suffix.contains(std::path::is_separator),
            "--in-place={suffix}: a suffix has no folder in it"
        );
        Ok(Rewrite::InPlace { backup: Some(suffix.clone()).filter(|suffix| !suffix.is_empty()) })
    }
}

/// # Errors
/// An input that cannot be rewritten in place.
pub(crate) fn check_in_place(rewrite: &Rewrite, inputs: &Inputs) -> anyhow::Result<()> {
    if let Rewrite::InPlace { .. } = rewrite {
        inputs::rewritable(&inputs.list, "--in-place")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outputs_must_differ() {
        let dir = tempfile::tempdir().unwrap();
        let (a, b) = (dir.path().join("a.pgn"), dir.path().join("b.pgn"));
        assert!(check_distinct(&[&a, &b]).is_ok());
        assert!(check_distinct(&[&a, &dir.path().join(".").join("a.pgn")]).is_err());
        assert!(check_output(&dir.path().join("no").join("a.pgn")).is_err());
        assert!(check_output(dir.path()).is_err());
        #[cfg(unix)]
        assert!(check_distinct(&[Path::new("/dev/null"), Path::new("/dev/null")]).is_ok());
    }
}
