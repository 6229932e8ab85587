//! The effective settings with their places.

use clap::{ArgMatches, parser::ValueSource};

use super::{
    Config, Layer,
    keys::{self, ValueKind},
    settings::Value,
};

/// An effective setting, with its value as TOML.
#[derive(Debug)]
pub(crate) struct EffectiveSetting<'a> {
    pub(crate) section: &'a str,
    pub(crate) key: String,
    pub(crate) text: String,
    /// A place in a file, `command line` or `default`.
    pub(crate) origin: String,
}

impl Config {
    /// Returns the effective settings of the command's section and of `[global]`. `matches`: the result of
    /// [`Config::parse`] with the same layers.
    pub(crate) fn values(
        &self,
        input: &Layer,
        run: &Layer,
        matches: &ArgMatches,
    ) -> Vec<EffectiveSetting<'_>> {
        let Some((_, matches)) = matches.subcommand() else { return Vec::new() };
        let mut held = Vec::new();
        for section in [keys::GLOBAL, &self.command] {
            for key in keys::keys(&self.program, section) {
                let is_of_input = section != keys::GLOBAL && keys::BY_INPUT.contains(&key.name);
                let layer = if is_of_input { input } else { run };
                let settings = layer.settings.of(section, key.name);
                let mut origin: Vec<String> =
                    settings.iter().map(|setting| setting.place.to_string()).collect();
                if self.is_given(key.name) || key.negation.is_some_and(|name| self.is_given(name)) {
                    if !keys::ADDED_TO.contains(&key.name) || key.name == keys::EXCLUDE {
                        origin.clear();
                    }
                    origin.insert(0, "command line".to_owned());
                }
                let id = key.arg.get_id().as_str();
                let source = matches.value_source(id);
                let raw = matches.get_raw(id).into_iter().flatten();
                let mut values: Vec<String> =
                    raw.map(|value| quoted(&value.to_string_lossy())).collect();
                if key.name == keys::EXCLUDE {
                    let globs = settings.iter().filter_map(|setting| match &setting.value {
                        Value::List(globs) => Some(globs.iter().map(|(glob, _)| quoted(glob))),
                        _ => None,
                    });
                    values.extend(globs.flatten());
                }
                let text = match key.kind {
                    ValueKind::Flag => matches.get_flag(id).to_string(),
                    ValueKind::List if values.is_empty() => continue,
                    ValueKind::List => format!("[{}]", values.join(", ")),
                    ValueKind::Text => match values.pop() {
                        Some(value) => value,
                        None => continue,
                    },
                };
                if origin.is_empty()
                    || source == Some(ValueSource::DefaultValue) && values.is_empty()
                {
                    origin = vec!["default".to_owned()];
                }
                held.push(EffectiveSetting {
                    section,
                    key: key.name.to_owned(),
                    text,
                    origin: origin.join(", "),
                });
            }
        }
        held
    }
}

impl Layer {
    /// Returns the rows of a table, in the order of [`Layer::ignores`].
    pub(crate) fn rows(
        &self,
        section: &'static str,
        table: &str,
    ) -> Vec<EffectiveSetting<'static>> {
        let mut rows = Vec::new();
        for setting in self.settings.of(section, table) {
            let Value::Table(table) = &setting.value else { continue };
            rows.extend(table.iter().map(|(key, place, texts)| {
                let texts: Vec<String> = texts.iter().map(|(text, _)| quoted(text)).collect();
                let is_list = setting.name.key == keys::PER_FILE_IGNORES;
                EffectiveSetting {
                    section,
                    key: quoted(key),
                    text: if is_list { format!("[{}]", texts.join(", ")) } else { texts.concat() },
                    origin: place.to_string(),
                }
            }));
        }
        rows
    }
}

/// Returns `text` as a basic string of TOML, whose escapes are those of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
