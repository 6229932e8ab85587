//! `pgnkit rules`: the rules of `check`, as a list or one by one.

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

/// What is typed most.
const EXAMPLES: &str = "Examples:
  pgnkit rules               all rules, a line each
  pgnkit rules illegal-move  the page of one";

/// List the rules of check, or explain one
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A rule's name or code [default: all rules, a line each]
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// How rules are shown
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS))]
    #[arg(default_value = "text")]
    output_format: Format,
}

/// What may be typed behind `--output-format`.
const FORMATS: Choices<Format> =
    &[("text", "", Format::Text), ("markdown", "", Format::Markdown), ("json", "", Format::Json)];

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let rule = args.name.as_deref().map(pgn_lint::find).transpose()?;
    let plan = Plan { rule, format: args.output_format, width: common::terminal_width() };
    pgn_work::rules::run(&plan, &globals.run)
}
