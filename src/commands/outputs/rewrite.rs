//! `--in-place`, `--check` and `--diff`: the outputs of a command that can rewrite files.

use anyhow::ensure;
use clap::Args;
use pgn_work::{
    output_set::{OutputKind, OutputSet},
    outputs::{Backup, Output, Rewrite},
};

use super::ForceArgs;

/// The destination of the result of a command that can rewrite files.
#[derive(Args, Clone, Debug)]
#[group(id = "rewrite", multiple = false)]
#[command(next_help_heading = "Output")]
pub(crate) struct RewriteArgs {
    /// Rewrite each input file; with SUFFIX, keep the old file with SUFFIX added to its name
    #[arg(long, value_name = "SUFFIX", num_args = 0..=1, require_equals = true)]
    #[arg(value_parser = parse_suffix)]
    pub(crate) in_place: Option<Option<String>>,

    /// Only list the files that would change; exit status 1 if there are any
    #[arg(long)]
    pub(crate) check: bool,

    /// Only show what would change, as a patch; exit status 1 if it is not empty
    #[arg(long)]
    pub(crate) diff: bool,
}

impl RewriteArgs {
    /// Returns what is done with the text of rewritten files.
    ///
    /// # Errors
    /// Returns an error if two options contradict each other.
    pub(crate) fn plan(&self, output: &Output, force: ForceArgs) -> anyhow::Result<Rewrite> {
        if self.check {
            return Ok(Rewrite::Check);
        }
        if self.diff {
            return Ok(Rewrite::Diff);
        }
        let Some(suffix) = &self.in_place else { return Ok(Rewrite::Stream) };
        ensure!(output.path().is_none(), "--in-place and --output exclude each other");
        let backup = suffix.clone().map(|suffix| Backup { suffix, replace: force.force });
        Ok(Rewrite::InPlace { backup })
    }
}

/// Reads the value of `--in-place`.
fn parse_suffix(text: &str) -> Result<String, &'static str> {
    if text.is_empty() {
        // Probably the value of a shell variable that is not set.
        return Err("the suffix is empty; --in-place alone keeps no copy");
    }
    if text.contains(std::path::is_separator) {
        return Err("the suffix must not contain a path separator");
    }
    Ok(text.to_owned())
}

/// Returns the outputs with the main one, or with the copies of rewritten files. `of_stream`: the content of a single
/// output for all inputs.
pub(crate) fn with_output(
    outputs: OutputSet,
    output: &Output,
    rewrite: &Rewrite,
    of_stream: OutputKind,
) -> OutputSet {
    match rewrite {
        Rewrite::InPlace { .. } => outputs.rewrite(rewrite),
        Rewrite::Stream => outputs.output(output, of_stream),
        Rewrite::Check => outputs.output(output, OutputKind::Paths),
        Rewrite::Diff => outputs.output(output, OutputKind::Patch),
    }
}
