//! The commands, one file each: `Args` (the arguments), their conversion to a plan, and `run`. `common`, `following`,
//! `given`, `outputs`, `selecting`, `short_forms`, `tables` and `values` have what several commands share.

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
pub(crate) mod tables;
pub(crate) mod values;

use std::ffi::OsString;

use clap::{Args as _, Subcommand};
use pgn_work::ExitStatus;

use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

/// A function that adds the arguments of a command.
pub(crate) type Augment = fn(clap::Command) -> clap::Command;

/// Declares the commands: the subcommands of clap, the arguments of each by name, and what runs it.
macro_rules! commands {
    ($($name:literal => $variant:ident($module:ident),)*) => {
        #[derive(Debug, Subcommand)]
        pub(crate) enum Command {
            $($variant($module::Args),)*
        }

        /// The arguments of each command, by name.
        pub(crate) const BY_NAME: &[(&str, Augment)] =
            &[$(($name, $module::Args::augment_args),)*];

        impl Command {
            pub(crate) fn run(&self, globals: &Globals) -> anyhow::Result<ExitStatus> {
                match self {
                    $(Command::$variant(args) => $module::run(args, globals),)*
                }
            }
        }
    };
}

commands! {
    "check" => Check(check),
    "rules" => Rules(rules),
    "export" => Export(export),
    "strip-comments" => StripComments(strip_comments),
    "split" => Split(split),
    "merge" => Merge(merge),
    "stats" => Stats(stats),
    "filter" => Filter(filter),
    "diff" => Diff(diff),
    "ranges" => Ranges(ranges),
    "server" => Server(server),
    "git-textconv" => GitTextconv(git_textconv),
    "git-merge" => GitMerge(git_merge),
    "generate" => Generate(generate),
    "help" => Help(help),
}

impl Command {
    /// Returns true if the command itself explains which games it selects, as it has more ways than `--where`.
    pub(crate) fn explains_selection(&self) -> bool {
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

    /// Checks that each option has an effect in the run and does not contradict another one.
    ///
    /// # Errors
    /// Returns the refusal of the first option that cannot be used.
    pub(crate) fn check_options(&self, options: Options<'_>) -> Result<(), Refusal> {
        match self {
            Command::Check(args) => args.check_options(),
            Command::Export(args) => args.check_options(options),
            Command::StripComments(args) => args.check_options(options),
            Command::Split(args) => args.check_options(),
            Command::Merge(args) => args.check_options(options),
            Command::Stats(args) => args.check_options(),
            Command::Rules(_)
            | Command::Filter(_)
            | Command::Diff(_)
            | Command::Ranges(_)
            | Command::Server(_)
            | Command::GitTextconv(_)
            | Command::GitMerge(_)
            | Command::Generate(_)
            | Command::Help(_) => Ok(()),
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
    OptionalValue {
        name: "--dedup",
        bare: pgn_work::merge::BARE_DEDUP,
        is_value: pgn_work::merge::is_dedup_value,
    },
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
