//! Days of the week, and hours of times of day.

use pgn_syntax::{TagName, date::Date};

/// The days of the week in their order.
const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// Returns the day of the week of a date; `None` if the day is not known or does not exist.
pub(crate) fn weekday(date: Date) -> Option<&'static str> {
    // 1 January 1970 was a Thursday.
    let index = (date.days()? + 3).rem_euclid(7);
    usize::try_from(index).ok().map(|index| WEEKDAYS[index])
}

/// Returns the day of the week with this name, or with a name that begins with these three letters. Case is ignored.
pub(crate) fn weekday_named(text: &str) -> Option<&'static str> {
    let text = text.trim();
    let is_it =
        |name: &&&str| text.eq_ignore_ascii_case(name) || text.eq_ignore_ascii_case(&name[..3]);
    WEEKDAYS.iter().find(is_it).copied()
}

/// Returns the place of a day in the week.
pub(crate) fn place_in_week(name: &str) -> Option<usize> {
    WEEKDAYS.iter().position(|day| *day == name)
}

/// Returns true for a tag whose values are times of day.
pub(crate) fn is_time(name: TagName) -> bool {
    matches!(
        name,
        TagName::TIME
            | TagName::UTC_TIME
            | TagName::START_TIME
            | TagName::END_TIME
            | TagName::GAME_START_TIME
            | TagName::GAME_END_TIME
    )
}

/// Returns the hour from 0 to 23 of a time of day, or of one after a date: `17:05:00`, `5:05 PM`, `2024-05-17T17:05:00Z`.
pub(crate) fn hour(text: &str) -> Option<i64> {
    let (before, after) = text.split_once(':')?;
    let digits = before.bytes().rev().take_while(u8::is_ascii_digit);
    let start = before.len() - digits.count();
    let is_after_date = start == 0 || before[..start].ends_with([' ', 'T']);
    let hour: i64 = before.get(start..).filter(|_| is_after_date)?.parse().ok()?;
    if !after.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let half = after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ':' | '.'));
    let half: String = half.chars().filter(char::is_ascii_alphabetic).take(2).collect();
    match half.to_ascii_lowercase().as_str() {
        "am" | "pm" if !(1..=12).contains(&hour) => None,
        "am" => Some(hour % 12),
        "pm" => Some(hour % 12 + 12),
        _ => (0..24).contains(&hour).then_some(hour),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_of_the_week() {
        let of = |text: &str| weekday(Date::read(text.as_bytes()).unwrap());
        assert_eq!(of("1970.01.01"), Some("Thursday"));
        assert_eq!(of("1851.06.21"), Some("Saturday"));
        assert_eq!(of("2024.02.29"), Some("Thursday"));
        assert_eq!(of("2023.02.29"), None);
        assert_eq!(of("2024.02.??"), None);
        assert_eq!(weekday_named("sun"), Some("Sunday"));
        assert_eq!(weekday_named("Someday"), None);
    }

    #[test]
    fn hours() {
        for (text, expect) in [
            ("17:05:00", Some(17)),
            ("0:05", Some(0)),
            ("21:13:33 PST", Some(21)),
            ("5:05:00 PM", Some(17)),
            ("12:05am", Some(0)),
            ("2024-05-17T17:05:00+02:00", Some(17)),
            ("24:00:00", None),
            ("13:00 pm", None),
            ("17", None),
            ("??:??:??", None),
            ("-1:00", None),
            ("1:é", None),
            ("2024.05.17\u{a0}17:05", None),
            ("\u{ff11}7:05", None),
            ("5:05 p.m.", Some(17)),
            ("12:05 A.M.", Some(0)),
        ] {
            assert_eq!(hour(text), expect, "{text}");
        }
    }
}
