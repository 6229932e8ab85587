//! Counts a single game.

use std::cell::OnceCell;

use pgn_chess::{
    CanonicalPly, Deviations, GameEnd, Ply, Replay, ReplayOptions, Start, Visitor,
    export::result_of_text, n_plies, shakmaty::Color, start,
};
use pgn_collate::{Digester, KeyOptions};
use pgn_lint::Follows;
use pgn_openings::{Classifier, Key, Opening};
use pgn_query::{Counts, Depth, Facts, Source};
use pgn_syntax::{Fallback, Game, ReadDepth, TagName, date::Date, rating};

use crate::{
    crosstable,
    games::{
        clocks, file_forms,
        game_facts::{Edge, GameFacts, ObserverState, PartialCounts},
        overview::overview,
        quality,
    },
    plan::{CrossTableMode, OpeningTable, Parts},
    sums::topic::Topic,
    tables::{engines, pairs, pivot::Pivot, player},
};

/// Counts games; shared by all threads.
#[derive(Debug)]
pub struct Observer<'a> {
    /// The parts that are counted.
    pub parts: &'a Parts,
    /// Options for replaying games.
    pub replay: ReplayOptions,
}

impl Observer<'_> {
    /// Returns how much of each game must be read.
    #[must_use]
    pub fn depth(&self) -> ReadDepth {
        match self.parts.depth() {
            Depth::Tags => ReadDepth::Tags,
            Depth::Movetext | Depth::Opening | Depth::Moves => ReadDepth::Movetext,
        }
    }

    /// Returns the buffers of a thread. `fallback` is the character set of strings that are not UTF-8.
    #[must_use]
    pub fn new_state(&self, fallback: Fallback) -> ObserverState {
        let &Observer { parts, replay } = self;
        if !parts.quality {
            return ObserverState::new(fallback, None, None);
        }
        let replay = ReplayOptions { fallback, ..replay };
        let keys = KeyOptions {
            key: pgn_collate::Key::MovesAndPlayers,
            min_plies: 10,
            fallback,
            replay,
            quality_parts: pgn_collate::QualityParts::Length,
        };
        let checker = quality::checker(replay);
        ObserverState::new(fallback, Some(checker), Some(Digester::new(keys)))
    }

    /// Begins a text of games. `file` is the name of the input; `follows` says whether the input continues after the text.
    pub fn begin(&self, state: &mut ObserverState, file: String, src: &[u8], follows: Follows) {
        state.file = file;
        state.n_combinations = 0;
        if let Some(checker) = &mut state.checker {
            checker.start_chunk(src, follows);
        }
    }

    /// Adds a game of the current text to `found`.
    pub fn count(
        &self,
        game: &Game,
        src: &[u8],
        state: &mut ObserverState,
        found: &mut PartialCounts,
    ) {
        let depth = self.parts.depth();
        let file = std::mem::take(&mut state.file);
        let facts = Facts { encoding: state.fallback, file: Some(&file), ..Facts::new(game, src) };
        let sides = self.parts.player.as_ref();
        let sides =
            sides.map_or(Vec::new(), |sides| sides.of(&facts, &self.replay, &mut state.query));
        state.edges.clear();
        let (mut played, mut opening) = (None, None);
        match depth {
            Depth::Tags | Depth::Movetext => (),
            Depth::Opening => opening = self.opening(facts, &mut state.replay),
            Depth::Moves => {
                let (end, of_moves) = self.play(game, src, state);
                (played, opening) = (Some(end), of_moves);
            }
        }
        let game_facts = GameFacts {
            facts: Facts { opening, played: played.as_ref(), ..facts },
            result: result_of_text(game, src),
            n_plies: match &played {
                Some(end) if end.has_error() => end.n_plies,
                // The plies of skipped movetext are not known.
                None if depth == Depth::Tags => 0,
                _ => n_plies(game, src),
            },
            has_error: played.as_ref().is_some_and(GameEnd::has_error),
            elos: [elo(game, src, TagName::WHITE_ELO), elo(game, src, TagName::BLACK_ELO)],
            date: Date::of_game(game, src),
            was_played: OnceCell::new(),
        };
        let counts = game_facts.counts();
        found.totals.games += 1;
        found.totals.plies += u64::from(game_facts.n_plies);
        found.totals.errors += u64::from(game_facts.has_error);
        found.totals.results.add_game(game_facts.result);
        if self.parts.overview || self.parts.quality {
            clocks::count(game, src, &mut found.totals.clocks, &mut found.totals.evals);
            let form = file_forms::count_text_form(game.span.of(src), &mut found.totals);
            if self.parts.overview {
                overview(&game_facts, form, &counts, &mut state.key, found);
            }
        }
        if self.parts.has_by_table() {
            Pivot::new(self.parts).count(&game_facts, &sides, state, found);
        }
        if !sides.is_empty() {
            player::count(&game_facts, &sides, &mut state.key, &mut found.tally);
            player::add_loss(&game_facts, &sides, &mut found.totals.own_loss);
        }
        self.add_records(&game_facts, &sides, state, found);
        let is_outside = state.edges.is_empty() && game_facts.n_plies > 0;
        found.totals.outside_of_tree += u64::from(self.parts.tree_plies.is_some() && is_outside);
        if self.parts.player.is_none() {
            count_moves(Topic::Tree, state, &counts, found);
        } else {
            for &side in &sides {
                let topic = side.fold_wb(Topic::Tree, Topic::TreeOfBlack);
                count_moves(topic, state, &game_facts.counts_of(side), found);
            }
        }
        if self.parts.quality {
            quality::count(&game_facts, state, found);
        }
        state.file = file;
    }

    /// Adds the records of a game.
    fn add_records(
        &self,
        game_facts: &GameFacts<'_>,
        own_sides: &[Color],
        state: &mut ObserverState,
        found: &mut PartialCounts,
    ) {
        let records = &mut found.records;
        if self.parts.pairs
            && let Some(game) = pairs::GameOfPair::new(game_facts, own_sides)
        {
            if self.parts.by.is_empty() {
                game.record(&[], records);
            } else {
                let first = game.first();
                Pivot::new(self.parts).for_each_value(game_facts, first, state, |value| {
                    game.record(&[value], records);
                });
            }
        }
        if self.parts.cross_tables != CrossTableMode::None {
            let has_names = crosstable::record(game_facts, records);
            found.totals.without_names += u64::from(!has_names);
        }
        if self.parts.engines {
            engines::record(game_facts, records);
        }
    }

    /// Returns the opening of a game that is not replayed for another purpose.
    fn opening<'g>(&'g self, facts: Facts<'g>, replay: &mut Replay) -> Option<&'g Opening> {
        match &self.parts.openings {
            OpeningTable::BuiltIn => {
                let of_player = self.parts.player.as_ref().map(|_| Source::known("eco"));
                let sources = self.parts.by.iter().map(|(_, by)| &by.source).chain(&of_player);
                facts.with_opening(sources, replay, &self.replay).opening
            }
            OpeningTable::Custom(openings) => {
                let Facts { game, src, .. } = facts;
                let start = start(game, src);
                let options = ReplayOptions { fallback: facts.encoding, ..self.replay };
                openings.classify(game, src, &start, replay, &options)
            }
        }
    }

    /// Replays a game. Returns its end and its opening, and stores its first moves in
    /// `state.edges`.
    fn play(
        &self,
        game: &Game,
        src: &[u8],
        state: &mut ObserverState,
    ) -> (GameEnd, Option<&Opening>) {
        let start: Start = start(game, src);
        let openings = self.parts.openings();
        let tree_plies = self.parts.tree_plies.filter(|_| start.is_initial).unwrap_or(0);
        let mut watcher = OpeningWatcher {
            classifier: Classifier::new(openings),
            edges: &mut state.edges,
            tree_plies,
            is_done: false,
        };
        let options = ReplayOptions { fallback: state.fallback, ..self.replay };
        let end = state.replay.walk(game, src, &start, &options, &mut watcher);
        (end, watcher.classifier.opening())
    }
}

/// Counts a game for each of its first moves. `topic`: the tree of the moves.
fn count_moves(
    topic: Topic,
    state: &mut ObserverState,
    counts: &Counts,
    found: &mut PartialCounts,
) {
    for edge in &state.edges {
        state.content.clear();
        state.content.extend_from_slice(&edge.before.to_be_bytes());
        state.content.extend_from_slice(&edge.after.to_be_bytes());
        state.content.extend_from_slice(edge.san.as_bytes());
        found.tally.add(topic.key(&state.content, &mut state.key), counts);
    }
}

/// Observes the first moves of a game.
struct OpeningWatcher<'a, 'e> {
    classifier: Classifier<'a>,
    edges: &'e mut Vec<Edge>,
    /// Depth of the opening tree in half-moves.
    tree_plies: u32,
    is_done: bool,
}

impl Visitor for OpeningWatcher<'_, '_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if ply.depth > 0 {
            return;
        }
        self.classifier.ply(ply);
        self.is_done = self.classifier.is_done() && ply.index + 1 >= self.tree_plies;
        if ply.index < self.tree_plies
            && let (Some(after), Some(san)) = (ply.after, ply.canonical_san())
            && let (Some(before), Some(after)) = (hash(ply.before), hash(after))
        {
            self.edges.push(Edge { before, after, san });
        }
    }

    // The positions around moves are needed only for the tree.
    fn needs_only_moves(&self) -> bool {
        self.tree_plies == 0 && !self.is_done
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        self.classifier.canonical(ply);
        self.is_done = self.classifier.is_done();
    }

    fn wants_server_comments(&self) -> bool {
        false
    }

    fn wants_played(&self, _: Deviations) -> bool {
        !self.is_done
    }
}

/// Returns the hash that identifies a position in the tree; `None` for positions of variants.
pub(crate) fn hash(position: &pgn_chess::Position) -> Option<u64> {
    match position {
        pgn_chess::Position::Standard(board) => Some(Key::of(board).hash64()),
        pgn_chess::Position::Variant(_) => None,
    }
}

fn elo(game: &Game, src: &[u8], name: TagName) -> Option<u32> {
    rating::read(&game.tag(src, name)?.value(src))
}
