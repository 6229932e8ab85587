//! Names of parts by values of their games.

use pgn_query::{Facts, Grouping, Part, Source, Value, ValueKind, grouping::remove_repeated};
use pgn_stream::GameNumber;

use super::template::Template;

/// The value of `--by`, which is empty without that option, and the texts of the fields in the name of a part.
pub(super) type Key = Vec<String>;

/// Maximum number of parts of a game by fields in names of folders.
const MAX_COMBINATIONS: usize = 1 << 10;

/// The fields that decide to which parts a game belongs, and their names.
pub(super) struct Naming<'a> {
    /// The field of `--by`, if it is given, and those in the names of parts: the items of a [`Key`].
    groupings: Vec<Option<&'a Grouping>>,
    /// For each of the groupings, the first one with the same field: one value names both.
    same: Vec<usize>,
    /// Number of groupings whose values are different parts. They are the first ones.
    n_dividing: usize,
}

impl<'a> Naming<'a> {
    pub(super) fn new(by: Option<&'a Grouping>, template: &'a Template) -> Naming<'a> {
        let groupings: Vec<_> = [by].into_iter().chain(template.fields().map(Some)).collect();
        let names: Vec<_> = groupings.iter().map(|it| it.map(Grouping::whole)).collect();
        let first = |name| names.iter().position(|other| other == name).unwrap_or_default();
        let same = names.iter().map(first).collect();
        let n_dividing = by.map_or(0, |_| 1 + template.n_fields_of_folders());
        Naming { groupings, same, n_dividing }
    }

    /// Returns true if no value of a game is needed.
    pub(super) fn is_empty(&self) -> bool {
        self.groupings.iter().all(Option::is_none)
    }

    /// Returns the fields.
    pub(super) fn sources(&self) -> impl Iterator<Item = &'a Source> + Clone {
        self.groupings.iter().flatten().map(|it| &it.source)
    }

    /// Returns the keys of the parts of a game: one for each value of `--by`, with each value of the fields in names of
    /// folders. Other fields, and all without `--by`, have their first value.
    pub(super) fn keys(&self, facts: &Facts<'_>) -> Vec<Key> {
        let mut choices: Vec<Vec<Option<Value<'_>>>> = vec![Vec::new()];
        for (at, grouping) in self.groupings.iter().enumerate() {
            let first = self.same[at];
            if first < at {
                choices.iter_mut().for_each(|choice| choice.push(choice[first].clone()));
                continue;
            }
            let mut values = Vec::new();
            if let Some(grouping) = grouping {
                grouping.source.values(facts, &mut values);
            }
            if at >= self.n_dividing {
                values.truncate(1);
            } else if at > 0 {
                values.truncate((MAX_COMBINATIONS / choices.len()).max(1));
            }
            let mut values: Vec<_> = values.into_iter().map(Some).collect();
            if values.is_empty() {
                values.push(None);
            }
            let with = |choice: &[_], value| [choice, std::slice::from_ref(value)].concat();
            let of_choice =
                |choice: &Vec<_>| values.iter().map(|value| with(choice, value)).collect();
            choices = choices.iter().flat_map::<Vec<_>, _>(of_choice).collect();
        }
        let texts = |choice: Vec<_>| (0..).zip(choice).map(|(at, it)| self.text(at, it)).collect();
        let mut keys = choices.into_iter().map(texts).collect();
        // A field in the name itself may have another value in a key of the same part.
        remove_repeated(&mut keys, |key: &Key| &key[..self.n_dividing]);
        keys
    }

    /// Returns the text of a value in a key.
    fn text(&self, at: usize, value: Option<Value<'_>>) -> String {
        match (self.groupings[at], value) {
            (None, _) => String::new(),
            (Some(grouping), None) => unknown(grouping).to_owned(),
            (Some(grouping), Some(value)) if at > 0 && grouping.part == Part::Whole => {
                value.to_string()
            }
            (Some(grouping), Some(value)) => part_name(grouping, &value),
        }
    }

    /// Returns the key of a game that was not read.
    pub(super) fn unknown(&self) -> Key {
        let text = |(at, of): (usize, &Option<&Grouping>)| match (at, of) {
            (0, by) => by.map_or("", unknown).to_owned(),
            _ => "unknown".to_owned(),
        };
        self.groupings.iter().enumerate().map(text).collect()
    }

    /// Sets the items that are the number of the game, which is known last.
    pub(super) fn set_number(&self, key: &mut Key, number: GameNumber) {
        for (text, grouping) in key.iter_mut().zip(&self.groupings) {
            if grouping.is_some_and(|it| it.source.is_field("game")) {
                *text = number.to_string();
            }
        }
    }
}

/// Returns the name of the part of games with the value `value`. A date is written as in section 11.4 of the standard:
/// digits, with 0 for what is unknown.
pub(super) fn part_name(by: &Grouping, value: &Value<'_>) -> String {
    let text = by.text(value);
    if text.is_empty() && matches!(by.part, Part::Weekday | Part::Hour) {
        return unknown(by).to_owned();
    }
    match by.kind() {
        ValueKind::Date => text.replace('.', "").replace('?', "0"),
        _ => text.into_owned(),
    }
}

/// Returns the name of the part for games without a value.
pub(super) fn unknown(by: &Grouping) -> &'static str {
    match (by.kind(), by.part) {
        // As in section 11.4 of the standard: 0 for what is unknown.
        (ValueKind::Date, Part::Century | Part::Decade | Part::Year) => "0000",
        (ValueKind::Date, Part::Month) => "000000",
        (ValueKind::Date, _) => "00000000",
        (ValueKind::Number, Part::Whole) if by.source.is_field("year") => "0000",
        _ => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_digits() {
        for (by, name, of_none) in [
            ("date", "19920300", "00000000"),
            ("date:month", "199203", "000000"),
            ("Date:decade", "1990", "0000"),
        ] {
            let by = Grouping::parse(by).unwrap();
            let value = by.source.kind().read("1992.03.??").unwrap();
            assert_eq!((part_name(&by, &value).as_str(), unknown(&by)), (name, of_none));
        }
        let weekday = Grouping::parse("Date:weekday").unwrap();
        let date = |text| ValueKind::Date.read(text).unwrap();
        assert_eq!(part_name(&weekday, &date("1992.03.04")), "Wednesday");
        assert_eq!(part_name(&weekday, &date("1992.03.??")), "unknown");
        assert_eq!(unknown(&Grouping::parse("year").unwrap()), "0000");
    }
}
