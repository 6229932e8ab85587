//! `--crosstable`: a table for each event, of all against all or by rounds, with tie-breaks.

mod date_key;
mod editions;
mod entry;
mod standings;
mod table;

use std::cmp::Reverse;

use pgn_report::tables::{Section, Table};

use super::{ranking, records};
use date_key::DateKey;
use editions::{Edition, Editions};
use standings::{EventFormat, Standings};
use table::EventNames;

pub(super) use entry::record;

/// Number of games above which an event has no table: it is a site, not a tournament.
const MAX_GAMES: usize = 20_000;

/// Number of events above which the HTML page has no cross tables unless they are requested.
pub(super) const MAX_EVENTS_OF_PAGE: usize = 8;

/// When there are twice as many tables as are shown and this many more, the smallest ones are removed.
const SPARE_TABLES: usize = 16;

/// Explanations of the columns, for the notes above tables.
const SB: &str = "SB is the tie-break of Sonneborn and Berger. ";
const ROUNDS: &str = "`12w1` is a win with White against the player in place 12, `3b=` a draw with Black against \
     place 3; `+` and `-` are games that were not played, `bye+` is a point without an opponent. ";

/// The cross tables of a run.
#[derive(Debug, Default)]
pub(super) struct CrossTables {
    /// Event and site of the current records.
    names: [String; 2],
    editions: Editions,
    tables: Tables,
}

/// The tables of editions.
#[derive(Debug, Default)]
struct Tables {
    /// Maximum number of tables; `None`: all.
    max_rows: Option<usize>,
    /// The tables, each with the number of games and the names of its event.
    tables: Vec<(Reverse<usize>, EventNames, Table)>,
    /// Number of games that may be copies of others.
    n_copies: usize,
    n_events: u64,
    n_too_large: u64,
}

impl CrossTables {
    pub(super) fn new(max_rows: Option<usize>) -> CrossTables {
        let tables = Tables { max_rows, ..Tables::default() };
        CrossTables { tables, ..CrossTables::default() }
    }

    /// Adds the record of a game. Records of an event follow one another in the order of their dates.
    pub(super) fn take(&mut self, key: &[u8], payload: &[u8]) {
        let [event, site, year, day] = records::names(key);
        let names = [event, site];
        if self.names != names {
            self.close();
            self.names = names;
        }
        let CrossTables { names, editions, tables } = self;
        editions.add(&DateKey { year, day }, payload, &mut |edition| tables.add(names, edition));
    }

    fn close(&mut self) {
        let CrossTables { names, editions, tables } = self;
        std::mem::take(editions).finish(&mut |edition| tables.add(names, edition));
    }

    /// Returns the section. The events with the most games are first. `without_names`: the number of games that are in no
    /// table because a player has no name.
    pub(super) fn section(mut self, without_names: u64) -> Section {
        self.close();
        self.tables.section(without_names)
    }
}

impl Tables {
    /// Adds the table of an edition.
    fn add(&mut self, [event, site]: &[String; 2], edition: Edition) {
        self.n_events += 1;
        if edition.n_games > MAX_GAMES {
            self.n_too_large += 1;
            return;
        }
        let names = EventNames {
            event: event.clone(),
            site: if site.is_empty() { edition.site().to_owned() } else { site.clone() },
            year: edition.year,
            last_year: edition.last_year,
        };
        let standings = Standings::new(edition.entries);
        self.n_copies += standings.n_copies;
        let table = table::table(&names, &standings);
        self.tables.push((Reverse(edition.n_games), names, table));
        if ranking::is_full(self.tables.len(), self.max_rows, SPARE_TABLES) {
            self.cut();
        }
    }

    fn cut(&mut self) {
        self.tables.sort_by(|a, b| (a.0, &a.1).cmp(&(b.0, &b.1)));
        self.tables.truncate(self.max_rows.unwrap_or(usize::MAX));
    }

    fn section(mut self, without_names: u64) -> Section {
        self.cut();
        let mut section = Section::new("crosstable", "Cross tables");
        let n_left_out = self.n_events - self.n_too_large - self.tables.len() as u64;
        let mut note = String::new();
        if n_left_out > 0 {
            let events = match self.tables.len() {
                1 => "The event".to_owned(),
                n => format!("The {n} events"),
            };
            note.push_str(&format!(
                "{events} with the most games; {n_left_out} more with `--top 0`. "
            ));
        }
        if self.n_too_large > 0 {
            let (events, have) = match self.n_too_large {
                1 => ("An event".to_owned(), "has"),
                n => (format!("{n} events"), "have"),
            };
            note.push_str(&format!("{events} with more than {MAX_GAMES} games {have} no table. "));
        }
        if without_names > 0 {
            let games = if without_names == 1 { "game has" } else { "games have" };
            note.push_str(&format!("{without_names} {games} no name of a player, and no table. "));
        }
        if self.n_copies > 0 {
            let games = if self.n_copies == 1 { "game has" } else { "games have" };
            note.push_str(&format!(
                "{} {games} the players, colors, round, date and result of another one; \
                 `merge --dedup` removes copies. ",
                self.n_copies
            ));
        }
        if self.tables.iter().any(|(.., table)| !table::has_form(table, EventFormat::Match)) {
            note.push_str(SB);
        }
        if self.tables.iter().any(|(.., table)| table::has_form(table, EventFormat::Rounds)) {
            note.push_str(ROUNDS);
        }
        section.n_more = n_left_out;
        section.no_rows = match (self.n_events, self.n_too_large) {
            (0, _) => Some("--crosstable: no game names both players".to_owned()),
            (n_events, n_too_large) if n_events == n_too_large => {
                Some(format!("--crosstable: every event has more than {MAX_GAMES} games"))
            }
            _ => None,
        };
        section.note = (!note.is_empty()).then(|| note.trim_end().to_owned());
        section.tables = self.tables.into_iter().map(|(.., table)| table).collect();
        section
    }
}
