//! `pgnkit diff`: the games that differ between two inputs.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use pgn_work::{
    ExitStatus,
    diff::{Format, Plan},
    inputs::{Inputs, Truncation},
};

use super::{
    common::{SkippedNames, report_skipped},
    outputs::{OutputArgs, OutputKind, OutputSet},
    values::{self, Choices, one_of},
};
use crate::{
    globals::Globals,
    inputs::{self, IgnoreFiles, Request, Source},
};

/// Examples at the end of the help.
const EXAMPLES: &str = "Examples:
  pgnkit diff old.pgn new.pgn                             as text
  pgnkit diff --output-format json-lines old.pgn new.pgn  as JSON lines";

/// Compare two inputs: games added, lost and changed
///
/// Games are matched by their content, then by tags and moves; layout does not matter. Exit status
/// 1 if anything was added, lost or changed.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The old games: a file, a folder, a glob, or - for stdin
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    old: PathBuf,

    /// The new games
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath)]
    new: PathBuf,

    #[command(flatten)]
    output: OutputArgs,

    /// The format of the changes
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS), default_value = "text")]
    #[arg(help_heading = "Output")]
    output_format: Format,

    /// The most memory for keys and copied games; more goes to --tmp-dir. Games of plain files are
    /// not copied
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Output")]
    memory: usize,
}

/// The values of `--output-format`.
const FORMATS: Choices<Format> = &[
    ("text", "Text, a line or more per change", Format::Text),
    ("json-lines", "One JSON object per change", Format::JsonLines),
];

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan =
        Plan { output: args.output.plan()?, format: args.output_format, memory: args.memory };
    anyhow::ensure!(
        args.old.as_os_str() != "-" || args.new.as_os_str() != "-",
        "only one of the inputs can be stdin"
    );
    let outputs =
        OutputSet::new(args.output.force, globals).output(&plan.output, OutputKind::Changes);
    let resolve = |path: &PathBuf| {
        let request = Request {
            sources: &[Source::Name(path.clone())],
            nul: false,
            exclude: &[],
            force_exclude: false,
            ignore_files: IgnoreFiles::Disregard,
            outputs: &outputs.paths(),
            on_skipped: &|paths| report_skipped(paths, SkippedNames::Detail, globals),
            is_excluded: &|path| globals.config.is_excluded("diff", path),
        };
        let list = inputs::resolve(&request, &globals.run.messages)?;
        anyhow::Ok(Inputs { list, truncation: Truncation::Fails, lists: Vec::new() })
    };
    let sides = [resolve(&args.old)?, resolve(&args.new)?];
    let list = sides.iter().flat_map(|side| side.list.iter().cloned()).collect();
    let both = Inputs { list, truncation: Truncation::Fails, lists: Vec::new() };
    outputs.begin(&both, globals)?;
    pgn_work::diff::run(&plan, &sides, &globals.run)
}
