//! `pgnkit rules`: lists the rules of `check`, or explains one.

use clap::Args as ClapArgs;
use pgn_work::{
    ExitStatus,
    rules::{Format, Plan},
};

use super::{
    common,
    values::{Choices, one_of},
};
use crate::globals::Globals;

/// Examples at the end of the help.
const EXAMPLES: &str = "Examples:
  pgnkit rules               all rules, a line each
  pgnkit rules illegal-move  the page of one";

/// List the rules of check, or explain one
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A rule's name or code [default: all rules, one per line]
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// The format of the list or page
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS))]
    #[arg(default_value = "text")]
    output_format: Format,
}

/// The values of `--output-format`.
const FORMATS: Choices<Format> =
    &[("text", "", Format::Text), ("markdown", "", Format::Markdown), ("json", "", Format::Json)];

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let rule = args.name.as_deref().map(pgn_lint::find).transpose()?;
    let plan = Plan { rule, format: args.output_format, width: common::terminal_width() };
    pgn_work::rules::run(&plan, &globals.run)
}
