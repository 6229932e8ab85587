//! The options given to a run, by name.

use clap::{ArgAction, ArgMatches, parser::ValueSource};
use serde_json::{Map, Value};

/// Returns the options of the command line `cli` and of settings files, without defaults, and without the number of
/// threads, which changes nothing that a run writes.
pub(crate) fn options(mut cli: clap::Command, matches: &ArgMatches) -> Map<String, Value> {
    cli.build();
    let Some((name, matches)) = matches.subcommand() else { return Map::new() };
    let Some(command) = cli.find_subcommand(name) else { return Map::new() };
    let mut options = Map::new();
    for arg in command.get_arguments() {
        // `-0` has no long name.
        let Some(long) = arg.get_long().or_else(|| (arg.get_id() == "nul").then_some("nul")) else {
            continue;
        };
        let id = arg.get_id().as_str();
        if id == "threads" {
            continue;
        }
        // Settings are passed to clap as arguments, so that they have this source, too.
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let value = match arg.get_action() {
            ArgAction::SetTrue => Value::Bool(true),
            ArgAction::Count => Value::from(matches.get_count(id)),
            action => {
                let raw = matches.get_raw(id).into_iter().flatten();
                let mut values: Vec<Value> =
                    raw.map(|value| value.to_string_lossy().into_owned().into()).collect();
                match (action, values.len()) {
                    (ArgAction::Set, 1) => values.remove(0),
                    _ => Value::Array(values),
                }
            }
        };
        options.insert(long.to_owned(), value);
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_were_given() {
        let words =
            ["pgnkit", "-w", "elo > 2600", "-j2", "merge", "-q", "--dedup=moves", "--dry-run"];
        let matches = crate::command().try_get_matches_from(words).unwrap();
        let shown = Value::Object(options(crate::command(), &matches)).to_string();
        let expected = r#"{"dedup":"moves","dry-run":true,"quiet":1,"where":["elo > 2600"]}"#;
        assert_eq!(shown, expected);
    }
}
