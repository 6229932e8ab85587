//! `--crosstable`: a table for each event, of all against all or by rounds, with tie-breaks.

mod date_key;
mod editions;
mod entry;
mod form;
mod players;
mod scores;
mod standings;
mod table;
mod tie_break;
mod ties;

use std::cmp::Reverse;

use pgn_report::tables::{Section, Table};

use crate::sums::{ranking, records};
use date_key::DateKey;
use editions::{Edition, Editions};
use form::{EventForm, MAX_MATRIX, Unfit};
use standings::Standings;
use table::{Cells, EventNames, MAX_COLUMNS, MAX_GAMES_OF_MATCH};

pub(crate) use entry::record;
pub use form::FormChoice;
pub use tie_break::TieBreak;

/// Number of games above which an event has no table: it is a site, not a tournament.
const MAX_GAMES: usize = 20_000;

/// Number of events above which the HTML page has no cross tables unless they are requested.
pub(crate) const MAX_EVENTS_OF_PAGE: usize = 8;

/// When there are twice as many tables as are shown and this many more, the smallest ones are removed.
const SPARE_TABLES: usize = 16;

/// An explanation of the columns of rounds, for the notes above tables.
const ROUNDS: &str = "`12w1` is a win with White against number 12, `3b=` a draw with Black against \
     number 3; `+` and `-` are games that were not played, `bye+` is a point without an opponent.";

/// The cross tables of a run.
#[derive(Debug, Default)]
pub(crate) struct CrossTables {
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
    choice: FormChoice,
    /// The requested tie-breaks.
    listed: Vec<TieBreak>,
    tables: Vec<TableOfEvent>,
    /// Number of games that may be copies of others.
    n_copies: usize,
    n_events: u64,
    /// Number of events without a table, by the reasons of [`Unfit::ALL`].
    n_unfit: [u64; Unfit::ALL.len()],
}

/// A table with what its order and the notes above it need.
#[derive(Debug)]
struct TableOfEvent {
    n_games: usize,
    names: EventNames,
    form: EventForm,
    tie_breaks: Vec<TieBreak>,
    /// False if there are too many results to show them one by one.
    has_results: bool,
    table: Table,
}

impl CrossTables {
    /// Returns cross tables without games. `choice`: how the form of each table is found. `listed`: the requested
    /// tie-breaks.
    pub(crate) fn new(
        choice: FormChoice,
        listed: &[TieBreak],
        max_rows: Option<usize>,
    ) -> CrossTables {
        let listed = listed.to_vec();
        let tables = Tables { max_rows, choice, listed, ..Tables::default() };
        CrossTables { tables, ..CrossTables::default() }
    }

    /// Adds the record of a game. Records of an event follow one another in the order of their dates.
    pub(crate) fn take(&mut self, key: &[u8], payload: &[u8]) {
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
    pub(crate) fn section(mut self, without_names: u64) -> Section {
        self.close();
        self.tables.section(without_names)
    }
}

impl Tables {
    /// Adds the table of an edition.
    fn add(&mut self, [event, site]: &[String; 2], edition: Edition) {
        self.n_events += 1;
        if edition.n_games > MAX_GAMES {
            return self.leave_out(Unfit::Games);
        }
        let names = EventNames {
            event: event.clone(),
            site: if site.is_empty() { edition.site().to_owned() } else { site.clone() },
            year: edition.year,
            last_year: edition.last_year,
        };
        let standings = match Standings::new(edition.entries, self.choice, &self.listed) {
            Ok(standings) => standings,
            Err(unfit) => return self.leave_out(unfit),
        };
        self.n_copies += standings.n_copies;
        let cells = Cells::of(&standings);
        self.tables.push(TableOfEvent {
            n_games: edition.n_games,
            form: standings.form,
            tie_breaks: standings.tie_breaks.clone(),
            has_results: !matches!(cells, Cells::None),
            table: table::table(&names, &standings, &cells),
            names,
        });
        if ranking::is_full(self.tables.len(), self.max_rows, SPARE_TABLES) {
            self.cut();
        }
    }

    /// Counts an event without a table.
    fn leave_out(&mut self, unfit: Unfit) {
        self.n_unfit[unfit as usize] += 1;
    }

    fn cut(&mut self) {
        let key = |it: &TableOfEvent| Reverse(it.n_games);
        self.tables.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.names.cmp(&b.names)));
        self.tables.truncate(self.max_rows.unwrap_or(usize::MAX));
    }

    fn section(mut self, without_names: u64) -> Section {
        self.cut();
        let mut section = Section::new("crosstable", "Cross tables");
        let n_unfit: u64 = self.n_unfit.iter().sum();
        section.n_more = self.n_events - n_unfit - self.tables.len() as u64;
        let notes: Vec<String> =
            [self.notes_on_events(section.n_more, without_names), self.notes_on_columns()].concat();
        section.note = (!notes.is_empty()).then(|| notes.join(" "));
        section.no_rows = self.no_rows();
        section.tables = self.tables.into_iter().map(|it| it.table).collect();
        if section.tables.is_empty() {
            // Programs read a table without rows.
            let standings = Standings::new(Vec::new(), FormChoice::Auto, &self.listed);
            let table = |it| table::table(&EventNames::default(), &it, &Cells::None);
            section.tables.extend(standings.ok().map(table));
        }
        section
    }

    /// Returns the reason why there are no tables; `None` if there are some.
    fn no_rows(&self) -> Option<String> {
        if self.n_events == 0 {
            return Some("--crosstable: no game names both players".to_owned());
        }
        let reasons = self.unfit().collect::<Vec<_>>();
        let n_unfit: u64 = reasons.iter().map(|(_, n)| n).sum();
        let option = match self.choice {
            FormChoice::Auto => "--crosstable".to_owned(),
            FormChoice::Given(form) => format!("--crosstable={}", form.name()),
        };
        let reasons: Vec<String> = reasons.into_iter().map(|(unfit, _)| too_many(unfit)).collect();
        (n_unfit == self.n_events)
            .then(|| format!("{option}: every event has {}", reasons.join(" or ")))
    }

    /// Yields the reasons why events have no table, with the number of these events.
    fn unfit(&self) -> impl Iterator<Item = (Unfit, u64)> {
        Unfit::ALL.into_iter().zip(self.n_unfit).filter(|(_, n)| *n > 0)
    }

    /// Returns the notes on events and games that are not shown.
    fn notes_on_events(&self, n_left_out: u64, without_names: u64) -> Vec<String> {
        let mut notes = Vec::new();
        if n_left_out > 0 {
            let events = match self.tables.len() {
                1 => "The event".to_owned(),
                n => format!("The {n} events"),
            };
            notes.push(format!("{events} with the most games; {n_left_out} more with `--top 0`."));
        }
        for (unfit, n) in self.unfit() {
            let (events, have) = match n {
                1 => ("An event".to_owned(), "has"),
                n => (format!("{n} events"), "have"),
            };
            let table = match unfit {
                Unfit::Games => "no table",
                Unfit::NotTwo => "no table of a match",
                Unfit::Players => "no table of all against all",
            };
            notes.push(format!("{events} with {} {have} {table}.", too_many(unfit)));
        }
        if without_names > 0 {
            let games = if without_names == 1 { "game has" } else { "games have" };
            notes.push(format!("{without_names} {games} no name of a player, and no table."));
        }
        if self.n_copies > 0 {
            let games = if self.n_copies == 1 { "game has" } else { "games have" };
            notes.push(format!(
                "{} {games} the players, colors, round, date and result of another one; \
                 `merge --dedup` removes copies.",
                self.n_copies
            ));
        }
        notes
    }

    /// Returns the notes on columns of the tables.
    fn notes_on_columns(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.tables.iter().any(|it| !it.has_results) {
            notes.push(format!(
                "Single results are not shown if there are more than {MAX_COLUMNS} columns, or \
                 {MAX_GAMES_OF_MATCH} games of a match; `--format csv` has them."
            ));
        }
        let is_shown =
            |tie_break: &TieBreak| self.tables.iter().any(|it| it.tie_breaks.contains(tie_break));
        let of_tie_breaks = TieBreak::ALL.iter().copied().filter(is_shown).map(TieBreak::note);
        notes.extend(of_tie_breaks.filter(|note| !note.is_empty()).map(str::to_owned));
        if self.tables.iter().any(|it| it.form == EventForm::Rounds) {
            notes.push(ROUNDS.to_owned());
        }
        notes
    }
}

/// Returns what an event without a table has too many of.
fn too_many(unfit: Unfit) -> String {
    match unfit {
        Unfit::Games => format!("more than {MAX_GAMES} games"),
        Unfit::NotTwo => "more than two players".to_owned(),
        Unfit::Players => format!("more than {MAX_MATRIX} players"),
    }
}
