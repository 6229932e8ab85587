//! What the program will have and does not have yet: refused by its name, never ignored.

use std::ffi::OsString;

use clap::{
    CommandFactory as _,
    error::{ContextKind, ContextValue, ErrorKind},
};

use crate::Cli;

/// Commands, and options or values (`*`: all others) of commands (`*`: of all), that are still to come.
const NOT_YET: &[(&str, &[&str])] = &[("*", &["--manifest"])];

/// `err` as it is, or as a message that says that the thing will come.
pub(crate) fn explain(err: clap::Error, args: &[OsString]) -> clap::Error {
    let Some(thing) = refused(&err) else { return err };
    let Some(name) = find(&thing, args) else { return err };
    let what = format!("not available yet: {name}\n");
    clap::Error::raw(ErrorKind::InvalidValue, what).with_cmd(&Cli::command())
}

/// The option, `--option value`, or command that clap did not know.
fn refused(err: &clap::Error) -> Option<String> {
    let text = |kind| match err.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match err.kind() {
        ErrorKind::UnknownArgument => text(ContextKind::InvalidArg).map(str::to_owned),
        ErrorKind::InvalidSubcommand => text(ContextKind::InvalidSubcommand).map(str::to_owned),
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => {
            // The argument is shown with its value's name: `--format <FORMAT>`.
            let option = text(ContextKind::InvalidArg)?.split([' ', '=', '[']).next()?;
            Some(format!("{option} {}", text(ContextKind::InvalidValue)?))
        }
        _ => None,
    }
}

/// The entry of the table for `thing`, if the command is the one it belongs to.
fn find(thing: &str, args: &[OsString]) -> Option<String> {
    let used = args.iter().skip(1).find_map(|arg| {
        let arg = arg.to_str()?;
        NOT_YET.iter().map(|(command, _)| *command).find(|command| *command == arg)
    });
    for (command, things) in NOT_YET {
        if *command != "*" && Some(*command) != used {
            continue;
        }
        for known in *things {
            if known.is_empty() {
                return Some((*command).to_owned());
            }
            if let Some(option) = known.strip_suffix('*')
                && thing.starts_with(option)
            {
                return Some(thing.to_owned());
            }
            let is_value = known.contains(' ');
            // `--where=…` is one word; `--dedup position:20` is `--dedup position`.
            let asked = if is_value { thing.split(':') } else { thing.split('=') }.next();
            if asked == Some(*known) || (known.starts_with("--") && thing == *known) {
                return Some((*known).to_owned());
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        let args: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        let err = <Cli as clap::Parser>::try_parse_from(&args).unwrap_err();
        let err = explain(err, &args).to_string();
        assert!(err.starts_with(&format!("error: {expected}\n")), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }

    #[test]
    fn what_is_to_come_is_named() {
        check("pgnkit merge --manifest x", "not available yet: --manifest");
    }

    #[test]
    fn what_is_unknown_stays_so() {
        let args = ["pgnkit", "check", "--fixx"].map(OsString::from);
        let err = <Cli as clap::Parser>::try_parse_from(&args).unwrap_err();
        assert_eq!(explain(err, &args).kind(), ErrorKind::UnknownArgument);
    }

    #[test]
    fn the_table_holds_nothing_that_is_there() {
        let mut cli = Cli::command();
        cli.build();
        for (name, things) in NOT_YET {
            let command = if *name == "*" { Some(&cli) } else { cli.find_subcommand(name) };
            let Some(command) = command else {
                assert_eq!(things, &[""], "{name} is no command");
                continue;
            };
            for thing in things.iter().filter(|thing| !thing.contains(' ')) {
                let declared = command.get_arguments().any(|arg| {
                    arg.get_long().is_some_and(|long| thing.strip_prefix("--") == Some(long))
                        || arg.get_short().is_some_and(|short| *thing == format!("-{short}"))
                });
                assert!(!declared, "{name} {thing} is there: take it off the table");
            }
        }
    }
}
