//! What is known of a game once it has been read, and what it adds.

use pgn_chess::Replay;
use pgn_collate::Digester;
use pgn_lint::Checker;
use pgn_openings::Opening;
use pgn_query::{Counts, Date, Facts, Tally, Value};
use pgn_syntax::{Game, Marker};

use super::totals::Totals;

/// Buffers of a thread.
#[derive(Debug)]
pub struct Scratch {
    pub(super) replay: Replay,
    pub(super) key: Vec<u8>,
    pub(super) edges: Vec<Edge>,
    pub(super) checker: Option<Checker>,
    pub(super) digester: Option<Digester>,
    /// The name of the input.
    pub(super) file: String,
    /// The content of a game's key.
    pub(super) content: Vec<u8>,
    /// Memory for the values of a game.
    pub(super) values: Vec<Value<'static>>,
}

impl Scratch {
    pub(super) fn new(checker: Option<Checker>, digester: Option<Digester>) -> Scratch {
        Scratch {
            replay: Replay::new(),
            key: Vec::new(),
            edges: Vec::new(),
            checker,
            digester,
            file: String::new(),
            content: Vec::new(),
            values: Vec::new(),
        }
    }
}

/// What some games add.
#[derive(Debug, Default)]
pub struct Found {
    pub(super) totals: Totals,
    pub(super) tally: Tally,
}

/// A move of the tree: position before, position after, SAN.
#[derive(Debug)]
pub(super) struct Edge {
    pub(super) before: u64,
    pub(super) after: u64,
    pub(super) san: pgn_chess::CanonicalSan,
}

/// What a game is, once it has been read.
pub(super) struct Seen<'g> {
    pub(super) game: &'g Game,
    pub(super) facts: Facts<'g>,
    pub(super) result: Marker,
    pub(super) n_plies: u32,
    pub(super) has_errors: bool,
    pub(super) elos: [Option<u32>; 2],
    pub(super) date: Option<Date>,
    /// Of the moves.
    pub(super) opening: Option<&'g Opening>,
}

impl Found {
    /// Adds a game that was not read.
    pub fn add_unread(&mut self) {
        let mut totals = Totals { games: 1, errors: 1, unread: 1, ..Totals::default() };
        totals.results[3] = 1;
        self.totals.add(&totals);
    }
}

impl Seen<'_> {
    /// The game alone.
    pub(super) fn counts(&self) -> Counts {
        let mut counts = Counts::one(self.result);
        counts.plies = self.n_plies.into();
        for elo in self.elos.into_iter().flatten() {
            counts.rated += 1;
            counts.elo += u64::from(elo);
            counts.best_elo = counts.best_elo.max(elo.into());
        }
        counts.first_year = self.date.map_or(0, |date| date.year.into());
        counts.last_year = counts.first_year;
        counts
    }
}
