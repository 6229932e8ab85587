use pgn_syntax::date::Date;

use super::prelude::*;

rule!(
    "impossible_date.md",
    Check::Pair(PairFact::IMPOSSIBLE_DATE, check),
    Check::Tag(&[TagName::DATE, TagName::EVENT_DATE, TagName::UTC_DATE], check_year)
);

/// The years from which games of chess can be.
const YEARS: std::ops::RangeInclusive<u32> = 1400..=2100;

fn check_year(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let [year @ .., b'.', _, _, b'.', _, _] = value else { return };
    let Some(date) = Date::read(value).filter(|_| year.len() == 4) else { return };
    let number = u32::from(date.year);
    // A position may be from a manuscript.
    let is_old_position = number < *YEARS.start() && cx.game.tag(cx.src, TagName::FEN).is_some();
    if number > 0 && !YEARS.contains(&number) && !is_old_position {
        let message = format!("no game of chess is from the year {}", cx.quote(year));
        report.at(pair.value, message).help("correct the year");
    }
}

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, format!("{} is not a day of the calendar", cx.quoted(pair.value)));
}
