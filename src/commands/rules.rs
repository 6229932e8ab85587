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

const EXAMPLES: &str = "Examples:
  pgnkit rules               all rules, a line each
  pgnkit rules T             those about tags
  pgnkit rules illegal-move  the page of one";

/// List the rules of check, or explain one
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// A rule's name or code; or a beginning of codes or a word of names, to list these rules [default: all rules, one
    /// per line]
    #[arg(value_name = "NAME")]
    name: Option<String>,

    /// The format of the list or page
    #[arg(long, value_name = "FORMAT", value_parser = one_of(FORMATS), default_value = "text")]
    output_format: Format,
}

/// The values of `--output-format`.
const FORMATS: Choices<Format> =
    &[("text", "", Format::Text), ("markdown", "", Format::Markdown), ("json", "", Format::Json)];

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let name = args.name.as_deref();
    let listed: Vec<_> =
        pgn_lint::RULES.iter().copied().filter(|rule| is_listed(rule, name)).collect();
    let rule = match name.map(pgn_lint::find) {
        // A beginning of codes, or a word of names.
        Some(Err(_)) if !listed.is_empty() => None,
        found => found.transpose()?,
    };
    let (format, width) = (args.output_format, common::terminal_width());
    pgn_work::rules::run(&Plan { rule, listed, format, width }, &globals.run)
}

/// Returns true if the code of a rule begins with `name`, or a word of its name does.
fn is_listed(rule: &pgn_lint::Rule, name: Option<&str>) -> bool {
    name.is_none_or(|name| {
        let is_word = |word: &str| word.starts_with(name);
        !name.is_empty() && (rule.code.starts_with(name) || rule.name.split('-').any(is_word))
    })
}
