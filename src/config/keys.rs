//! What can be set in a file: a section a command, a key a long option of it, but for those that are
//! about one run and not about a project. No key names a file or folder to write: a file of settings
//! may come with games from somebody else.

use clap::{Arg, ArgAction, Command, ValueHint};

/// Options of commands (`*`: of all) that a file cannot set. All that name something to write are among them.
const ONE_RUN: &[(&str, &[&str])] = &[
    (
        "*",
        &[
            "help",
            "version",
            "config",
            "isolated",
            "quiet",
            "verbose",
            "bytes",
            "manifest",
            "files-from",
            "tmp-dir",
            "output",
            "append",
            "skip",
            "take",
            "where",
            "explain-where",
            "in-place",
            "check",
            "diff",
            "force",
            "dry-run",
            "count",
            "rejects",
        ],
    ),
    (
        "check",
        &[
            "exit-zero",
            "fix",
            "fix-only",
            "write-baseline",
            "statistics",
            "show-settings",
            "stdin-filename",
        ],
    ),
    ("split", &["dir", "name"]),
    ("merge", &["duplicates", "only-duplicates", "against", "requeue", "report"]),
];

/// Keys of options that take the name of a file behind `=`, which is for the command line.
pub(super) const WITHOUT_FILE: &[&str] = &["output-format"];

/// Commands that read no games.
pub(super) const WITHOUT_SETTINGS: &[&str] = &["rules", "generate", "help"];

/// Commands each of whose options is about one run.
const WITHOUT_SECTION: &[&str] = &["filter", "diff"];

/// The section of the options that all commands have.
pub(super) const GLOBAL: &str = "global";

/// Keys of `[check]` that hold for an input, and so come from the file nearest to it. The others are
/// about the report as a whole.
pub(crate) const BY_INPUT: &[&str] = &[
    "exclude",
    "select",
    "extend-select",
    "ignore",
    "severity",
    "fail-on",
    "strict",
    "target",
    "unsafe-fixes",
    "fixable",
    "unfixable",
    PER_FILE_IGNORES,
    SEVERITIES,
];

/// `glob = [rules]`.
pub(crate) const PER_FILE_IGNORES: &str = "per-file-ignores";
/// `rule = level`.
pub(crate) const SEVERITIES: &str = "severities";
/// Globs of files that folders and globs do not give.
pub(crate) const EXCLUDE: &str = "exclude";

/// Keys whose values name rules.
pub(super) const OF_RULES: &[&str] = &["select", "extend-select", "ignore", "fixable", "unfixable"];

/// Keys whose values add up, those of files that are extended and of the command line; it replaces others.
pub(super) const ADDED_TO: &[&str] = &[EXCLUDE, "extend-select", "ignore", "unfixable"];

/// The option that begins such a list anew.
pub(super) fn begun_anew_by(key: &str) -> &'static str {
    if key == "unfixable" { "fixable" } else { "select" }
}

/// How a value is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `true` or `false`.
    Flag,
    /// A text or a number.
    Text,
    /// Several of them, or one.
    List,
}

/// A key of a section.
#[derive(Debug)]
pub(super) struct Key<'a> {
    pub(super) name: &'a str,
    pub(super) arg: &'a Arg,
    pub(super) kind: Kind,
    /// The option that means `false`.
    pub(super) negation: Option<&'a Arg>,
}

impl Key<'_> {
    /// Its value is the name of a file or folder.
    pub(super) fn is_path(&self) -> bool {
        matches!(self.arg.get_value_hint(), ValueHint::FilePath | ValueHint::DirPath)
    }
}

/// The sections, by the order of the help.
pub(super) fn sections(cli: &Command) -> Vec<&str> {
    let commands = cli.get_subcommands().map(Command::get_name);
    let commands =
        commands.filter(|name| !WITHOUT_SETTINGS.contains(name) && !WITHOUT_SECTION.contains(name));
    std::iter::once(GLOBAL).chain(commands).collect()
}

/// The keys of a section that are options. `[check]` has two tables besides.
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
                ArgAction::Set => Kind::Text,
                ArgAction::Append => Kind::List,
                ArgAction::SetTrue => Kind::Flag,
                _ => return None,
            };
            Some(Key { name, arg, kind, negation: find(&format!("no-{name}")) })
        })
        .collect()
}

/// Whether this is an option that a file cannot set.
pub(super) fn is_of_one_run(section: &str, name: &str) -> bool {
    ONE_RUN
        .iter()
        .filter(|(command, _)| *command == "*" || *command == section)
        .any(|(_, names)| names.contains(&name))
}

/// The name that is meant, if one is near.
pub(crate) fn nearest<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let folded = text.to_lowercase().replace('_', "-");
    names
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(&folded, name), name))
        .min()
        .filter(|(n, name)| *n <= 1 + name.len() / 4)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_name_what_is_there() {
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

    /// A new option that names a file is either about one run, or reads the file.
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
        assert_eq!(paths, ["add-ratings", "baseline", "eco-file", "map-tag"]);
    }

    #[test]
    fn near_names() {
        assert_eq!(nearest("selct", ["select", "severity"]), Some("select"));
        assert_eq!(nearest("extend_select", ["extend-select"]), Some("extend-select"));
        assert_eq!(nearest("zzzz", ["select"]), None);
    }
}
