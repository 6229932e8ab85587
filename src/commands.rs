//! The commands, one file each: `Args` (the arguments), their conversion to a plan, and `run`.

pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod filter;
mod following;
pub(crate) mod generate;
pub(crate) mod git_merge;
pub(crate) mod git_textconv;
mod given;
pub(crate) mod help;
pub(crate) mod merge;
pub(crate) mod outputs;
pub(crate) mod ranges;
pub(crate) mod rules;
pub(crate) mod selecting;
pub(crate) mod server;
pub(crate) mod short_forms;
pub(crate) mod split;
pub(crate) mod stats;
pub(crate) mod strip_comments;
pub(crate) mod values;
mod watching;

use std::ffi::OsString;

use clap::{Args as _, Subcommand};
use pgn_work::ExitStatus;

use crate::globals::Globals;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(check::Args),
    Rules(rules::Args),
    Export(export::Args),
    StripComments(strip_comments::Args),
    Split(split::Args),
    Merge(merge::Args),
    Stats(stats::Args),
    Filter(filter::Args),
    Diff(diff::Args),
    Ranges(ranges::Args),
    Server(server::Args),
    GitTextconv(git_textconv::Args),
    GitMerge(git_merge::Args),
    Generate(generate::Args),
    Help(help::Args),
}

/// A function that adds the arguments of a command.
pub(crate) type Augment = fn(clap::Command) -> clap::Command;

/// The arguments of each command, by name.
pub(crate) const BY_NAME: &[(&str, Augment)] = &[
    ("check", check::Args::augment_args),
    ("rules", rules::Args::augment_args),
    ("export", export::Args::augment_args),
    ("strip-comments", strip_comments::Args::augment_args),
    ("split", split::Args::augment_args),
    ("merge", merge::Args::augment_args),
    ("stats", stats::Args::augment_args),
    ("filter", filter::Args::augment_args),
    ("diff", diff::Args::augment_args),
    ("ranges", ranges::Args::augment_args),
    ("server", server::Args::augment_args),
    ("git-textconv", git_textconv::Args::augment_args),
    ("git-merge", git_merge::Args::augment_args),
    ("generate", generate::Args::augment_args),
    ("help", help::Args::augment_args),
];

impl Command {
    /// Returns true if the command has more ways to select games than `--where`, and explains them
    /// itself.
    pub(crate) fn explains_itself(&self) -> bool {
        matches!(self, Command::Filter(_))
    }

    /// Returns true if the command reads games.
    pub(crate) fn reads_games(&self) -> bool {
        match self {
            Command::Check(args) => args.reads_games(),
            Command::Rules(_)
            | Command::Ranges(_)
            | Command::Server(_)
            | Command::GitTextconv(_)
            | Command::GitMerge(_)
            | Command::Generate(_)
            | Command::Help(_) => false,
            Command::Export(_)
            | Command::StripComments(_)
            | Command::Split(_)
            | Command::Merge(_)
            | Command::Stats(_)
            | Command::Filter(_)
            | Command::Diff(_) => true,
        }
    }

    /// Returns true if `--date-order` has an effect.
    pub(crate) fn uses_date_order(&self) -> bool {
        match self {
            Command::Check(_) | Command::Diff(_) => true,
            Command::Export(args) => args.uses_date_order(),
            Command::Merge(args) => args.uses_date_order(),
            Command::Rules(_)
            | Command::Ranges(_)
            | Command::Server(_)
            | Command::GitTextconv(_)
            | Command::GitMerge(_)
            | Command::Generate(_)
            | Command::Help(_)
            | Command::StripComments(_)
            | Command::Split(_)
            | Command::Stats(_)
            | Command::Filter(_) => false,
        }
    }

    pub(crate) fn run(&self, globals: &Globals) -> anyhow::Result<ExitStatus> {
        match self {
            Command::Check(args) => check::run(args, globals),
            Command::Rules(args) => rules::run(args, globals),
            Command::Export(args) => export::run(args, globals),
            Command::StripComments(args) => strip_comments::run(args, globals),
            Command::Split(args) => split::run(args, globals),
            Command::Merge(args) => merge::run(args, globals),
            Command::Stats(args) => stats::run(args, globals),
            Command::Filter(args) => filter::run(args, globals),
            Command::Diff(args) => diff::run(args, globals),
            Command::Ranges(args) => ranges::run(args, globals),
            Command::Server(args) => server::run(args, globals),
            Command::GitTextconv(args) => git_textconv::run(args, globals),
            Command::GitMerge(args) => git_merge::run(args, globals),
            Command::Generate(args) => generate::run(args, globals),
            Command::Help(args) => help::run(args, globals),
        }
    }
}

/// An option whose value may be omitted.
struct OptionalValue {
    name: &'static str,
    /// The value of the option alone.
    bare: &'static str,
    /// Returns true if the word after the option is its value. Any other word is an argument of its
    /// own, such as an input.
    is_value: fn(&str) -> bool,
}

const OPTIONAL_VALUES: &[OptionalValue] = &[
    OptionalValue { name: "--dedup", bare: merge::BARE_DEDUP, is_value: merge::is_dedup_value },
    OptionalValue { name: "--variations", bare: split::ALL_DEPTHS, is_value: split::is_depth },
];

/// Joins each option whose value may be omitted with the word after it, if that is its value.
pub(crate) fn optional_values(args: Vec<OsString>) -> Vec<OsString> {
    let mut joined: Vec<OsString> = Vec::with_capacity(args.len());
    let mut args = args.into_iter().peekable();
    while let Some(mut arg) = args.next() {
        if arg == "--" {
            joined.push(arg);
            joined.extend(args);
            break;
        }
        if let Some(option) = OPTIONAL_VALUES.iter().find(|option| arg == option.name) {
            let value = args.next_if(|next| next.to_str().is_some_and(option.is_value));
            arg.push("=");
            arg.push(value.unwrap_or_else(|| option.bare.into()));
        }
        joined.push(arg);
    }
    joined
}
