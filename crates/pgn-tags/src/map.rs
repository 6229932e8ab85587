//! Values that are replaced by others, from a table.

use std::collections::{BTreeMap, HashMap, HashSet};

use pgn_chess::tag_list::Tag;
use pgn_syntax::TagName;

use super::table::{TableError, rows};

/// Values to be replaced, by tag.
#[derive(Debug)]
pub struct TagMap {
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
pub type Unmapped = BTreeMap<(String, String), u64>;

/// The most values that are kept: a table of names is made by people.
pub const MOST_UNMAPPED: usize = 100_000;

impl TagMap {
    /// Reads a table of tag, old value and new value.
    ///
    /// # Errors
    /// A line that is none of tag, old and new.
    pub fn read(text: &str) -> Result<TagMap, TableError> {
        let mut map = TagMap { tags: HashMap::new() };
        for (n, columns) in rows(text) {
            let [tag, old, new] = columns[..] else {
                let what = format!(
                    "three columns with tabs between them are needed, tag, old and new; there are {}",
                    columns.len()
                );
                return Err(TableError::new(n, what));
            };
            if n == 1 && tag.eq_ignore_ascii_case("tag") && old.eq_ignore_ascii_case("old") {
                continue;
            }
            if new.is_empty() {
                return Err(TableError::new(n, "the new value is empty; `?` is unknown"));
            }
            for name in names(tag, n)? {
                let values = map.tags.entry(name).or_default();
                let entry = (new.to_owned(), n);
                values.good.insert(new.to_owned());
                if let Some((before, line)) = values.new_of.insert(old.to_owned(), entry)
                    && before != new
                {
                    let what = format!("`{old}` is `{before}` on line {line}");
                    return Err(TableError::new(n, what));
                }
            }
        }
        // A value that is to become another must not be what a third becomes: twice would differ from once.
        for (tag, values) in &map.tags {
            for (old, (new, line)) in &values.new_of {
                if let Some((next, other)) = values.new_of.get(new)
                    && next != new
                {
                    let what = format!(
                        "{tag} `{old}` becomes `{new}`, which becomes `{next}` on line {other}"
                    );
                    return Err(TableError::new(*line, what));
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

/// The tags that line `n` is about.
fn names(tag: &str, n: usize) -> Result<Vec<String>, TableError> {
    if tag == "player" {
        return Ok(vec!["White".to_owned(), "Black".to_owned()]);
    }
    let known = TagName::find(tag.as_bytes());
    if let Some(TagName::FEN | TagName::SET_UP | TagName::VARIANT | TagName::RESULT) = known {
        let what = format!("{tag} is no tag to be renamed: the game would be another");
        return Err(TableError::new(n, what));
    }
    if tag.is_empty() || !tag.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
        return Err(TableError::new(n, format!("`{tag}` is no name of a tag")));
    }
    Ok(vec![known.map_or_else(|| tag.to_owned(), |known| known.text().to_owned())])
}

/// Adds values that were met to `all`.
pub fn merge_unmapped(all: &mut Unmapped, more: Unmapped) {
    for (value, n) in more {
        if all.len() < MOST_UNMAPPED || all.contains_key(&value) {
            *all.entry(value).or_default() += n;
        }
    }
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
