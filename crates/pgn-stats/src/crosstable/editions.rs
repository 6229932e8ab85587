//! The editions of an event: its games, sorted by date, divided into those of different years. An edition that continues
//! over New Year stays whole.

use super::{MAX_GAMES, date_key::DateKey, entry::Entry};

/// Maximum number of days between consecutive games of an edition that continues over New Year. Leagues pause for less;
/// annual events are further apart.
const MAX_PAUSE: i64 = 60;

/// Maximum number of days from the first to the last game of an edition that continues over New Year. Longer series of
/// games, such as those of a server, have no editions of their own, and are divided at each New Year.
const MAX_LENGTH: i64 = 365;

/// Games that have one table.
#[derive(Debug, Default)]
pub(super) struct Edition {
    /// The year in which the edition began; `None` if it is unknown.
    pub(super) year: Option<u16>,
    /// The year in which it ended, if it continued over New Year.
    pub(super) last_year: Option<u16>,
    pub(super) n_games: usize,
    /// The games; not all of them if there are more than [`MAX_GAMES`].
    pub(super) entries: Vec<Entry>,
}

impl Edition {
    fn of_year(year: Option<u16>) -> Edition {
        Edition { year, ..Edition::default() }
    }

    /// Adds a game with the payload of its record.
    fn push(&mut self, payload: &[u8]) {
        self.n_games += 1;
        if self.n_games <= MAX_GAMES {
            self.entries.push(Entry::read(payload));
        }
    }

    /// Adds the games of the next year.
    fn append(&mut self, mut next: Edition) {
        if next.n_games > 0 {
            self.last_year = next.year;
            self.n_games += next.n_games;
            self.entries.append(&mut next.entries);
        }
    }

    /// Returns the site of games of teams, if it is the same for all.
    pub(super) fn site(&self) -> &str {
        let first = self.entries.first().map_or("", |entry| &entry.site);
        if self.entries.iter().all(|entry| entry.site == first) { first } else { "" }
    }
}

/// The first and the last day of games whose dates follow one another with short pauses.
#[derive(Clone, Copy, Debug)]
struct Run {
    first: i64,
    last: i64,
}

/// Divides the games of an event into editions.
#[derive(Debug, Default)]
pub(super) struct Editions {
    /// The edition of the current year, or the one that continues over New Year.
    open: Edition,
    /// The games since New Year of a run that began in the year of `open`. They belong to `open` unless the run becomes
    /// too long.
    since_new_year: Edition,
    run: Option<Run>,
}

impl Editions {
    /// Adds a game with its date and the payload of its record, in the order of dates. Calls `close` with each edition
    /// that is complete.
    pub(super) fn add(&mut self, date: &DateKey, payload: &[u8], close: &mut impl FnMut(Edition)) {
        let year = date.year();
        match date.days() {
            Some(days) => self.see(days, year, close),
            // Only the year is known: the game belongs to the edition that began in this year, or else to the one that
            // continued into it.
            None if self.continues_into(year) => (),
            None => self.turn_to(year, close),
        }
        let continues = self.continues_into(year);
        if continues { &mut self.since_new_year } else { &mut self.open }.push(payload);
    }

    /// Closes the last edition.
    pub(super) fn finish(mut self, close: &mut impl FnMut(Edition)) {
        self.turn_to(None, close);
        if self.open.n_games > 0 {
            close(self.open);
        }
    }

    fn continues_into(&self, year: Option<u16>) -> bool {
        year.is_some() && self.since_new_year.year == year
    }

    /// Finds the edition of a game on a day.
    fn see(&mut self, days: i64, year: Option<u16>, close: &mut impl FnMut(Edition)) {
        let run = self.run.filter(|run| days - run.last <= MAX_PAUSE);
        let first = run.map_or(days, |run| run.first);
        // A day that does not exist counts as an earlier one.
        self.run = Some(Run { first, last: run.map_or(days, |run| run.last.max(days)) });
        if run.is_none() {
            self.turn_to(year, close);
        } else if days - first > MAX_LENGTH {
            if self.since_new_year.n_games > 0 {
                let next = std::mem::take(&mut self.since_new_year);
                close(std::mem::replace(&mut self.open, next));
            }
            self.turn_to(year, close);
        } else if self.open.year != year {
            self.since_new_year.year = year;
        }
    }

    /// Ends a run, and begins the edition of a year if it is not the open one.
    fn turn_to(&mut self, year: Option<u16>, close: &mut impl FnMut(Edition)) {
        self.open.append(std::mem::take(&mut self.since_new_year));
        if self.open.year != year {
            let open = std::mem::replace(&mut self.open, Edition::of_year(year));
            if open.n_games > 0 {
                close(open);
            }
        }
    }
}

#[cfg(test)]
mod tests;
