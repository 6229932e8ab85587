//! Names of parts by a value of their games.

use pgn_query::{Grouping, Part, Value, ValueKind};

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
