//! The keys of settings files: each section is a command, each key a long option of it. Options
//! that concern a single run are not keys. No key names a file or folder to write, because a
//! settings file may come from the same source as the games.

use clap::{Arg, ArgAction, Command, ValueHint};

/// Options of each command (`*`: all commands) that a file cannot set. They include all that name
/// something to write.
const ONE_RUN: &[(&str, &[&str])] = &[
    (
        "*",
        &[
            "help", "version", "config", "isolated", "quiet", "verbose", "bytes", "manifest",
            "files-from", "tmp-dir", "output", "append", "skip", "take", "where", "explain-where",
            "in-place", "check", "diff", "force", "dry-run", "count", "rejects", "follow",
        ],
    ),
    (
        "check",
        &[
            "exit-zero", "fix", "fix-only", "write-baseline", "statistics", "show-settings",
            "stdin-filename", "watch",
        ],
    ),
    ("split", &["dir", "name"]),
    ("stats", &["names", "player"]),
    ("merge", &["account", "duplicates", "only-duplicates", "against", "requeue", "report"]),
];

/// Keys of options that take a file name after `=`; in a settings file they take none.
pub(super) const WITHOUT_FILE: &[&str] = &["output-format"];

/// Commands that read no games.
pub(super) const WITHOUT_SETTINGS: &[&str] =
    &["rules", "server", "git-textconv", "git-merge", "generate", "help"];

/// Commands whose options all concern a single run.
const WITHOUT_SECTION: &[&str] = &["filter", "diff"];

/// The section of the options that all commands have.
pub(crate) const GLOBAL: &str = "global";

/// Keys of `[check]` that apply to each input, and so come from the file nearest to it. The other
/// keys apply to the whole report.
pub(crate) const BY_INPUT: &[&str] = &[
    "exclude", "select", "extend-select", "ignore", "severity", "fail-on", "strict", "target",
    "unsafe-fixes", "fixable", "unfixable", PER_FILE_IGNORES, SEVERITIES,
];

/// `glob = [rules]`.
pub(crate) const PER_FILE_IGNORES: &str = "per-file-ignores";
/// `rule = level`.
pub(crate) const SEVERITIES: &str = "severities";
/// `glob = label`.
pub(crate) const PER_FILE_ENCODINGS: &str = "per-file-encodings";
/// Globs of files that folders and globs skip.
pub(crate) const EXCLUDE: &str = "exclude";

/// Returns the tables of a section.
pub(super) fn tables(section: &str) -> &'static [&'static str] {
    match section {
        "check" => &[PER_FILE_IGNORES, SEVERITIES],
        GLOBAL => &[PER_FILE_ENCODINGS],
        _ => &[],
    }
}

/// Keys whose values name rules.
pub(super) const OF_RULES: &[&str] = &["select", "extend-select", "ignore", "fixable", "unfixable"];

/// Keys of which a list names at least one rule.
pub(super) const OF_SOME_RULE: &[&str] = &["select", "fixable"];

/// Keys whose lists are joined across files and the command line; other values replace each other.
pub(super) const ADDED_TO: &[&str] = &[EXCLUDE, "extend-select", "ignore", "unfixable"];

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// `true` or `false`.
    Flag,
    /// A string or a number.
    Text,
    /// A list of strings or numbers, or a single one.
    List,
}

/// A key of a section.
#[derive(Debug)]
pub(super) struct Key<'a> {
    pub(super) name: &'a str,
    pub(super) arg: &'a Arg,
    pub(super) kind: ValueKind,
    /// The name of the option that means `false`, such as `no-ignore-files`.
    pub(super) negation: Option<&'a str>,
}

impl Key<'_> {
    /// Returns the number of values of an option that takes several at once, as `--comment-every N fen`.
    pub(super) fn n_values(&self) -> Option<usize> {
        let range = self.arg.get_num_args()?;
        (range.min_values() > 1).then(|| range.min_values())
    }

    /// Returns true if the value is the name of a file or folder.
    pub(super) fn is_path(&self) -> bool {
        matches!(self.arg.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath)
    }
}

/// Returns the sections, in the order of the help.
pub(super) fn sections(cli: &Command) -> Vec<&str> {
    let commands = cli.get_subcommands().map(Command::get_name);
    let commands =
        commands.filter(|name| !WITHOUT_SETTINGS.contains(name) && !WITHOUT_SECTION.contains(name));
    std::iter::once(GLOBAL).chain(commands).collect()
}

/// Returns the keys of a section that are options; see also [`tables`].
pub(super) fn keys<'a>(cli: &'a Command, section: &str) -> Vec<Key<'a>> {
    let command = match section {
        GLOBAL => Some(cli),
        name => cli.find_subcommand(name),
    };
    let Some(command) = command else { return Vec::new() };
    let args = || command.get_arguments().filter(|arg| arg.is_global_set() == (section == GLOBAL));
    let find = |name: &str| args().find(|arg| arg.get_long() == Some(name));
    args()
        .filter_map(|arg| {
            let name = arg.get_long()?;
            let is_negation = name.strip_prefix("no-").is_some_and(|base| find(base).is_some());
            if is_negation || is_of_one_run(section, name) {
                return None;
            }
            let kind = match arg.get_action() {
                ArgAction::Set => ValueKind::Text,
                ArgAction::Append => ValueKind::List,
                ArgAction::SetTrue => ValueKind::Flag,
                _ => return None,
            };
            let negation = find(&format!("no-{name}")).and_then(Arg::get_long);
            Some(Key { name, arg, kind, negation })
        })
        .collect()
}

/// Returns true if a settings file cannot set this option.
pub(super) fn is_of_one_run(section: &str, name: &str) -> bool {
    ONE_RUN
        .iter()
        .filter(|(command, _)| *command == "*" || *command == section)
        .any(|(_, names)| names.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_existing_options() {
        let cli = crate::command();
        for name in ["rules", "generate", "filter"] {
            assert!(cli.find_subcommand(name).is_some(), "{name}");
        }
        let names: Vec<_> = keys(&cli, "check").iter().map(|key| key.name).collect();
        for name in ["select", "ignore", "extend-select", "severity", "strict", "exclude"] {
            assert!(names.contains(&name), "{name} of {names:?}");
        }
        assert!(!names.contains(&"output") && !names.contains(&"no-ignore-files"));
        assert!(names.contains(&"ignore-files"));
    }

    /// An option that names a file either concerns a single run, or reads the file.
    #[test]
    fn no_key_names_an_output() {
        let cli = crate::command();
        let mut paths: Vec<_> = sections(&cli)
            .into_iter()
            .flat_map(|section| keys(&cli, section))
            .filter(Key::is_path)
            .map(|key| key.name.to_owned())
            .collect();
        paths.sort();
        paths.dedup();
        assert_eq!(paths, ["add-ratings", "baseline", "eco-file", "map-tag", "players"]);
    }
}
