//! Settings of several files, merged, and their conversion to command-line arguments.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pgn_work::{Encoding, paths};

use super::keys::{self, ValueKind};

/// The command with which values of `[global]` are checked: a command line without a command is an error, and all
/// commands have these options.
const ANY_COMMAND: &str = "stats";

/// The place of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SettingPlace {
    /// The name of the file, or `--config`.
    pub(super) shown: Arc<str>,
    /// Line and column, 1-based, in code points; `None` for the command line.
    pub(super) at: Option<(usize, usize)>,
}

impl fmt::Display for SettingPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)?;
        self.at.map_or(Ok(()), |(line, column)| write!(f, ":{line}:{column}"))
    }
}

/// The name of a setting: a section and a key.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) section: String,
    pub(crate) key: String,
}

/// A value with its place.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) name: Name,
    pub(crate) value: Value,
    pub(crate) place: SettingPlace,
    /// The folder to which paths and globs are relative.
    pub(crate) folder: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Flag(bool),
    Text(String),
    List(Vec<(String, SettingPlace)>),
    /// The rows of a table.
    Table(Vec<Row>),
}

/// A row of a table: key, its place, and its strings with their places.
pub(crate) type Row = (String, SettingPlace, Vec<(String, SettingPlace)>);

/// The merged settings of several files: by name, one or more settings, the nearest first.
///
/// Tables, and lists that are joined, keep the settings of all files; of other values only the
/// nearest is kept.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    all: BTreeMap<Name, Vec<Setting>>,
}

impl Settings {
    /// Adds settings that have lower precedence than those already present.
    pub(super) fn add(&mut self, settings: impl IntoIterator<Item = Setting>) {
        for setting in settings {
            let is_added = matches!(setting.value, Value::Table(_))
                || keys::ADDED_TO.contains(&setting.name.key.as_str());
            let known = self.all.entry(setting.name.clone()).or_default();
            if is_added || known.is_empty() {
                known.push(setting);
            }
        }
    }

    /// Returns true if there are no settings.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Returns the settings of a name, the nearest first.
    pub(crate) fn of(&self, section: &str, key: &str) -> &[Setting] {
        let name = Name { section: section.to_owned(), key: key.to_owned() };
        self.all.get(&name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.all.values().flatten()
    }

    /// Returns the command-line arguments that are equivalent to these settings, those of each key by
    /// themselves, for the keys that `is_wanted` accepts. Options in `given` override settings.
    pub(super) fn args(
        &self,
        cli: &clap::Command,
        section: &str,
        given: &[String],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<Vec<OsString>> {
        let command =
            if section == keys::GLOBAL { Some(cli) } else { cli.find_subcommand(section) };
        let Some(command) = command else { return Vec::new() };
        let is_given = |name: &str| given.iter().any(|known| known == name);
        // A conflict is declared by one of its two options only.
        let is_long = |arg: &&clap::Arg| arg.get_long().is_some_and(is_given);
        let given_args: Vec<&clap::Arg> = command.get_arguments().filter(is_long).collect();
        let excluded: Vec<&str> = given_args
            .iter()
            .flat_map(|arg| command.get_arg_conflicts_with(arg))
            .chain(excluded_by_groups(command, &given_args))
            .filter_map(clap::Arg::get_long)
            .collect();
        let mut args = Vec::new();
        for key in keys::keys(cli, section) {
            // Globs are relative to the file that contains them, which clap cannot express.
            if key.name == keys::EXCLUDE || !is_wanted(key.name) {
                continue;
            }
            let is_added = keys::ADDED_TO.contains(&key.name);
            let is_replaced = if is_added {
                // This option discards the joined values.
                let replacing = if key.name == "unfixable" { "fixable" } else { "select" };
                section == "check" && is_given(replacing)
            } else {
                is_given(key.name)
            };
            let conflicts = command.get_arg_conflicts_with(key.arg).into_iter();
            let mut excluding = conflicts.filter_map(clap::Arg::get_long).chain(key.negation);
            if is_replaced || excluded.contains(&key.name) || excluding.any(is_given) {
                continue;
            }
            let mut of_key = Vec::new();
            for setting in self.of(section, key.name) {
                setting.push_args(&key, &mut of_key);
            }
            args.push(of_key);
        }
        args.retain(|of_key| !of_key.is_empty());
        args
    }

    /// Checks each value separately, so that an error can name its place.
    ///
    /// # Errors
    /// Returns an error if an option does not accept its value, or a name is not that of a rule.
    pub(super) fn check(&self, cli: &clap::Command) -> anyhow::Result<()> {
        for setting in self.iter() {
            let Setting { name, value, place, .. } = setting;
            match value {
                // The values of `per-file-encodings` are checked when they are read.
                Value::Table(rows) if name.key != keys::PER_FILE_ENCODINGS => {
                    check_table(&name.key, rows)?;
                }
                Value::List(items) if keys::OF_RULES.contains(&name.key.as_str()) => {
                    items.iter().try_for_each(|(text, place)| check_rule(text, place))?;
                }
                _ => (),
            }
            let known = keys::keys(cli, &name.section);
            let Some(key) = known.iter().find(|key| key.name == name.key) else { continue };
            setting.check_files(key)?;
            let command = match name.section.as_str() {
                keys::GLOBAL => ANY_COMMAND,
                section => section,
            };
            let mut line: Vec<OsString> = vec!["pgnkit".into(), command.into()];
            setting.push_args(key, &mut line);
            let Err(err) = cli.clone().try_get_matches_from(line) else { continue };
            if matches!(
                err.kind(),
                ErrorKind::InvalidValue
                    | ErrorKind::ValueValidation
                    | ErrorKind::TooManyValues
                    | ErrorKind::InvalidUtf8
            ) {
                bail!("{place}: {}", explain(&err, &name.key));
            }
        }
        Ok(())
    }
}

/// Returns the arguments that cannot be used with one of `given` because only one of their group can be used.
fn excluded_by_groups<'a>(
    command: &'a clap::Command,
    given: &[&clap::Arg],
) -> impl Iterator<Item = &'a clap::Arg> {
    let is_given = |id: &clap::Id| given.iter().any(|arg| arg.get_id() == id);
    let groups = command.get_groups().filter(move |group| {
        // The function takes a mutable reference, although it changes nothing.
        !(*group).clone().is_multiple() && group.get_args().any(is_given)
    });
    groups
        .flat_map(|group| group.get_args())
        .filter_map(|id| command.get_arguments().find(|arg| arg.get_id() == id))
}

impl Setting {
    /// Checks the names of files in the value.
    ///
    /// # Errors
    /// Returns an error if a value names a file to write, or a device or a pipe to read.
    fn check_files(&self, key: &keys::Key<'_>) -> anyhow::Result<()> {
        let texts = match &self.value {
            Value::Text(text) => vec![(text, &self.place)],
            Value::List(items) => items.iter().map(|(text, place)| (text, place)).collect(),
            Value::Flag(_) | Value::Table(_) => Vec::new(),
        };
        for (text, place) in texts {
            let name = key.name;
            if keys::WITHOUT_FILE.contains(&name) && text.contains('=') {
                bail!(
                    "{place}: `{name}` cannot name a file here; use --{name} FORMAT=FILE on the command line"
                );
            }
            if key.is_path() && is_special(&resolved(&self.folder, text)) {
                bail!("{place}: `{name}`: {} is not a regular file", paths::show(Path::new(text)));
            }
        }
        Ok(())
    }

    /// Appends the command-line arguments that are equivalent to this setting of `key`.
    fn push_args(&self, key: &keys::Key<'_>, args: &mut Vec<OsString>) {
        let with_value = |text: &str| {
            let mut arg = OsString::from(format!("--{}=", key.name));
            if key.is_path() {
                arg.push(resolved(&self.folder, text))
            } else {
                arg.push(text)
            }
            arg
        };
        match (&self.value, key.kind) {
            (Value::Flag(true), _) => args.push(format!("--{}", key.name).into()),
            (Value::Flag(false), _) => {
                args.extend(key.negation.map(|name| format!("--{name}").into()));
            }
            (Value::Text(text), ValueKind::Text) => args.push(with_value(text)),
            (Value::List(items), _) if key.n_values().is_some() => {
                args.push(format!("--{}", key.name).into());
                args.extend(items.iter().map(|(text, _)| OsString::from(text)));
            }
            (Value::List(items), _) => args.extend(items.iter().map(|(text, _)| with_value(text))),
            (Value::Text(_), ValueKind::Flag | ValueKind::List) | (Value::Table(_), _) => (),
        }
    }
}

/// Returns the path `text` of a settings file in `folder`, relative to the working directory.
pub(super) fn resolved(folder: &Path, text: &str) -> PathBuf {
    if text == "-" || folder == Path::new(".") || folder.as_os_str().is_empty() {
        return PathBuf::from(text);
    }
    folder.join(text)
}

/// Returns true for a device, a pipe or a folder, and for what the system shows as files, such as `/proc/kmsg`, whose
/// reading may never end. Links are followed.
pub(super) fn is_special(path: &Path) -> bool {
    let is_of_system = |path: PathBuf| path.starts_with("/proc") || path.starts_with("/sys");
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
        || path.canonicalize().is_ok_and(is_of_system)
}

fn check_table(key: &str, rows: &[Row]) -> anyhow::Result<()> {
    for (name, place, texts) in rows {
        if key == keys::SEVERITIES {
            check_rule(name, place)?;
            let (level, place) = &texts[0];
            if pgn_lint::Severity::ALL.iter().all(|known| known.name() != level) {
                bail!(
                    "{place}: `{level}` is not a level: error, warning, info or style; to switch a rule off, add it to `ignore`"
                );
            }
        } else {
            texts.iter().try_for_each(|(text, place)| check_rule(text, place))?;
        }
    }
    Ok(())
}

fn check_rule(text: &str, place: &SettingPlace) -> anyhow::Result<()> {
    pgn_lint::Selection::new(&[text], &[], &[]).map_err(|err| anyhow!("{place}: {err}"))?;
    Ok(())
}

/// Returns the character set that `label` means as the value of `--encoding`.
///
/// # Errors
/// Returns an error if there is no such character set.
pub(super) fn encoding(cli: &clap::Command, label: &str) -> anyhow::Result<Encoding> {
    let line = ["pgnkit", ANY_COMMAND, &format!("--encoding={label}")];
    let matches = cli.clone().try_get_matches_from(line);
    let matches = matches.map_err(|err| anyhow!(explain(&err, keys::PER_FILE_ENCODINGS)))?;
    Ok(matches.get_one("encoding").copied().unwrap_or_default())
}

/// Returns a one-line form of clap's error: ``invalid value `grave` for `severity` [possible
/// values: …]``.
fn explain(err: &clap::Error, key: &str) -> String {
    let text = |kind| match err.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let message = match (text(ContextKind::ValidValue), std::error::Error::source(err)) {
        // Clap has no values to list for an empty value of an option that takes any text.
        (Some(valid), _) if !valid.is_empty() => format!(" [possible values: {valid}]"),
        (_, Some(source)) => {
            let in_one_line = source.to_string().replace("?\n\n", "? ").replace("\n\n", ". ");
            format!(": {in_one_line}")
        }
        (_, None) => String::new(),
    };
    format!("invalid value `{value}` for `{key}`{message}")
}
