//! Reads a settings file into settings with their places, or returns an error that names the place.

use std::{fs::File, io::Read as _, ops::Range, path::Path, sync::Arc};

use anyhow::{anyhow, bail, ensure};
use pgn_syntax::{LineIndex, line_start};
use pgn_work::{options::values::nearest, paths};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{
    keys::{self, ValueKind},
    settings::{Name, Setting, SettingPlace, Value},
};

/// Maximum size of a settings file in bytes; some endless system files look like regular files.
const MAX_SIZE: u64 = 16 << 20;

/// The content of a settings file.
#[derive(Debug)]
pub(super) struct Document {
    /// The file that `extend` names, whose settings apply where this file has none.
    pub(super) extend: Option<(String, SettingPlace)>,
    pub(super) settings: Vec<Setting>,
}

/// Reads the file at `path`.
///
/// # Errors
/// Returns an error if the file cannot be read, is not TOML, or contains an unknown key or invalid value.
pub(super) fn read(path: &Path, cli: &clap::Command) -> anyhow::Result<Document> {
    let shown = paths::show(path);
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|err| anyhow!("{shown}: {err}"))?;
    file.take(MAX_SIZE + 1).read_to_end(&mut bytes).map_err(|err| anyhow!("{shown}: {err}"))?;
    ensure!(bytes.len() as u64 <= MAX_SIZE, "{shown}: larger than 16 MiB");
    let text = paths::utf8(bytes, &shown)?;
    let folder = path.parent().unwrap_or(Path::new("."));
    Reader::new(&text, &shown, folder, cli).document()
}

/// Reads a `key = value` of the command line.
///
/// # Errors
/// Returns an error if the text is not TOML, or contains an unknown key or invalid value.
pub(super) fn read_inline(text: &str, cli: &clap::Command) -> anyhow::Result<Vec<Setting>> {
    // Shells remove quotation marks, so `check.severity=error` is valid without them.
    let quoted;
    let text = match (DeTable::parse(text), text.split_once('=')) {
        (Err(_), Some((key, value))) if !value.contains(['"', '\'', '[', '{', '\n']) => {
            quoted = format!("{key} = '{}'", value.trim());
            &quoted
        }
        _ => text,
    };
    let document = Reader::new(text, "--config", Path::new("."), cli).document()?;
    if let Some((_, place)) = document.extend {
        bail!("{place}: `extend` works only in files");
    }
    Ok(document.settings)
}

/// Returns the names of sections as they are written.
fn listed(sections: &[&str]) -> String {
    sections.iter().map(|name| format!("[{name}]")).collect::<Vec<_>>().join(", ")
}

struct Reader<'a> {
    text: &'a str,
    shown: Arc<str>,
    folder: &'a Path,
    cli: &'a clap::Command,
    index: LineIndex<'a>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, shown: &str, folder: &'a Path, cli: &'a clap::Command) -> Reader<'a> {
        Reader { text, shown: shown.into(), folder, cli, index: LineIndex::new(text.as_bytes()) }
    }

    /// Returns the first word of the value in the line at an offset, if it has no quotes; `None` for other values.
    fn bare_word(&self, at: usize) -> Option<&str> {
        let line = self.text[line_start(self.text.as_bytes(), at)..].lines().next()?;
        let value = line.split_once('=')?.1.trim_start_matches(['[', ' ', '\t']);
        let ends = |c: char| c.is_whitespace() || matches!(c, ',' | ']' | '#' | '"' | '\'');
        let word = value.split(ends).next()?;
        let is_text = word.starts_with(|c: char| c.is_alphabetic());
        (is_text && !matches!(word, "true" | "false")).then_some(word)
    }

    fn document(&self) -> anyhow::Result<Document> {
        let table = match DeTable::parse(self.text) {
            Ok(table) => table,
            Err(err) => {
                let span = err.span().unwrap_or(0..0);
                let (at, place) = (span.start, self.place(span));
                if let Some(word) = self.bare_word(at) {
                    bail!("{place}: not TOML: text needs quotes: \"{word}\"");
                }
                let message = err.message().lines().next().unwrap_or("syntax error");
                bail!("{place}: not TOML: {message}");
            }
        };
        let sections = keys::sections(self.cli);
        let (mut extend, mut settings) = (None, Vec::new());
        for (key, value) in table.get_ref() {
            let (name, place) = (key.get_ref().as_ref(), self.place(key.span()));
            match (name, value.get_ref()) {
                ("extend", DeValue::String(path)) => extend = Some((path.to_string(), place)),
                ("extend", _) => bail!("{place}: `extend` takes the name of a file"),
                (name, DeValue::Table(table)) if sections.contains(&name) => {
                    self.section(name, table, &mut settings)?;
                }
                (name, _) if sections.contains(&name) => {
                    bail!("{place}: `{name}` is a section: write [{name}]");
                }
                (name, DeValue::Table(_)) => match nearest(name, sections.iter().copied()) {
                    Some(near) => {
                        bail!("{place}: unknown section [{name}]; did you mean [{near}]?")
                    }
                    None => bail!(
                        "{place}: unknown section [{name}]; sections are {}",
                        listed(&sections)
                    ),
                },
                (name, _) => {
                    let near = nearest(name, ["extend"]);
                    let hint = match near {
                        Some(near) => format!("; did you mean `{near}`?"),
                        None => format!("; options belong in sections: {}", listed(&sections)),
                    };
                    bail!("{place}: unknown key `{name}`{hint}");
                }
            }
        }
        Ok(Document { extend, settings })
    }

    fn section(
        &self,
        section: &str,
        table: &DeTable<'_>,
        settings: &mut Vec<Setting>,
    ) -> anyhow::Result<()> {
        let known = keys::keys(self.cli, section);
        for (key, value) in table {
            let (name, place) = (key.get_ref().as_ref(), self.place(key.span()));
            let tables = keys::tables(section);
            let value = if tables.contains(&name) {
                self.table(section, name, value)?
            } else if let Some(known) = known.iter().find(|known| known.name == name) {
                self.value(known, value)?
            } else {
                let names = known.iter().map(|key| key.name).chain(tables.iter().copied());
                if keys::is_of_one_run(section, name) {
                    bail!("{place}: `{name}` can only be set on the command line");
                }
                match nearest(name, names) {
                    Some(near) => {
                        bail!(
                            "{place}: unknown key `{name}` in [{section}]; did you mean `{near}`?"
                        )
                    }
                    None if keys::keys(self.cli, keys::GLOBAL).iter().any(|k| k.name == name) => {
                        bail!("{place}: `{name}` is a key of [{}]", keys::GLOBAL)
                    }
                    None => bail!("{place}: unknown key `{name}` in [{section}]"),
                }
            };
            settings.push(Setting {
                name: Name { section: section.to_owned(), key: name.to_owned() },
                value,
                place,
                folder: self.folder.to_path_buf(),
            });
        }
        Ok(())
    }

    fn value(&self, key: &keys::Key<'_>, value: &Spanned<DeValue<'_>>) -> anyhow::Result<Value> {
        let (place, name) = (self.place(value.span()), key.name);
        match (key.kind, value.get_ref()) {
            (ValueKind::Flag, DeValue::Boolean(flag)) => Ok(Value::Flag(*flag)),
            (ValueKind::Flag, _) => bail!("{place}: `{name}` takes true or false"),
            (ValueKind::List, DeValue::Array(items)) => {
                let items = items.iter().map(|item| match scalar(item.get_ref()) {
                    Some(text) => Ok((text, self.place(item.span()))),
                    None => bail!("{}: `{name}` takes strings", self.place(item.span())),
                });
                let items: Vec<_> = items.collect::<anyhow::Result<_>>()?;
                // Without a rule, all rules or the default rules would be taken.
                if items.is_empty() && keys::OF_SOME_RULE.contains(&name) {
                    bail!("{place}: `{name}` is empty; name a rule, or remove the key");
                }
                if let Some(n) = key.n_values().filter(|&n| n != items.len()) {
                    bail!("{place}: `{name}` takes a list of {n} values");
                }
                Ok(Value::List(items))
            }
            (ValueKind::List, value) => match (key.n_values(), scalar(value)) {
                (Some(n), _) => bail!("{place}: `{name}` takes a list of {n} values"),
                (None, Some(text)) => Ok(Value::List(vec![(text, place)])),
                (None, None) => bail!("{place}: `{name}` takes a list of strings"),
            },
            (ValueKind::Text, DeValue::Array(items)) => {
                let items: Option<Vec<String>> =
                    items.iter().map(|item| scalar(item.get_ref())).collect();
                match items {
                    Some(items) => Ok(Value::Text(items.join(","))),
                    None => bail!("{place}: `{name}` takes a list of strings"),
                }
            }
            (ValueKind::Text, value) => match scalar(value) {
                Some(text) => Ok(Value::Text(text)),
                None => bail!("{place}: `{name}` takes a string or a number"),
            },
        }
    }

    /// Reads a table of a section, whose values are strings or lists of strings. The rows are in the order of the file.
    fn table(
        &self,
        section: &str,
        name: &str,
        value: &Spanned<DeValue<'_>>,
    ) -> anyhow::Result<Value> {
        let DeValue::Table(table) = value.get_ref() else {
            bail!("{}: `{name}` is a table: write [{section}.{name}]", self.place(value.span()));
        };
        let mut rows = Vec::new();
        let mut in_order: Vec<_> = table.iter().collect();
        in_order.sort_unstable_by_key(|(key, _)| key.span().start);
        for (key, value) in in_order {
            let place = self.place(value.span());
            let texts: Option<Vec<_>> = match value.get_ref() {
                DeValue::Array(items) => items
                    .iter()
                    .map(|item| Some((text(item.get_ref())?, self.place(item.span()))))
                    .collect(),
                one => text(one).map(|text| vec![(text, place.clone())]),
            };
            let Some(texts) = texts else {
                bail!("{place}: expected a string or a list of strings")
            };
            ensure!(name != keys::SEVERITIES || texts.len() == 1, "{place}: a rule has one level");
            ensure!(
                name != keys::PER_FILE_ENCODINGS || texts.len() == 1,
                "{place}: a file has one character set"
            );
            rows.push((key.get_ref().to_string(), self.place(key.span()), texts));
        }
        Ok(Value::Table(rows))
    }

    fn place(&self, span: Range<usize>) -> SettingPlace {
        if &*self.shown == "--config" {
            return SettingPlace { shown: Arc::clone(&self.shown), at: None };
        }
        let (line, column) = self.index.locate(self.text.floor_char_boundary(span.start));
        SettingPlace { shown: Arc::clone(&self.shown), at: Some((line + 1, column)) }
    }
}

fn text(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Returns a string, or a number as it is written; `None` for other values.
fn scalar(value: &DeValue<'_>) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str().to_owned()),
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> anyhow::Result<Document> {
        Reader::new(text, "x", Path::new("."), &crate::command()).document()
    }

    /// The example of docs/configuration.md is valid and means what it says.
    #[test]
    fn the_documented_example_parses() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md");
        let page = std::fs::read_to_string(page).unwrap();
        let text = page.split_once("```toml\n").unwrap().1.split_once("```").unwrap().0;
        let document = document(text).unwrap();
        assert_eq!(document.extend.unwrap().0, "../base.toml");
        let names: Vec<String> = document
            .settings
            .iter()
            .map(|setting| format!("{}.{}", setting.name.section, setting.name.key))
            .collect();
        assert!(names.contains(&"check.per-file-ignores".to_owned()), "{names:?}");
        assert!(names.contains(&"export.on-error".to_owned()), "{names:?}");
    }

    #[test]
    fn places_are_lines_and_columns_of_code_points() {
        let err = document("# \u{e9}\n[check]\nselect = [\"\u{e9}\", 1.5, true]\n").unwrap_err();
        assert_eq!(err.to_string(), "x:3:21: `select` takes strings");
    }

    #[test]
    fn any_text_yields_settings_or_an_error() {
        for text in [
            "", "=", "[", "[check", "a.b.c.d=1", "[check]\nselect", "\u{0}", "[[check]]",
            "check=[[]]",
        ] {
            assert_eq!(document(text).is_ok(), text.is_empty(), "{text:?}");
        }
        let deep = format!("check.select = {}{}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(document(&deep).is_err());
    }

    #[test]
    fn quotation_marks_are_optional_on_the_command_line() {
        let cli = crate::command();
        let value = |text: &str| read_inline(text, &cli).unwrap().remove(0).value;
        assert_eq!(value("check.severity=error"), Value::Text("error".to_owned()));
        assert_eq!(value("check.severity = 'error'"), Value::Text("error".to_owned()));
        assert_eq!(value("check.strict=true"), Value::Flag(true));
        assert!(read_inline("check.selct=x", &cli).is_err());
        assert!(read_inline("extend=x", &cli).is_err());
    }
}
