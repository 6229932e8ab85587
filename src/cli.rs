//! The command line as clap describes it.

use std::ffi::OsString;

use clap::{ArgMatches, Args as _, FromArgMatches as _, Subcommand as _};

use crate::commands::{BY_NAME, Command, common::GlobalArgs};

/// The arguments of a command line.
#[derive(Debug)]
pub(crate) struct Cli {
    pub(crate) globals: GlobalArgs,
    pub(crate) command: Command,
}

impl Cli {
    pub(crate) fn from_arg_matches(matches: &ArgMatches) -> Result<Cli, clap::Error> {
        let globals = GlobalArgs::from_arg_matches(matches)?;
        Ok(Cli { globals, command: Command::from_arg_matches(matches)? })
    }
}

/// Returns the command line as clap describes it: for help, completions and man pages.
#[must_use]
pub fn command() -> clap::Command {
    Command::augment_subcommands(program())
}

/// Returns the command line without commands.
fn program() -> clap::Command {
    GlobalArgs::augment_args(clap::Command::new("pgnkit"))
        .about("Checks, normalizes, splits, merges and filters chess games in PGN")
        .bin_name("pgnkit")
        .version(env!("CARGO_PKG_VERSION"))
        .max_term_width(100)
        .disable_help_subcommand(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help("Exit status: 0 done, 1 findings, 2 the request or a file failed.")
}

/// The output of `pgnkit --version`: version, commit and date, system, and the formats that can be read and written.
pub(crate) const LONG_VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    env!("PGNKIT_COMMIT"),
    "\n",
    env!("PGNKIT_TARGET"),
    "; zstd gzip bzip2 xz zip; JSON CSV TSV Parquet"
);

/// Returns the parser for a command line whose first word is a command, with that command alone.
/// Building the several hundred options of the other commands is most of the start time.
pub(crate) fn program_for(line: &[OsString]) -> Option<clap::Command> {
    let first = line.get(1)?;
    let (name, augment) = BY_NAME.iter().find(|(name, _)| first == name)?;
    Some(program().subcommand(augment(clap::Command::new(*name))))
}

/// Returns the value of `--color` in a command line, for the help and usage errors of clap, which are printed before
/// the options are known.
pub(crate) fn color_of(line: &[OsString]) -> clap::ColorChoice {
    // Names of inputs need not be UTF-8.
    let words = line.iter().take_while(|&arg| arg != "--");
    let mut words = words.map(|arg| arg.to_str().unwrap_or_default());
    let is_it = |rest: &&str| rest.is_empty() || rest.starts_with('=');
    let value = match words.find_map(|word| word.strip_prefix("--color").filter(is_it)) {
        Some("") => words.next(),
        attached => attached.and_then(|rest| rest.strip_prefix('=')),
    };
    match value {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_before_other_options() {
        let color = |line: &str| color_of(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color("p chek --color always"), clap::ColorChoice::Always);
        assert_eq!(color("p --color=never chek"), clap::ColorChoice::Never);
        assert_eq!(color("p chek -- --color never"), clap::ColorChoice::Auto);
        assert_eq!(color("p --colors never --color"), clap::ColorChoice::Auto);
        #[cfg(unix)]
        {
            let name = std::os::unix::ffi::OsStringExt::from_vec(b"\xe9".to_vec());
            let line = ["p".into(), name, "--color=never".into()];
            assert_eq!(color_of(&line), clap::ColorChoice::Never);
        }
    }

    /// Splits a line into words as a shell does, as far as examples need it.
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
    fn check_parses(line: &str, command: Option<&str>) {
        let parsed = super::command().try_get_matches_from(words(line));
        let parsed = parsed.map_err(|error| format!("{line}: {error}")).unwrap();
        if command.is_some() {
            assert_eq!(parsed.subcommand_name(), command, "{line}");
        }
    }

    #[test]
    fn a_single_command_has_the_help_of_the_full_parser() {
        let mut all = command();
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

    /// Commands in the code blocks of the documentation.
    #[test]
    fn commands_in_the_documentation_parse() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut n = 0;
        for page in
            ["README.md", "docs/tasks.md", "docs/configuration.md", "docs/dedup.md", "docs/ci.md"]
        {
            let text = std::fs::read_to_string(root.join(page)).unwrap();
            for block in text.split("```").skip(1).step_by(2) {
                for line in block.lines().filter(|line| line.starts_with("pgnkit ")) {
                    // The description follows after several blanks.
                    let (line, _) = line.split_once("  ").unwrap_or((line, ""));
                    let commands = line.split(" | ").filter(|it| it.starts_with("pgnkit "));
                    n += commands.map(|command| check_parses(command, None)).count();
                }
            }
        }
        assert!(n > 50, "{n} commands");
    }

    #[test]
    fn expressions_in_the_documentation_parse() {
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
    fn examples_in_the_help_parse() {
        let mut n = 0;
        for command in command().get_subcommands() {
            let Some(examples) = command.get_after_help() else { continue };
            for line in examples.to_string().lines().filter(|line| line.starts_with("  ")) {
                let (example, _) = line.trim().split_once("  ").unwrap();
                check_parses(example, Some(command.get_name()));
                assert!(line.len() <= 80, "{line}");
                n += 1;
            }
        }
        assert!(n > 30, "{n} examples");
    }
}
