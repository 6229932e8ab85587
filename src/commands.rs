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

/// Returns the answer of a column of `commands!`: the column itself, that of a method of the arguments if it is `args`, or
/// `Ok` if it is `none`.
macro_rules! answer {
    (args, $args:ident.$($call:tt)*) => { $args.$($call)* };
    (none, $args:ident.$($call:tt)*) => {{ let _ = $args; Ok(()) }};
    ($answer:tt, $args:ident.$($call:tt)*) => {{ let _ = $args; $answer }};
}

/// Declares the commands: the subcommands of clap, the arguments of each by name, and what runs it. The columns after
/// the arguments are what [`Command::reads_games`], [`Command::uses_date_order`] and [`Command::check_options`] return.
macro_rules! commands {
    ($($name:literal => $variant:ident($module:ident): $reads:tt, $uses:tt, $checks:tt;)*) => {
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

            /// Returns true if the command reads games.
            pub(crate) fn reads_games(&self) -> bool {
                match self {
                    $(Command::$variant(args) => answer!($reads, args.reads_games()),)*
                }
            }

            /// Returns true if `--date-order` has an effect.
            pub(crate) fn uses_date_order(&self) -> bool {
                match self {
                    $(Command::$variant(args) => answer!($uses, args.uses_date_order()),)*
                }
            }

            /// Checks that each option has an effect in the run and does not contradict another one.
            ///
            /// # Errors
            /// Returns the refusal of the first option that cannot be used.
            pub(crate) fn check_options(&self, options: Options<'_>) -> Result<(), Refusal> {
                match self {
                    $(Command::$variant(args) => answer!($checks, args.check_options(options)),)*
                }
            }
        }
    };
}

commands! {
    "check" => Check(check): args, true, args;
    "rules" => Rules(rules): false, false, none;
    "export" => Export(export): true, args, args;
    "strip-comments" => StripComments(strip_comments): true, false, args;
    "split" => Split(split): true, false, args;
    "merge" => Merge(merge): true, args, args;
    "stats" => Stats(stats): true, false, args;
    "filter" => Filter(filter): true, false, none;
    "diff" => Diff(diff): true, true, none;
    "ranges" => Ranges(ranges): false, false, none;
    "server" => Server(server): false, false, none;
    "git-textconv" => GitTextconv(git_textconv): false, false, none;
    "git-merge" => GitMerge(git_merge): false, false, none;
    "generate" => Generate(generate): false, false, none;
    "help" => Help(help): false, false, none;
}

/// An option whose value may be omitted, the value of the option alone, and a function that returns true if the word
/// after the option is its value. Any other word is an argument of its own, such as an input.
type OptionalValue = (&'static str, &'static str, fn(&str) -> bool);

const OPTIONAL_VALUES: &[OptionalValue] = &[
    ("--dedup", pgn_work::merge::BARE_DEDUP, pgn_work::merge::is_dedup_value),
    ("--variations", split::ALL_DEPTHS, split::is_depth),
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
        if let Some((_, bare, is_value)) = OPTIONAL_VALUES.iter().find(|(name, ..)| arg == *name) {
            let value = args.next_if(|next| next.to_str().is_some_and(is_value));
            arg.push("=");
            arg.push(value.unwrap_or_else(|| bare.into()));
        }
        joined.push(arg);
    }
    joined
}
