//! Editions of events from the dates of their games.

use pgn_collate::Stored as _;
use pgn_syntax::date::Date;

use super::{super::entry::Payload, *};

/// Returns the editions of an event with games on these dates: years, and numbers of games.
fn editions(dates: &[&str]) -> Vec<(String, usize)> {
    let mut keys: Vec<(String, String)> = dates
        .iter()
        .map(|date| DateKey::new(Date::read(date.as_bytes())))
        .map(|key| (key.year, key.day))
        .collect();
    keys.sort();
    let mut found = Vec::new();
    let mut close = |edition: Edition| {
        let years = [edition.year, edition.last_year].into_iter().flatten();
        let years: Vec<String> = years.map(|year| year.to_string()).collect();
        assert_eq!(edition.entries.len(), edition.n_games);
        found.push((years.join("-"), edition.n_games));
    };
    let payload = Payload::default().to_bytes();
    let mut editions = Editions::default();
    for (year, day) in keys {
        editions.add(&DateKey { year, day }, &payload, &mut close);
    }
    editions.finish(&mut close);
    found
}

#[track_caller]
fn check(dates: &[&str], expect: &[(&str, usize)]) {
    let expect: Vec<(String, usize)> =
        expect.iter().map(|(it, n)| ((*it).to_owned(), *n)).collect();
    assert_eq!(editions(dates), expect);
}

#[test]
fn an_edition_continues_over_new_year() {
    check(&["1997.12.29", "1998.01.07", "1997.12.31"], &[("1997-1998", 3)]);
    // Sixty days, and one more.
    check(&["2012.12.02", "2013.01.31"], &[("2012-2013", 2)]);
    check(&["2012.12.02", "2013.02.01"], &[("2012", 1), ("2013", 1)]);
    // A day that is unknown or does not exist is the first of its month.
    check(&["2012.12.??", "2013.01.??"], &[("2012-2013", 2)]);
    check(&["2012.11.31", "2013.01.05"], &[("2012", 1), ("2013", 1)]);
}

#[test]
fn pauses_within_a_year_divide_nothing() {
    check(&["2012.01.05", "2012.06.01", "2012.11.11"], &[("2012", 3)]);
    // The season begins again in the year in which the last one ended.
    let seasons =
        ["2011.10.15", "2011.12.10", "2012.02.04", "2012.04.01", "2012.10.20", "2012.12.08"];
    check(&[&seasons[..], &["2013.02.02"]].concat(), &[("2011-2012", 4), ("2012-2013", 3)]);
}

#[test]
fn games_whose_year_alone_is_known() {
    // They belong to the edition that began in the year, or else to the one that continued into it.
    check(&["1997.12.29", "1998.01.02", "1997", "1998"], &[("1997-1998", 4)]);
    check(&["1997.12.29", "1998.01.02", "1998.12.30", "1998"], &[("1997-1998", 2), ("1998", 2)]);
    check(&["1997", "1998", "1998"], &[("1997", 1), ("1998", 2)]);
    check(&["1997.12.29", "1998", "1999.01.02"], &[("1997", 1), ("1998", 1), ("1999", 1)]);
    check(&["?", "1997", "????.01.01"], &[("", 2), ("1997", 1)]);
}

#[test]
fn what_lasts_longer_than_a_year_is_divided_at_new_year() {
    let month = |n: usize| format!("{}.{:02}.09", 2012 + n / 12, n % 12 + 1);
    let monthly: Vec<String> = (0..30).map(month).collect();
    let monthly: Vec<&str> = monthly.iter().map(String::as_str).collect();
    check(&monthly, &[("2012", 12), ("2013", 12), ("2014", 6)]);
    check(&monthly[..12], &[("2012", 12)]);
    check(&monthly[2..14], &[("2012-2013", 12)]);
    // From December to December, and to the next January.
    check(&monthly[11..24], &[("2012-2013", 13)]);
    check(&monthly[11..25], &[("2012", 1), ("2013", 12), ("2014", 1)]);
}
