use super::prelude::*;

rule!(
    "impossible_date.md",
    Check::Pair(PairFact::IMPOSSIBLE_DATE, check),
    Check::Tag(&[TagName::DATE, TagName::EVENT_DATE, TagName::UTC_DATE], check_year)
);

/// The years from which games of chess can be.
const YEARS: std::ops::RangeInclusive<u32> = 1400..=2100;

fn check_year(_: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some((year, [b'.', ..])) = value.split_first_chunk::<4>() else { return };
    if !year.iter().all(u8::is_ascii_digit) {
        return;
    }
    let number = year.iter().fold(0, |sum, digit| sum * 10 + u32::from(digit - b'0'));
    if number > 0 && !YEARS.contains(&number) {
        let message = format!("no game of chess is from the year {}", quote(year));
        report.at(pair.value, message).help("correct the year");
    }
}

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, format!("{} is not a day of the calendar", quote(pair.value.of(cx.src))));
}
