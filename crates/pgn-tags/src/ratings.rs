//! Elo ratings for players without one.

use std::collections::HashMap;

use pgn_chess::tag_list::{Tag, set_value, value};
use pgn_syntax::{TagName, date, is_unknown_value};

use super::table::{TableError, Used, rows};

/// Ratings by player name or FIDE number.
#[derive(Debug)]
pub struct Ratings {
    /// The periods of each player.
    by_player: HashMap<String, Vec<Period>>,
    /// Whether a player without a rating was in the table.
    used: Used,
}

/// The date from which a rating applies, with zeros for unknown digits, and the rating. An empty date is before all
/// others.
type Period = (String, String);

/// Returns true for the names of the columns.
fn is_header(columns: &[&str]) -> bool {
    let is_word = |rating: &&str| rating.bytes().all(|byte| byte.is_ascii_alphabetic());
    columns.len() <= 3 && columns.get(1).is_some_and(is_word)
}

impl Ratings {
    /// Reads a table with the columns name or FIDE number, rating and, optionally, date.
    ///
    /// # Errors
    /// Returns an error if a line has too few or too many columns, or its rating or date cannot be read.
    pub fn read(text: &str) -> Result<Ratings, TableError> {
        let mut by_player: HashMap<String, Vec<(String, String)>> = HashMap::new();
        for (n, columns) in rows(text, is_header) {
            let (name, rating, from) = match columns[..] {
                [name, rating] => (name, rating, ""),
                [name, rating, from] => (name, rating, from),
                _ => {
                    let what = format!(
                        "expected two or three columns (name or FIDE number, rating, optional \
                         date) separated by tabs, found {}",
                        columns.len()
                    );
                    return Err(TableError::new(n, what));
                }
            };
            let is_number = rating.parse::<u32>().is_ok_and(|rating| (1..=9999).contains(&rating));
            if !is_number {
                return Err(TableError::new(n, format!("`{rating}` is not a rating")));
            }
            let bad_date = || TableError::new(n, format!("`{from}` is not a date like 2026.11"));
            let from = match from {
                "" => String::new(),
                _ => date::read(from.as_bytes()).ok_or_else(bad_date)?,
            };
            by_player.entry(name.to_owned()).or_default().push((from, rating.to_owned()));
        }
        let by_player = by_player.into_iter().map(|(name, list)| (name, periods(list))).collect();
        Ok(Ratings { by_player, used: Used::default() })
    }

    /// Returns true if a player without a rating was in the table so far.
    #[must_use]
    pub fn is_used(&self) -> bool {
        self.used.is_noted()
    }

    /// Sets WhiteElo and BlackElo where they are missing or unknown.
    pub(super) fn add(&self, tags: &mut Vec<Tag<'_>>) {
        for (player, id, elo) in
            [("White", "WhiteFideId", "WhiteElo"), ("Black", "BlackFideId", "BlackElo")]
        {
            if value(tags, elo)
                .is_some_and(|elo| !is_unknown_value(elo.as_bytes()) && elo.trim() != "0")
            {
                continue;
            }
            let list_of = |tag| self.by_player.get(value(tags, tag)?);
            let Some(list) = [id, player].into_iter().find_map(list_of) else { continue };
            self.used.note();
            let date = value(tags, TagName::DATE).unwrap_or_default();
            if let Some(rating) = rating_on(list, date) {
                set_value(tags, elo, rating);
            }
        }
    }
}

/// Returns the periods of a list of dates and ratings, in order of date. Of the ratings that have begun, that with the
/// greatest date applies, where an unknown digit is greater than any other.
fn periods(mut list: Vec<(String, String)>) -> Vec<Period> {
    list.sort_unstable();
    let mut periods: Vec<(usize, Period)> = list
        .into_iter()
        .enumerate()
        .map(|(rank, (from, rating))| (rank, (zeroed(&from), rating)))
        .collect();
    periods.sort_unstable_by(|(a, (from_a, _)), (b, (from_b, _))| (from_a, a).cmp(&(from_b, b)));
    let mut least = 0;
    periods.retain(|&(rank, _)| {
        let is_greatest = rank >= least;
        least = least.max(rank);
        is_greatest
    });
    periods.into_iter().map(|(_, period)| period).collect()
}

/// Returns a date with zeros for unknown digits: the date counts as early, so that no later rating is used.
fn zeroed(date: &str) -> String {
    date.replace('?', "0")
}

/// Returns the rating that applies on `date`.
fn rating_on<'a>(periods: &'a [Period], date: &str) -> Option<&'a str> {
    let date = zeroed(date);
    let n_begun = periods.partition_point(|(from, _)| *from <= date);
    periods[..n_begun].last().map(|(_, rating)| rating.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rating_of_the_day() {
        let list = [("", "2400"), ("2020.05.??", "2500"), ("2021.??.??", "2600")]
            .map(|(from, rating)| (from.to_owned(), rating.to_owned()));
        let list = periods(list.to_vec());
        assert_eq!(rating_on(&list, "2019.01.01"), Some("2400"));
        assert_eq!(rating_on(&list, "2020.05.01"), Some("2500"));
        assert_eq!(rating_on(&list, "2020.??.??"), Some("2400"));
        assert_eq!(rating_on(&list, "2024.01.01"), Some("2600"));
        assert_eq!(rating_on(&list, "????.??.??"), Some("2400"));
        assert_eq!(rating_on(&list[1..], "2019.01.01"), None);
    }

    #[test]
    fn the_greatest_of_the_ratings_that_have_begun_applies() {
        let dates = ["", "", "2019.??.??", "2020.05.12", "2020.05.??", "2020.05.??", "2020.??.??"];
        let dates =
            dates.into_iter().chain(["2020.??.12", "2020.07.01", "????.??.??", "????.03.??"]);
        let mut list: Vec<(String, String)> = dates
            .enumerate()
            .map(|(at, from)| (from.to_owned(), (2_000 + at).to_string()))
            .collect();
        for n in (0..=list.len()).rev() {
            list.rotate_left(n / 2);
            list.truncate(n);
            let periods = periods(list.clone());
            let mut sorted = list.clone();
            sorted.sort();
            for date in [
                "2018.01.01", "2019.01.01", "2020.05.11", "2020.05.12", "2021.??.??", "????.03.02",
                "x", "",
            ] {
                let has_begun = |from: &str| zeroed(from) <= zeroed(date);
                let found = sorted.iter().rev().find(|(from, _)| has_begun(from));
                assert_eq!(rating_on(&periods, date), found.map(|it| it.1.as_str()), "{n}: {date}");
            }
        }
    }
}
