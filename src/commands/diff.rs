//! `pgnkit diff`: which games two inputs do not have in common.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use pgn_work::{
    ExitStatus,
    diff::{Format, Plan},
    inputs::{Inputs, Truncation},
};

use super::{
    common::{SkippedNames, tell_skipped},
    outputs::{Kind, OutputArgs, OutputSet},
    values::{self, Choices, one_of},
};
use crate::{
    globals::Globals,
    inputs::{self, IgnoreFiles, Request, Source},
};

/// What is typed most.
const EXAMPLES: &str = "Examples:
  pgnkit diff old.pgn new.pgn                             for people
  pgnkit diff --output-format json-lines old.pgn new.pgn  for programs";

/// Tell which games two inputs do not have in common, and what has changed in the others
///
/// Games find each other by their content, then by tags and moves; layout does not matter. Exit status 1 if
/// anything was added, lost or changed.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What there was: a file, a folder, a glob, or - for stdin
    #[arg(value_name = "A", value_hint = ValueHint::AnyPath)]
    old: PathBuf,

    /// What there is now
    #[arg(value_name = "B", value_hint = ValueHint::AnyPath)]
    new: PathBuf,

    #[command(flatten)]
    output: OutputArgs,

    /// How changes are shown
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS), default_value = "text")]
    #[arg(help_heading = "Output")]
    output_format: Format,

    /// Keys and copied games in memory at most; more go to --tmp-dir. Games of plain files are not copied
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = values::parse_memory)]
    #[arg(help_heading = "Output")]
    memory: usize,
}

/// What may be typed behind `--output-format`.
const FORMATS: Choices<Format> = &[
    ("text", "For people", Format::Text),
    ("json-lines", "One JSON object a change", Format::JsonLines),
];

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan =
        Plan { output: args.output.plan()?, format: args.output_format, memory: args.memory };
    anyhow::ensure!(
        args.old.as_os_str() != "-" || args.new.as_os_str() != "-",
        "only one of the inputs can be stdin"
    );
    let outputs = OutputSet::new(args.output.force, globals).output(&plan.output, Kind::Changes);
    let resolve = |path: &PathBuf| {
        let request = Request {
            sources: &[Source::Name(path.clone())],
            nul: false,
            exclude: &[],
            force_exclude: false,
            ignore_files: IgnoreFiles::Disregard,
            outputs: &outputs.paths(),
            on_skipped: &|paths| tell_skipped(paths, SkippedNames::Detail, globals),
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
