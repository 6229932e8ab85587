//! The facts of a game that are counted.

use std::{
    cell::OnceCell,
    hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher, Hash},
};

use pgn_chess::{Replay, shakmaty::Color};
use pgn_collate::Digester;
use pgn_lint::Checker;
use pgn_query::{
    ByResult, Counts, Facts, QueryState, Source, Tally, Value, tally::result_index, termination,
};
use pgn_syntax::{Fallback, Marker, TagName, date::Date};

use crate::{
    games::combinations::Combinations,
    sums::{
        records::Records,
        totals::{Sum as _, Totals},
    },
};

/// The buffers of a thread.
#[derive(Debug, Default)]
pub struct ObserverState {
    /// The character set of strings that are not UTF-8.
    pub(crate) fallback: Fallback,
    pub(crate) replay: Replay,
    pub(crate) key: Vec<u8>,
    pub(crate) edges: Vec<Edge>,
    pub(crate) checker: Option<Checker>,
    pub(crate) digester: Option<Digester>,
    /// The name of the input.
    pub(crate) file: String,
    /// A reusable buffer for the content of keys.
    pub(crate) content: Vec<u8>,
    /// A reusable buffer for values.
    pub(crate) values: Vec<Value<'static>>,
    /// The buffers of the queries for the player of `--player`.
    pub(crate) query: QueryState,
    /// Number of combinations of the values of `--by` that were counted of the current chunk.
    pub(crate) n_combinations: usize,
}

impl ObserverState {
    pub(crate) fn new(
        fallback: Fallback,
        checker: Option<Checker>,
        digester: Option<Digester>,
    ) -> ObserverState {
        ObserverState { fallback, checker, digester, ..ObserverState::default() }
    }
}

/// Returns the values of the field called `name`.
pub(crate) fn values_of<'a>(facts: &Facts<'a>, name: &str) -> Vec<Value<'a>> {
    let mut values = Vec::new();
    Source::known(name).values(facts, &mut values);
    values
}

/// Returns a hash that is the same in all chunks of a run.
pub(crate) fn hash_of(value: &impl Hash) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

/// The counts of some games.
#[derive(Debug, Default)]
pub struct PartialCounts {
    pub(crate) totals: Totals,
    pub(crate) tally: Tally,
    /// The combinations of the values of `--by` of games that have too many of them for `tally`.
    pub(crate) combinations: Vec<Combinations>,
    pub(crate) records: Records,
}

/// A move of the opening tree: position before, position after, SAN.
#[derive(Debug)]
pub(crate) struct Edge {
    pub(crate) before: u64,
    pub(crate) after: u64,
    pub(crate) san: pgn_chess::CanonicalSan,
}

/// The facts of a game that was read.
pub(crate) struct GameFacts<'g> {
    /// The game, with its opening by the moves and the result of playing them, if they are played.
    pub(crate) facts: Facts<'g>,
    pub(crate) result: Marker,
    pub(crate) n_plies: u32,
    pub(crate) has_error: bool,
    pub(crate) elos: [Option<u32>; 2],
    pub(crate) date: Option<Date>,
    /// The cached result of [`GameFacts::is_played`].
    pub(crate) was_played: OnceCell<bool>,
}

impl PartialCounts {
    /// Counts a game that was not read.
    pub fn add_unread(&mut self) {
        let mut totals = Totals { games: 1, errors: 1, unread: 1, ..Totals::default() };
        totals.results.unknown = 1;
        self.totals.add(&totals);
    }
}

impl GameFacts<'_> {
    /// Returns the counts of this game for the player of a side. `best_elo` is the player's own rating; `elo` and `rated` are
    /// those of the opponents in games that were played and have a result.
    pub(crate) fn counts_of(&self, side: Color) -> Counts {
        let mut counts = self.counts();
        (counts.rated, counts.elo) = (0, 0);
        counts.best_elo = self.elos[side.fold_wb(0, 1)].map_or(0, u64::from);
        // Half-points by the index of the result.
        let points = if side == Color::White { [2, 0, 1] } else { [0, 2, 1] };
        if let (Some(opponent), Some(&points)) =
            (self.elos[side.fold_wb(1, 0)], points.get(result_index(self.result)))
            && self.is_played()
        {
            (counts.rated, counts.elo, counts.half_points) = (1, opponent.into(), points);
        }
        if side == Color::Black {
            (counts.white, counts.black) = (ByResult::default(), counts.white);
        }
        counts
    }

    /// Returns false for a game that was lost by default: its result is written with signs (`+--`), or its termination
    /// says so. A game that was lost on time was played.
    pub(crate) fn is_played(&self) -> bool {
        *self.was_played.get_or_init(|| self.find_played())
    }

    fn find_played(&self) -> bool {
        let has_signs = |text: &[u8]| matches!(text.trim_ascii().first(), Some(b'+' | b'-'));
        let Facts { game, src, .. } = self.facts;
        let tag = game.tag(src, TagName::RESULT).is_some_and(|pair| has_signs(&pair.value(src)));
        let marker = game.marker.is_some_and(|(_, span)| has_signs(span.of(src)));
        let termination = self.facts.tag(TagName::TERMINATION);
        !(tag || marker || termination.as_deref().is_some_and(termination::is_unplayed))
    }

    /// Returns the counts of this game alone.
    pub(crate) fn counts(&self) -> Counts {
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
