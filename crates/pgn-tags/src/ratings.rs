//! Elo numbers for players that have none.

use std::collections::HashMap;

use pgn_chess::tag_list::Tag;
use pgn_syntax::date;

use super::{
    table::{TableError, rows},
    values::{set, value},
};

/// Ratings by name or FIDE number.
#[derive(Debug)]
pub struct Ratings {
    /// From the earliest date to the latest; without a date first.
    of: HashMap<String, Vec<(String, String)>>,
}

impl Ratings {
    /// Reads a table of name or FIDE number, rating, and perhaps a date.
    ///
    /// # Errors
    /// A line that is none of name, rating and date.
    pub fn read(text: &str) -> Result<Ratings, TableError> {
        let mut of: HashMap<String, Vec<(String, String)>> = HashMap::new();
        for (n, columns) in rows(text) {
            let (name, rating, from) = match columns[..] {
                [name, rating] => (name, rating, ""),
                [name, rating, from] => (name, rating, from),
                _ => {
                    let what = format!(
                        "name or FIDE number, rating, and perhaps a date are needed, with tabs \
                         between them; there are {} columns",
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
                return Err(TableError::new(n, format!("`{rating}` is no rating")));
            }
            let from = if from.is_empty() {
                String::new()
            } else {
                let date = date::read(from.as_bytes()).map(|(date, _)| date);
                date.ok_or_else(|| TableError::new(n, format!("`{from}` is no date like 2026.11")))?
            };
            of.entry(name.to_owned()).or_default().push((from, rating.to_owned()));
        }
        for list in of.values_mut() {
            list.sort();
        }
        Ok(Ratings { of })
    }

    /// Adds the ratings of both players where there are none.
    pub(super) fn add(&self, tags: &mut Vec<Tag>) {
        for (player, id, elo) in
            [("White", "WhiteFideId", "WhiteElo"), ("Black", "BlackFideId", "BlackElo")]
        {
            if value(tags, elo).is_some_and(|elo| !matches!(elo.trim(), "" | "?" | "-" | "0")) {
                continue;
            }
            let list = [value(tags, id), value(tags, player)]
                .into_iter()
                .flatten()
                .find_map(|name| self.of.get(name));
            let date = value(tags, "Date").unwrap_or_default();
            if let Some(rating) = list.and_then(|list| on(list, date)) {
                let rating = rating.to_owned();
                set(tags, elo, &rating);
            }
        }
    }
}

/// The rating that holds on a date: the last that began before. One without a date always holds.
fn on<'a>(list: &'a [(String, String)], date: &str) -> Option<&'a str> {
    // What is not known of the date is taken to be early, so that no rating is of the future.
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
        assert_eq!(on(&list, "2019.01.01"), Some("2400"));
        assert_eq!(on(&list, "2020.05.01"), Some("2500"));
        assert_eq!(on(&list, "2020.??.??"), Some("2400"));
        assert_eq!(on(&list, "2024.01.01"), Some("2600"));
        assert_eq!(on(&list, "????.??.??"), Some("2400"));
        assert_eq!(on(&list[1..], "2019.01.01"), None);
    }
}
