//! `--in-place`, `--check` and `--diff`: where a command that can rewrite files leaves its result.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::Args;

use super::{ForceArgs, Kind, Output, paths::real_path};
use crate::{commands::common::Inputs, inputs};

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
    /// Each file by itself.
    InPlace { backup: Option<Backup> },
    /// The names of the files that would change.
    Check,
    /// A patch for each file that would change.
    Diff,
}

/// The copy that stays of a file that is rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Backup {
    /// What its name ends with, behind that of the file.
    pub(crate) suffix: String,
    /// A file of that name may be replaced.
    pub(crate) replace: bool,
}

impl Backup {
    /// Returns the name of the copy of the file at `path`.
    pub(crate) fn path_of(&self, path: &Path) -> PathBuf {
        let mut name = real_path(path).into_os_string();
        name.push(&self.suffix);
        name.into()
    }
}

impl Rewrite {
    /// What the output holds, if it is not the files themselves; `of_stream`: what the stream is.
    pub(crate) fn kind(&self, of_stream: Kind) -> Option<Kind> {
        match self {
            Rewrite::InPlace { .. } => None,
            Rewrite::Stream => Some(of_stream),
            Rewrite::Check => Some(Kind::Paths),
            Rewrite::Diff => Some(Kind::Patch),
        }
    }
}

impl RewriteArgs {
    /// # Errors
    /// Options that contradict each other.
    pub(crate) fn plan(&self, output: &Output, force: ForceArgs) -> anyhow::Result<Rewrite> {
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
        let backup =
            (!suffix.is_empty()).then(|| Backup { suffix: suffix.clone(), replace: force.force });
        Ok(Rewrite::InPlace { backup })
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
