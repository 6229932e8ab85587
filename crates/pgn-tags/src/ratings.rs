//! Elo ratings for players without one.

use std::collections::HashMap;

use pgn_chess::tag_list::{Tag, set_value, value};
use pgn_syntax::{date, is_unknown_value};

use super::table::{TableError, rows};

/// Ratings by player name or FIDE number.
#[derive(Debug)]
pub struct Ratings {
    /// Pairs of date and rating, in order of date; an empty date comes first.
    by_player: HashMap<String, Vec<(String, String)>>,
}

impl Ratings {
    /// Reads a table with the columns name or FIDE number, rating and, optionally, date.
    ///
    /// # Errors
    /// Returns an error if a line has too few or too many columns, or its rating or date cannot be read.
    pub fn read(text: &str) -> Result<Ratings, TableError> {
        let mut by_player: HashMap<String, Vec<(String, String)>> = HashMap::new();
        for (n, columns) in rows(text) {
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
            if n == 1 && !is_number && rating.bytes().all(|b| b.is_ascii_alphabetic()) {
                continue;
            }
            if !is_number {
                return Err(TableError::new(n, format!("`{rating}` is not a rating")));
            }
            let from = if from.is_empty() {
                String::new()
            } else {
                let date = date::read(from.as_bytes()).map(|(date, _)| date);
                date.ok_or_else(|| {
                    TableError::new(n, format!("`{from}` is not a date like 2026.11"))
                })?
            };
            by_player.entry(name.to_owned()).or_default().push((from, rating.to_owned()));
        }
        for list in by_player.values_mut() {
            list.sort();
        }
        Ok(Ratings { by_player })
    }

    /// Sets WhiteElo and BlackElo where they are missing or unknown.
    pub(super) fn add(&self, tags: &mut Vec<Tag>) {
        for (player, id, elo) in
            [("White", "WhiteFideId", "WhiteElo"), ("Black", "BlackFideId", "BlackElo")]
        {
            if value(tags, elo)
                .is_some_and(|elo| !is_unknown_value(elo.as_bytes()) && elo.trim() != "0")
            {
                continue;
            }
            let list = [value(tags, id), value(tags, player)]
                .into_iter()
                .flatten()
                .find_map(|name| self.by_player.get(name));
            let date = value(tags, "Date").unwrap_or_default();
            if let Some(rating) = list.and_then(|list| rating_on(list, date)) {
                let rating = rating.to_owned();
                set_value(tags, elo, &rating);
            }
        }
    }
}

/// Returns the rating that applies on `date`: the latest one that began by then. A rating without a date always
/// applies.
fn rating_on<'a>(list: &'a [(String, String)], date: &str) -> Option<&'a str> {
    // Unknown parts of a date count as early, so that no later rating is used.
    let date = date.replace('?', "0");
    let began = |from: &str| from.replace('?', "0") <= date;
    list.iter()
        .rev()
        .find(|(from, _)| from.is_empty() || began(from))
        .map(|(_, rating)| rating.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rating_of_the_day() {
        let list: Vec<(String, String)> =
            [("", "2400"), ("2020.05.??", "2500"), ("2021.??.??", "2600")]
                .map(|(from, rating)| (from.to_owned(), rating.to_owned()))
                .to_vec();
        assert_eq!(rating_on(&list, "2019.01.01"), Some("2400"));
        assert_eq!(rating_on(&list, "2020.05.01"), Some("2500"));
        assert_eq!(rating_on(&list, "2020.??.??"), Some("2400"));
        assert_eq!(rating_on(&list, "2024.01.01"), Some("2600"));
        assert_eq!(rating_on(&list, "????.??.??"), Some("2400"));
        assert_eq!(rating_on(&list[1..], "2019.01.01"), None);
    }
}
