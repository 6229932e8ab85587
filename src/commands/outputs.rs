//! The options for the output of a command, and their conversion to plans.

mod ending;
mod frames;
mod rewrite;

use std::{
    io::Write as _,
    path::{Path, PathBuf},
};

use anyhow::ensure;
use clap::{Args, ValueHint};
use pgn_work::{
    outputs::{LineEnding, Output},
    paths::{check_folder, check_writer, is_dash},
};

pub(crate) use ending::{format_of_ending, format_of_output};
pub(crate) use frames::{FramesArgs, NAMED_BY_OUTPUT};
pub(crate) use rewrite::{RewriteArgs, with_output};

use super::values::{Choices, one_of};

/// `--force`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ForceArgs {
    /// Replace existing files, whatever they contain
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// Writes `bytes` to stdout.
pub(super) fn to_stdout(bytes: &[u8]) -> anyhow::Result<()> {
    let mut out = pgn_stream::Output::stdout()?;
    out.write_all(bytes)?;
    Ok(out.commit()?)
}

/// The help of `--output` for commands that write reports, not games.
pub(crate) const REPORT_OUTPUT: &str = "Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz \
    are compressed. FILE cannot be an input. If an input cannot be read to its end (exit status 2), a new FILE has what \
    could be read; an existing FILE is kept, and the output is named FILE.partial";

/// The main output of a command.
#[derive(Args, Clone, Debug)]
pub(crate) struct OutputArgs {
    /// Write to FILE, which appears at the end of the run; .zst, .gz, .bz2 and .xz are compressed. If games are
    /// written, FILE may be an input: it is replaced by the selected games, or kept if there are none. If an input
    /// cannot be read to its end (exit status 2), a new FILE has what could be read; an existing FILE is kept, and
    /// the output is named FILE.partial
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Append to FILE
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) append: bool,

    #[command(flatten)]
    pub(crate) force: ForceArgs,
}

/// The values of `--line-ending`.
const LINE_ENDINGS: Choices<LineEnding> =
    &[("lf", "", LineEnding::Lf), ("crlf", "", LineEnding::Crlf)];

/// The line ends of the games that are written.
#[derive(Args, Clone, Debug)]
pub(crate) struct LineEndingArgs {
    /// The line ends to write [default: lf in export, otherwise those of the input]
    #[arg(long, value_parser = one_of(LINE_ENDINGS), help_heading = "Output")]
    pub(crate) line_ending: Option<LineEnding>,
}

impl OutputArgs {
    /// Returns the plan of an output that is PGN.
    ///
    /// # Errors
    /// Returns an error if the folder of the output is missing, or its name has the ending of another format.
    pub(crate) fn plan_games(&self) -> anyhow::Result<Output> {
        format_of_ending(self.output.as_deref(), "the format", None, &["pgn"])?;
        self.plan()
    }

    /// Returns the path of the output; `None` if that is stdout.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| !is_dash(path))
    }

    /// Returns the path of an output that is a folder; `None` if no output is named, or it is stdout or appended to.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.path().filter(|_| !self.append)
    }

    /// Returns the plan of the output.
    ///
    /// # Errors
    /// Returns an error if the folder of the output is missing, or its name has the ending of a format that cannot be
    /// written.
    pub(crate) fn plan(&self) -> anyhow::Result<Output> {
        let Some(path) = self.path() else {
            ensure!(!self.append, "--append needs a file, not stdout");
            return Ok(Output::Stdout);
        };
        check_folder(path)?;
        check_writer(path)?;
        let path = path.to_owned();
        Ok(if self.append { Output::Append(path) } else { Output::File(path) })
    }
}
