//! Settings of several files, merged: what is nearer wins. And settings as words of a command line,
//! so that there is one place that says what an option means.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
};

use anyhow::{anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use pgn_work::paths;

use super::{
    file::Place,
    keys::{self, Kind},
};

/// What is set: a key of a section.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Name {
    pub(crate) section: String,
    pub(crate) key: String,
}

/// A value and where it was said.
#[derive(Clone, Debug)]
pub(crate) struct Setting {
    pub(crate) name: Name,
    pub(crate) value: Value,
    pub(crate) place: Place,
    /// What its paths and globs are relative to.
    pub(crate) folder: PathBuf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Flag(bool),
    Text(String),
    List(Vec<(String, Place)>),
    /// Keys with their texts.
    Table(Vec<Row>),
}

/// A key of a table, its place, and its texts with their places.
pub(crate) type Row = (String, Place, Vec<(String, Place)>);

/// What holds of several files: one or more settings a name, the nearest first.
///
/// Lists that are added to, and tables, keep those of all files; of others the nearest stays.
#[derive(Clone, Debug, Default)]
pub(crate) struct Settings {
    all: BTreeMap<Name, Vec<Setting>>,
}

impl Settings {
    /// Takes settings that are further away than those that are there.
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

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The settings of a name, the nearest first.
    pub(crate) fn of(&self, section: &str, key: &str) -> &[Setting] {
        let name = Name { section: section.to_owned(), key: key.to_owned() };
        self.all.get(&name).map_or(&[], Vec::as_slice)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Setting> {
        self.all.values().flatten()
    }

    /// The words that say in a command line what these settings say in a file. `is_wanted` chooses
    /// among them; what the command line says itself wins.
    pub(super) fn words(
        &self,
        cli: &clap::Command,
        section: &str,
        given: &[String],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<OsString> {
        let command =
            if section == keys::GLOBAL { Some(cli) } else { cli.find_subcommand(section) };
        let Some(command) = command else { return Vec::new() };
        let is_given = |name: &str| given.iter().any(|known| known == name);
        let mut words = Vec::new();
        for key in keys::keys(cli, section) {
            // Globs of files are relative to their file, and not for clap.
            if key.name == keys::EXCLUDE || !is_wanted(key.name) {
                continue;
            }
            let is_added = keys::ADDED_TO.contains(&key.name);
            let is_replaced = match is_added {
                true => section == "check" && is_given(keys::begun_anew_by(key.name)),
                false => is_given(key.name),
            };
            let negation = key.negation.and_then(|arg| arg.get_long());
            let excludes = command
                .get_arg_conflicts_with(key.arg)
                .into_iter()
                .filter_map(|arg| arg.get_long());
            if is_replaced || negation.into_iter().chain(excludes).any(is_given) {
                continue;
            }
            for setting in self.of(section, key.name) {
                setting.words(&key, &mut words);
            }
        }
        words
    }

    /// Checks each value by itself, so that an error has a place.
    ///
    /// # Errors
    /// A value that its option does not take, or a name that is no rule's.
    pub(super) fn check(&self, cli: &clap::Command) -> anyhow::Result<()> {
        for setting in self.iter() {
            let Setting { name, value, place, .. } = setting;
            match value {
                Value::Table(rows) => check_table(&name.key, rows)?,
                Value::List(items) if keys::OF_RULES.contains(&name.key.as_str()) => {
                    items.iter().try_for_each(|(text, place)| check_rule(text, place))?;
                }
                _ => (),
            }
            let known = keys::keys(cli, &name.section);
            let Some(key) = known.iter().find(|key| key.name == name.key) else { continue };
            setting.check_files(key)?;
            let mut words: Vec<OsString> = vec!["pgnkit".into()];
            words.push(match name.section.as_str() {
                keys::GLOBAL => "stats".into(),
                section => section.into(),
            });
            setting.words(key, &mut words);
            let Err(err) = cli.clone().try_get_matches_from(words) else { continue };
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

impl Setting {
    /// # Errors
    /// It names a file to write, or one to read that is a device or a pipe.
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
                    "{place}: `{name}` names no file here: --{name} FORMAT=FILE is for the command line"
                );
            }
            if key.is_path() && is_special(&resolved(&self.folder, text)) {
                bail!("{place}: `{name}`: {} is not a regular file", paths::show(Path::new(text)));
            }
        }
        Ok(())
    }

    fn words(&self, key: &keys::Key<'_>, words: &mut Vec<OsString>) {
        let option = |text: &str| {
            let mut word = OsString::from(format!("--{}=", key.name));
            match key.is_path() {
                true => word.push(resolved(&self.folder, text)),
                false => word.push(text),
            }
            word
        };
        match (&self.value, key.kind) {
            (Value::Flag(true), _) => words.push(format!("--{}", key.name).into()),
            (Value::Flag(false), _) => {
                words.extend(
                    key.negation
                        .and_then(|arg| arg.get_long())
                        .map(|name| OsString::from(format!("--{name}"))),
                );
            }
            (Value::Text(text), Kind::Text) => words.push(option(text)),
            (Value::List(items), _) => words.extend(items.iter().map(|(text, _)| option(text))),
            (Value::Text(_), Kind::Flag | Kind::List) | (Value::Table(_), _) => (),
        }
    }
}

/// A path of a file, seen from the working directory.
pub(super) fn resolved(folder: &Path, text: &str) -> PathBuf {
    if text == "-" || folder == Path::new(".") || folder.as_os_str().is_empty() {
        return PathBuf::from(text);
    }
    folder.join(text)
}

/// True of a device, a pipe or a folder, links followed.
pub(super) fn is_special(path: &Path) -> bool {
    path.metadata().is_ok_and(|metadata| !metadata.is_file())
}

fn check_table(key: &str, rows: &[Row]) -> anyhow::Result<()> {
    for (name, place, texts) in rows {
        if key == keys::SEVERITIES {
            check_rule(name, place)?;
            let (level, place) = &texts[0];
            if pgn_lint::Severity::ALL.iter().all(|known| known.name() != level) {
                bail!(
                    "{place}: `{level}` is no level: error, warning, info, style; rules that are not to run go under `ignore`"
                );
            }
        } else {
            texts.iter().try_for_each(|(text, place)| check_rule(text, place))?;
        }
    }
    Ok(())
}

fn check_rule(text: &str, place: &Place) -> anyhow::Result<()> {
    pgn_lint::Selection::new(&[text], &[], &[]).map_err(|err| anyhow!("{place}: {err}"))?;
    Ok(())
}

/// What clap says of a value, in a line: ``invalid value `grave` for `severity`: error, warning …``.
fn explain(err: &clap::Error, key: &str) -> String {
    let text = |kind| match err.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        Some(ContextValue::Strings(texts)) => Some(texts.join(", ")),
        _ => None,
    };
    let value = text(ContextKind::InvalidValue).unwrap_or_default();
    let message = match (text(ContextKind::ValidValue), std::error::Error::source(err)) {
        (Some(valid), _) => format!(" [possible values: {valid}]"),
        (None, Some(source)) => format!(": {source}"),
        (None, None) => String::new(),
    };
    format!("invalid value `{value}` for `{key}`{message}")
}
