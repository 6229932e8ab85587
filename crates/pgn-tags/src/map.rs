//! Replacement of tag values from a table.

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
};

use pgn_chess::tag_list::Tag;
use pgn_syntax::{TagName, is_name_byte, is_unknown_value, white_space::squeezed};

use super::table::{TableError, Used, rows};

/// Replacement values by tag name.
#[derive(Debug)]
pub struct TagMap {
    tags: HashMap<String, Values>,
    /// True if the table lists all values of its tags.
    is_complete: bool,
    /// Whether a game had an old or a new value of the table.
    used: Used,
}

/// The replacements for values of one tag.
#[derive(Debug, Default)]
struct Values {
    /// New value by old value, with the number of the line that maps it.
    new_of: HashMap<String, (String, usize)>,
    /// Values that occur as new values and need no replacement.
    valid: HashSet<String>,
}

/// The line of a table that lists all values.
const COMPLETE: &str = "# complete";

/// Number of occurrences of each (tag name, value) that a [`TagMap`] does not contain.
pub type Unmapped = BTreeMap<(String, String), u64>;

/// Upper bound on the number of unmapped values that are kept.
pub const MAX_UNMAPPED: usize = 100_000;

/// Returns true if a line is the header: `Tag`, `Old`, and a third column.
fn is_header(columns: &[&str]) -> bool {
    matches!(columns, [tag, old, _, ..] if tag.eq_ignore_ascii_case("tag") && old.eq_ignore_ascii_case("old"))
}

impl TagMap {
    /// Reads a table with the columns tag, old value and new value; further columns are ignored.
    ///
    /// With a line `# complete` the table lists all values of its tags, and other values are counted.
    ///
    /// # Errors
    /// Returns an error if a line does not have three columns, names no tag, or contradicts another line.
    pub fn read(text: &str) -> Result<TagMap, TableError> {
        let is_complete = text.lines().any(|line| line.trim_end() == COMPLETE);
        let mut map = TagMap { tags: HashMap::new(), is_complete, used: Used::default() };
        for (n, columns) in rows(text, is_header) {
            let [tag, old, new, ..] = columns[..] else {
                let what = format!(
                    "expected at least three columns (tag, old, new) separated by tabs, found {}",
                    columns.len()
                );
                return Err(TableError::new(n, what));
            };
            if new.is_empty() {
                return Err(TableError::new(
                    n,
                    "the new value is empty; write `?` for an unknown value",
                ));
            }
            for name in names(tag, n)? {
                let values = map.tags.entry(name).or_default();
                let entry = (new.to_owned(), n);
                values.valid.insert(new.to_owned());
                if let Some((before, line)) = values.new_of.insert(old.to_owned(), entry)
                    && before != new
                {
                    let what = format!("`{old}` already becomes `{before}` on line {line}");
                    return Err(TableError::new(n, what));
                }
                // White space may be normalized before a value is looked up.
                let entry = (new.to_owned(), n);
                values.new_of.entry(squeezed(old).into_owned()).or_insert(entry);
            }
        }
        map.first_chain().map_or(Ok(map), Err)
    }

    /// Returns the error of the first line whose new value another line replaces, because a second run would change
    /// the result; `None` if there is no such line.
    fn first_chain(&self) -> Option<TableError> {
        let chains = self.tags.iter().flat_map(|(tag, values)| {
            values.new_of.iter().filter_map(move |(old, (new, line))| {
                let (next, other) = values.new_of.get(new).filter(|(next, _)| next != new)?;
                Some((line, tag, old, new, next, other))
            })
        });
        let (line, tag, old, new, next, other) = chains.min()?;
        let what = format!("{tag} `{old}` becomes `{new}`, which becomes `{next}` on line {other}");
        Some(TableError::new(*line, what))
    }

    /// Returns true if a game had one of the old or new values so far.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.used.is_noted()
    }

    /// Replaces tag values and counts the values of mapped tags that the table does not contain.
    pub(super) fn apply(&self, tags: &mut [Tag<'_>], unmapped: &mut Unmapped) {
        for tag in tags {
            let Some(values) = self.tags.get(&*tag.name) else { continue };
            let new = values.new_of.get(&*tag.value);
            let new = new.or_else(|| values.new_of.get(&*squeezed(&tag.value)));
            let is_valid = new.is_none() && values.valid.contains(&*tag.value);
            if new.is_some() || is_valid {
                self.used.note();
            }
            match new {
                Some((new, _)) => tag.value = Cow::Owned(new.clone()),
                None if is_unknown_value(tag.value.as_bytes()) => (),
                None if !self.is_complete || is_valid => (),
                None => {
                    let value = (tag.name.to_string(), tag.value.to_string());
                    merge_unmapped(unmapped, [(value, 1)]);
                }
            }
        }
    }
}

/// Returns the names of the tags that `tag` in line `n` stands for.
fn names(tag: &str, n: usize) -> Result<Vec<String>, TableError> {
    if tag == "player" {
        return Ok(vec!["White".to_owned(), "Black".to_owned()]);
    }
    let known = TagName::find(tag.as_bytes());
    if known.is_some_and(|name| name.is_of_position() || name == TagName::RESULT) {
        let what = format!("values of {tag} cannot be replaced, as that would change the game");
        return Err(TableError::new(n, what));
    }
    if tag.is_empty() || !tag.as_bytes().iter().all(is_name_byte) {
        return Err(TableError::new(n, format!("`{tag}` is not a tag name")));
    }
    Ok(vec![known.map_or_else(|| tag.to_owned(), |known| known.text().to_owned())])
}

/// Adds the counts of `more` to `all`, which holds at most [`MAX_UNMAPPED`] values.
pub fn merge_unmapped(all: &mut Unmapped, more: impl IntoIterator<Item = ((String, String), u64)>) {
    for (value, n) in more {
        if all.len() < MAX_UNMAPPED || all.contains_key(&value) {
            *all.entry(value).or_default() += n;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "Tag\told\tnew\tGames\n# people\nplayer\tTal, M\tTal, Mikhail\t7\tsure\n";

    #[test]
    fn without_the_complete_line_missing_values_are_not_counted() {
        let tag = |name, value| Tag { name: Cow::Borrowed(name), value: Cow::Borrowed(value) };
        let mut tags = [tag("White", " Tal,  M"), tag("Black", "Petrosian")];
        let mut unmapped = Unmapped::new();
        TagMap::read(TABLE).unwrap().apply(&mut tags, &mut unmapped);
        assert_eq!((&*tags[0].value, unmapped.len()), ("Tal, Mikhail", 0));
    }

    #[test]
    fn values_are_replaced_and_others_counted() {
        let map = TagMap::read(&format!("{COMPLETE}\n{TABLE}")).unwrap();
        let tag = |name, value| Tag { name: Cow::Borrowed(name), value: Cow::Borrowed(value) };
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
            ("White\tx\n", "line 1: expected at least three columns"),
            ("Event\ta\tb\nEvent\ta\tc\n", "line 2: `a` already becomes `b` on line 1"),
            (
                "Event\ta\tb\nEvent\tb\tc\n",
                "line 1: Event `a` becomes `b`, which becomes `c` on line 2",
            ),
            ("FEN\ta\tb\n", "line 1: values of FEN cannot be replaced"),
            ("Wh te\ta\tb\n", "line 1: `Wh te` is not a tag name"),
            ("Event\ta\t\n", "line 1: the new value is empty"),
        ] {
            let error = TagMap::read(text).unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
    }

    #[test]
    fn the_first_chain_is_named_in_every_run() {
        let text = "White\ta\tb\nEvent\tb\tc\nEvent\ta\tb\nEvent\td\tb\nWhite\tb\tc\n";
        for _ in 0..20 {
            let error = TagMap::read(text).unwrap_err().to_string();
            assert_eq!(error, "line 1: White `a` becomes `b`, which becomes `c` on line 5");
        }
    }
}
