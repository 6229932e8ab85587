//! The commands, a line each here and a file each beside: Args (what was typed), Plan (what it
//! means), run.

pub(crate) mod check;
pub(crate) mod common;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod filter;
pub(crate) mod generate;
mod given;
pub(crate) mod merge;
pub(crate) mod outputs;
pub(crate) mod rules;
pub(crate) mod rulings;
pub(crate) mod selecting;
mod short_forms;
mod show_settings;
pub(crate) mod split;
pub(crate) mod stats;
pub(crate) mod strip_comments;
pub(crate) mod values;

use std::ffi::OsString;

use clap::{ArgMatches, Args as _, CommandFactory as _, FromArgMatches, Subcommand};

use pgn_work::ExitStatus;

use crate::{Globals, Line};

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
    Generate(generate::Args),
}

/// Adds the arguments of a command.
type Augment = fn(clap::Command) -> clap::Command;

/// The arguments of each command, by its name.
const BY_NAME: &[(&str, Augment)] = &[
    ("check", check::Args::augment_args),
    ("rules", rules::Args::augment_args),
    ("export", export::Args::augment_args),
    ("strip-comments", strip_comments::Args::augment_args),
    ("split", split::Args::augment_args),
    ("merge", merge::Args::augment_args),
    ("stats", stats::Args::augment_args),
    ("filter", filter::Args::augment_args),
    ("diff", diff::Args::augment_args),
    ("generate", generate::Args::augment_args),
];

/// The program for a line that begins with the name of a command: with that one alone. The options of all the
/// others, some hundreds, need not be made, which is most of the time to start.
pub(crate) fn program_for(line: &[OsString]) -> Option<clap::Command> {
    let first = line.get(1)?;
    let (name, augment) = BY_NAME.iter().find(|(name, _)| first == name)?;
    Some(Line::<Unnamed>::command().subcommand(augment(clap::Command::new(*name))))
}

/// In the place of the commands, where they are added one by one.
#[derive(Debug)]
struct Unnamed;

impl Subcommand for Unnamed {
    fn augment_subcommands(program: clap::Command) -> clap::Command {
        program
    }

    fn augment_subcommands_for_update(program: clap::Command) -> clap::Command {
        program
    }

    fn has_subcommand(_: &str) -> bool {
        false
    }
}

impl FromArgMatches for Unnamed {
    fn from_arg_matches(_: &ArgMatches) -> Result<Unnamed, clap::Error> {
        Ok(Unnamed)
    }

    fn update_from_arg_matches(&mut self, _: &ArgMatches) -> Result<(), clap::Error> {
        Ok(())
    }
}

impl Command {
    /// Whether it has more ways to select games than `--where`.
    pub(crate) fn explains_itself(&self) -> bool {
        matches!(self, Command::Filter(_))
    }

    /// Whether games are read at all.
    pub(crate) fn reads_games(&self) -> bool {
        match self {
            Command::Check(args) => args.reads_games(),
            Command::Rules(_) | Command::Generate(_) => false,
            Command::Export(_)
            | Command::StripComments(_)
            | Command::Split(_)
            | Command::Merge(_)
            | Command::Stats(_)
            | Command::Filter(_)
            | Command::Diff(_) => true,
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
            Command::Generate(args) => generate::run(args, globals),
        }
    }
}

/// An option whose value may be left out.
struct OptionalValue {
    name: &'static str,
    /// What it means without a value.
    bare: &'static str,
    /// Whether the word behind it is its value. It is else what it would be without the option: an
    /// input, for one.
    is_value: fn(&str) -> bool,
}

const OPTIONAL_VALUES: &[OptionalValue] = &[
    OptionalValue { name: "--dedup", bare: merge::BARE_DEDUP, is_value: merge::is_dedup_value },
    OptionalValue { name: "--variations", bare: split::ALL_DEPTHS, is_value: split::is_depth },
];

/// Joins an option whose value may be left out with the word behind it, if that is its value.
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::{BY_NAME, program_for};
    use crate::Cli;

    /// The words of a line as a shell takes them, as far as examples need it.
    fn words(line: &str) -> Vec<String> {
        let (mut words, mut word) = (Vec::new(), String::new());
        let (mut is_quoted, mut quote) = (false, ' ');
        for c in line.chars().chain([' ']) {
            match c {
                '\'' | '"' if !is_quoted || c == quote => (is_quoted, quote) = (!is_quoted, c),
                ' ' if !is_quoted => words.push(std::mem::take(&mut word)),
                _ => word.push(c),
            }
        }
        words
    }

    #[track_caller]
    fn is_understood(line: &str, command: Option<&str>) {
        let parsed = Cli::command().try_get_matches_from(words(line));
        let parsed = parsed.map_err(|error| format!("{line}: {error}")).unwrap();
        if command.is_some() {
            assert_eq!(parsed.subcommand_name(), command, "{line}");
        }
    }

    #[test]
    fn a_command_alone_is_as_among_the_others() {
        let mut all = Cli::command();
        all.build();
        let names: Vec<_> = all.get_subcommands().map(|it| it.get_name().to_owned()).collect();
        assert_eq!(names, BY_NAME.iter().map(|(name, _)| *name).collect::<Vec<_>>());
        for name in names {
            let mut alone = program_for(&["pgnkit".into(), name.clone().into()]).unwrap();
            alone.build();
            let help = |program: &mut clap::Command| {
                let command = program.find_subcommand_mut(&name).unwrap();
                (command.render_long_help().to_string(), command.render_usage().to_string())
            };
            assert_eq!(help(&mut all), help(&mut alone));
        }
        assert!(program_for(&["pgnkit".into(), "-h".into()]).is_none());
    }

    /// What a page shows to type, in blocks of its own.
    #[test]
    fn commands_of_the_pages_are_understood() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut n = 0;
        for page in
            ["README.md", "docs/tasks.md", "docs/configuration.md", "docs/dedup.md", "docs/ci.md"]
        {
            let text = std::fs::read_to_string(root.join(page)).unwrap();
            for block in text.split("```").skip(1).step_by(2) {
                for line in block.lines().filter(|line| line.starts_with("pgnkit ")) {
                    is_understood(line, None);
                    n += 1;
                }
            }
        }
        assert!(n > 50, "{n} commands");
    }

    #[test]
    fn expressions_of_their_page_are_understood() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/expressions.md");
        let text = std::fs::read_to_string(page).unwrap();
        let examples = text.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
        for line in examples.lines() {
            let (example, _) = line.split_once("  ").unwrap();
            assert!(pgn_query::Query::parse(example).is_ok(), "{example}");
        }
        assert!(examples.lines().count() > 10);
    }

    #[test]
    fn examples_are_understood() {
        let mut n = 0;
        for command in Cli::command().get_subcommands() {
            let Some(examples) = command.get_after_help() else { continue };
            for line in examples.to_string().lines().filter(|line| line.starts_with("  ")) {
                let (example, _) = line.trim().split_once("  ").unwrap();
                is_understood(example, Some(command.get_name()));
                n += 1;
            }
        }
        assert!(n > 30, "{n} examples");
    }
}
