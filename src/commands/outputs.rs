//! Where the result of a command goes: arguments, and what they mean.

mod kind;
mod paths;
mod rewrite;
mod set;

use std::{
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
};

use anyhow::ensure;
use clap::{Args, ValueEnum, ValueHint};
use pgn_report::paint::Paint;

pub(crate) use kind::Kind;
pub(crate) use paths::check_writer;
pub(crate) use rewrite::{Backup, Rewrite, RewriteArgs, check_in_place};
pub(crate) use set::{ForceArgs, OutputSet, Taken, is_stdout};

use crate::Globals;

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

    #[command(flatten)]
    pub(crate) force: ForceArgs,
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

    /// Returns how patches and reports in it are shown.
    pub(crate) fn paint(&self, globals: &Globals) -> Paint {
        match self {
            Output::Stdout if globals.color_stdout => Paint::Colors,
            Output::Stdout if io::stdout().is_terminal() => Paint::Inert,
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

impl OutputArgs {
    /// # Errors
    /// The folder of the output is not there.
    pub(crate) fn plan(&self) -> anyhow::Result<Output> {
        match &self.output {
            None => Ok(Output::Stdout),
            Some(path) if is_stdout(path) => {
                ensure!(!self.append, "--append needs a file, not stdout");
                Ok(Output::Stdout)
            }
            Some(path) => {
                paths::check_folder(path)?;
                check_writer(path)?;
                let path = path.clone();
                Ok(if self.append { Output::Append(path) } else { Output::File(path) })
            }
        }
    }
}
