//! `--map-tag`: values that are replaced by others, from a table.

use std::collections::{BTreeMap, HashMap, HashSet};

use anyhow::{bail, ensure};
use pgn_chess::tag_list::Tag;
use pgn_syntax::TagName;

use crate::messages::Messages;

/// Values to be replaced, by tag.
#[derive(Debug)]
pub(crate) struct TagMap {
    tags: HashMap<String, Values>,
}

#[derive(Debug, Default)]
struct Values {
    /// Old to new, and the line that says so.
    new_of: HashMap<String, (String, usize)>,
    /// Those that are right as they are.
    good: HashSet<String>,
}

/// Values of mapped tags that the table does not know, and how often they were met.
pub(crate) type Unmapped = BTreeMap<(String, String), u64>;

/// So many different names are kept at most: a table of names is made by people.
const MOST_UNMAPPED: usize = 100_000;

impl TagMap {
    /// # Errors
    /// A line that is none of tag, old and new.
    pub(crate) fn read(text: &str) -> anyhow::Result<TagMap> {
        let mut map = TagMap { tags: HashMap::new() };
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let n = at + 1;
            let columns: Vec<&str> = line.split('\t').collect();
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let [tag, old, new] = columns[..] else {
                bail!(
                    "line {n}: three columns with tabs between them are needed, tag, old and new; \
                    there are {}",
                    columns.len()
                );
            };
            if n == 1 && tag.eq_ignore_ascii_case("tag") && old.eq_ignore_ascii_case("old") {
                continue;
            }
            ensure!(!new.is_empty(), "line {n}: the new value is empty; `?` is unknown");
            for name in names(tag, n)? {
                let values = map.tags.entry(name).or_default();
                let entry = (new.to_owned(), n);
                values.good.insert(new.to_owned());
                if let Some((before, line)) = values.new_of.insert(old.to_owned(), entry)
                    && before != new
                {
                    bail!("line {n}: `{old}` is `{before}` on line {line}");
                }
            }
        }
        // A value that is to become another must not be what a third becomes: twice would differ from once.
        for (tag, values) in &map.tags {
            for (old, (new, line)) in &values.new_of {
                if let Some((next, other)) = values.new_of.get(new)
                    && next != new
                {
                    bail!(
                        "line {line}: {tag} `{old}` becomes `{new}`, which becomes `{next}` on line {other}"
                    );
                }
            }
        }
        Ok(map)
    }

    /// Replaces values, and counts those of mapped tags that the table does not know.
    pub(super) fn apply(&self, tags: &mut [Tag], unmapped: &mut Unmapped) {
        for tag in tags {
            let Some(values) = self.tags.get(&tag.name) else { continue };
            match values.new_of.get(&tag.value) {
                Some((new, _)) => new.clone_into(&mut tag.value),
                None if matches!(tag.value.as_str(), "" | "?" | "-") => (),
                None if values.good.contains(&tag.value) => (),
                None => {
                    let key = (tag.name.clone(), tag.value.clone());
                    if unmapped.len() < MOST_UNMAPPED || unmapped.contains_key(&key) {
                        *unmapped.entry(key).or_default() += 1;
                    }
                }
            }
        }
    }
}

/// The tags that a line is about.
fn names(tag: &str, n: usize) -> anyhow::Result<Vec<String>> {
    if tag == "player" {
        return Ok(vec!["White".to_owned(), "Black".to_owned()]);
    }
    let known = TagName::find(tag.as_bytes());
    ensure!(
        !matches!(known, Some(TagName::FEN | TagName::SET_UP | TagName::VARIANT | TagName::RESULT)),
        "line {n}: {tag} is no tag to be renamed: the game would be another"
    );
    ensure!(
        !tag.is_empty() && tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'),
        "line {n}: `{tag}` is no name of a tag"
    );
    Ok(vec![known.map_or_else(|| tag.to_owned(), |known| known.text().to_owned())])
}

/// Adds what a chunk has met.
pub(crate) fn merge_unmapped(all: &mut Unmapped, more: Unmapped) {
    for (value, n) in more {
        if all.len() < MOST_UNMAPPED || all.contains_key(&value) {
            *all.entry(value).or_default() += n;
        }
    }
}

/// Tells of the values that a table does not know.
pub(crate) fn tell_unmapped(unmapped: &Unmapped, messages: &Messages) {
    if unmapped.is_empty() {
        return;
    }
    for ((tag, value), n) in unmapped {
        messages.detail(format_args!("not in the table: {tag} `{value}`, {n} ×"));
    }
    let n = unmapped.len();
    let names = if n == 1 { "value is" } else { "values are" };
    let more = if n >= MOST_UNMAPPED { "at least " } else { "" };
    let list = if messages.is_verbose() { "" } else { " (-v lists them)" };
    messages.summary(format_args!("--map-tag: {more}{n} {names} not in the table{list}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_replaced_and_others_counted() {
        let map = TagMap::read("Tag\told\tnew\n# people\nplayer\tTal, M\tTal, Mikhail\n").unwrap();
        let tag = |name: &str, value: &str| Tag { name: name.to_owned(), value: value.to_owned() };
        let mut tags = [tag("White", "Tal, M"), tag("Black", "Petrosian"), tag("Event", "x")];
        let mut unmapped = Unmapped::new();
        map.apply(&mut tags, &mut unmapped);
        map.apply(&mut tags, &mut unmapped);
        assert_eq!(tags[0].value, "Tal, Mikhail");
        assert_eq!(
            unmapped.into_iter().collect::<Vec<_>>(),
            [(("Black".to_owned(), "Petrosian".to_owned()), 2)]
        );
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, message) in [
            ("White\tx\n", "line 1: three columns"),
            ("Event\ta\tb\nEvent\ta\tc\n", "line 2: `a` is `b` on line 1"),
            (
                "Event\ta\tb\nEvent\tb\tc\n",
                "line 1: Event `a` becomes `b`, which becomes `c` on line 2",
            ),
            ("FEN\ta\tb\n", "line 1: FEN is no tag"),
            ("Wh te\ta\tb\n", "line 1: `Wh te` is no name"),
            ("Event\ta\t\n", "line 1: the new value is empty"),
        ] {
            let error = TagMap::read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }
}
