//! `--normalize`: tags in the forms of the standard, where their meaning is unambiguous.

use std::{borrow::Cow, collections::HashMap};

use pgn_chess::tag_list::{Tag, TagFacts};
use pgn_syntax::{
    TagName,
    date::{self, DateOrder},
};

/// Changes tag names so that they consist of letters, digits and underscores, and begin with a capital letter (TAG-03,
/// TAG-04). A name is kept if another tag already has the new one.
pub(super) fn names(tags: &mut [Tag<'_>]) {
    let mut counts = None;
    for at in 0..tags.len() {
        let mut name: String = tags[at]
            .name
            .trim()
            .trim_start_matches('_')
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        if TagName::find(name.as_bytes()).is_none()
            && let Some(first) = name.get_mut(..1)
        {
            first.make_ascii_uppercase();
        }
        if let Some(known) = TagName::find(name.as_bytes()) {
            known.text().clone_into(&mut name);
        }
        if name == tags[at].name || !name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            continue;
        }
        let counts = counts.get_or_insert_with(|| n_of_names(tags));
        if counts.get(&name).is_some_and(|&n| n > 0) {
            continue;
        }
        *counts.entry(name.clone()).or_default() += 1;
        counts
            .entry(std::mem::replace(&mut tags[at].name, Cow::Owned(name)).into_owned())
            .and_modify(|n| *n -= 1);
    }
}

/// Returns the number of tags of each name.
fn n_of_names(tags: &[Tag<'_>]) -> HashMap<String, usize> {
    let mut counts = HashMap::new();
    tags.iter().for_each(|tag| *counts.entry(tag.name.to_string()).or_default() += 1);
    counts
}

/// Normalizes white space, dates, FENs and empty roster values. Returns the number of dates that stay as they are,
/// because it is not known whether the day or the month comes first.
pub(super) fn values(
    facts: &TagFacts<'_>,
    tags: &mut [Tag<'_>],
    dates: DateOrder,
    keeps_undecided_dates: bool,
) -> u64 {
    // With `ymd`, the year was asked for.
    let keeps_ambiguous =
        keeps_undecided_dates && dates != DateOrder::YearOnly && !dates.is_known();
    let mut n_undecided = 0;
    for Tag { name, value } in tags {
        // A control character is written as a blank.
        let is_blank = |c: char| c.is_whitespace() || c.is_control();
        let has_odd_space = value.chars().any(|c| is_blank(c) && c != ' ')
            || value.contains("  ")
            || value.starts_with(' ')
            || value.ends_with(' ');
        if has_odd_space {
            let words = value.split(is_blank).filter(|word| !word.is_empty());
            *value = Cow::Owned(words.collect::<Vec<_>>().join(" "));
        }
        match TagName::find(name.as_bytes()) {
            Some(name) if name.is_date() => {
                if date::has_time(value.as_bytes()) {
                    continue;
                }
                if keeps_ambiguous && date::is_ambiguous(value.as_bytes()) {
                    n_undecided += 1;
                } else if let Some(date) = date::read_in(value.as_bytes(), dates) {
                    *value = Cow::Owned(date);
                }
            }
            // A FEN tag without a value says that there is no FEN, and has no SetUp.
            Some(TagName::FEN) if !value.trim().is_empty() => {
                if let Ok(position) = &facts.start.position
                    && facts.start.variant != pgn_chess::Variant::Unchecked
                    // A pocket would be lost.
                    && !facts.start.faults.contains(pgn_chess::StartFault::FenOfOtherVariant)
                {
                    *value = Cow::Owned(position.fen());
                }
            }
            Some(TagName::EVENT | TagName::SITE | TagName::ROUND)
            | Some(TagName::WHITE | TagName::BLACK)
                if value.is_empty() =>
            {
                *value = Cow::Borrowed("?");
            }
            _ => (),
        }
    }
    n_undecided
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_tags() {
        let mut tags = ["my tag", "_x", "Дата", "white", "White", "a-b", "A_b"]
            .map(|name| Tag { name: name.into(), value: Cow::default() });
        names(&mut tags);
        let names: Vec<&str> = tags.iter().map(|tag| &*tag.name).collect();
        assert_eq!(names, ["My_tag", "X", "Дата", "white", "White", "a-b", "A_b"]);
    }

    #[test]
    fn names_of_many_tags_are_those_of_few() {
        let tag = |name: String| Tag { name: name.into(), value: Cow::default() };
        let given = ["my tag", "white", "White", "a-b", "A_b", "c", "c", "C d", "c d", "white"];
        let mut few: Vec<Tag<'_>> = given.map(|name| tag(name.to_owned())).to_vec();
        let fillers = (0..=32).map(|n| tag(format!("Filler{n}")));
        let mut many: Vec<Tag<'_>> = few.iter().cloned().chain(fillers).collect();
        names(&mut few);
        names(&mut many);
        assert_eq!(many[..few.len()], few);
    }
}
