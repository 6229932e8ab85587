//! `pgnkit rules`: the rules of `check`, as a list or one by one.

use clap::{Args as ClapArgs, ValueEnum};
use pgn_lint::Rule;

use super::common;
use crate::{ExitStatus, Globals, work};

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
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    output_format: Format,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    #[default]
    Text,
    Markdown,
    Json,
}

#[derive(Debug)]
pub(crate) struct Plan {
    /// `None`: all rules.
    pub(crate) rule: Option<&'static Rule>,
    pub(crate) format: Format,
    /// Columns of the terminal, if there is one.
    pub(crate) width: Option<usize>,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let rule = args.name.as_deref().map(pgn_lint::find).transpose()?;
    let plan = Plan { rule, format: args.output_format, width: common::terminal_width() };
    work::rules::run(&plan, globals)
}
