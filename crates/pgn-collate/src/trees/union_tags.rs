//! The tags of a game to which the data of its copies is added.

use std::collections::HashMap;

use pgn_chess::tag_list::{Tag, found_tags};
use pgn_syntax::{Fallback, Game, Marker, Span};

use super::join::Additions;

/// The data that a copy contributed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contribution {
    /// The names of the tags that were taken over.
    pub tags: Vec<String>,
    /// The counts of annotations that were taken over, such as `2 comments`.
    pub annotation: Vec<String>,
    /// Contradictions that were refused, such as `White: Tal, M / Tal, Mikhail`: the value of the copy and that of
    /// the game.
    pub conflicts: Vec<String>,
}

impl Contribution {
    /// Adds the annotation that was taken over, and the conflicts.
    pub(super) fn add(&mut self, additions: Additions) {
        let Additions { conflicts, n_nags, n_comments, n_lines } = additions;
        let counts = [(n_comments, "comment"), (n_nags, "NAG"), (n_lines, "variation")];
        for (n, what) in counts.into_iter().filter(|(n, _)| *n > 0) {
            self.annotation.push(format!("{n} {what}{}", if n == 1 { "" } else { "s" }));
        }
        self.conflicts.extend(conflicts);
    }
}

/// The tags of the merged game.
#[derive(Debug, Default)]
pub(crate) struct Tags {
    pub(crate) values: Vec<TagValue>,
    by_name: HashMap<String, usize>,
    pub(crate) result: Option<Marker>,
}

/// A tag of the merged game.
#[derive(Debug)]
pub(crate) struct TagValue {
    pub(crate) name: String,
    pub(crate) value: String,
    /// Span of the value in the text; `None` if the tag is new or occurs several times.
    pub(crate) span: Option<Span>,
    pub(crate) is_changed: bool,
}

impl Tags {
    pub(crate) fn of(game: &Game, src: &[u8], fallback: Fallback) -> Tags {
        let mut tags = Tags::default();
        let mut spans: HashMap<&[u8], Vec<Span>> = HashMap::new();
        for pair in &game.tags {
            spans.entry(pair.name(src)).or_default().push(pair.value);
        }
        for Tag { name, value } in found_tags(game, src, fallback) {
            let (name, value) = (name.into_owned(), value.into_owned());
            // A tag with several pairs is not changed, because the pair that counts is not always the first.
            let span = match spans.get(name.as_bytes()).map(Vec::as_slice) {
                Some([only]) => Some(*only),
                _ => None,
            };
            tags.by_name.insert(name.clone(), tags.values.len());
            tags.values.push(TagValue { name, value, span, is_changed: false });
        }
        tags
    }

    pub(crate) fn take(&mut self, tag: Tag<'_>, contribution: &mut Contribution) {
        let (name, value) = (tag.name.into_owned(), tag.value.into_owned());
        if !is_known_value(&value) {
            return;
        }
        let Some(&at) = self.by_name.get(&name) else {
            self.add(name, value, contribution);
            return;
        };
        let mine = &mut self.values[at];
        if mine.value.trim() == value.trim() || is_part_of(&value, &mine.value) {
            return;
        }
        let is_less = !is_known_value(&mine.value) || is_part_of(&mine.value, &value);
        if is_less && (mine.span.is_some() || mine.is_changed) {
            contribution.tags.push(name);
            (mine.value, mine.is_changed) = (value, true);
        } else {
            contribution.conflicts.push(format!("{name}: {value} / {}", mine.value));
        }
    }

    fn add(&mut self, name: String, value: String, contribution: &mut Contribution) {
        contribution.tags.push(name.clone());
        self.by_name.insert(name.clone(), self.values.len());
        self.values.push(TagValue { name, value, span: None, is_changed: true });
    }

    /// Takes over the result of a copy, which combines tag and marker. `has_tag` says whether the copy has the tag.
    pub(crate) fn take_result(
        &mut self,
        theirs: Marker,
        has_tag: bool,
        contribution: &mut Contribution,
    ) {
        let mine = self.result.unwrap_or(Marker::Unknown);
        if theirs == Marker::Unknown || theirs == mine && !has_tag {
            return;
        }
        if mine != Marker::Unknown && mine != theirs {
            contribution.conflicts.push(format!("Result: {} / {}", theirs.text(), mine.text()));
            return;
        }
        match self.by_name.get("Result") {
            None => self.add("Result".to_owned(), theirs.text().to_owned(), contribution),
            Some(&at) if mine == Marker::Unknown && self.values[at].span.is_some() => {
                contribution.tags.push("Result".to_owned());
                let value = &mut self.values[at];
                (value.value, value.is_changed) = (theirs.text().to_owned(), true);
            }
            Some(_) => return,
        }
        self.result = Some(theirs);
    }
}

/// Returns true if a tag value is known: it has a character other than `?`, `.` and white space. In contrast to
/// [`pgn_syntax::is_unknown_value`], `-` is known, because it says that there is no value.
fn is_known_value(value: &str) -> bool {
    !value.chars().all(|c| matches!(c, '?' | '.') || c.is_whitespace())
}

/// Returns true if `part` is the date `whole` with question marks for some digits: `1960.??.??`.
fn is_part_of(part: &str, whole: &str) -> bool {
    let is_date =
        |text: &str| text.len() == 10 && text.bytes().all(|b| b"0123456789?.".contains(&b));
    is_date(part)
        && is_date(whole)
        && part.bytes().zip(whole.bytes()).all(|(a, b)| a == b || a == b'?')
}
