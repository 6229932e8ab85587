//! The replay in which all predicates of positions are evaluated; it ends as soon as the query is
//! decided.

use pgn_chess::{Deviations, Outcome, Ply, Position, Start, Visitor};
use pgn_syntax::NodeId;

use super::{
    history::{Entry, History},
    men::men,
    ply_context::{PlyContext, Step},
    predicate::Predicate,
    single::Answer,
};

/// A place in a game: after a move, or before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchPlace {
    /// Before the first move.
    Start,
    /// After the move of this node.
    After(NodeId),
}

/// The lines of a game that are searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The main line.
    #[default]
    Mainline,
    /// The main line and all variations.
    Variations,
}

/// Buffers that are reused from game to game.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    lines: Vec<LineState>,
    history: History,
}

/// The state of a line that is being walked.
#[derive(Clone, Debug, Default)]
struct LineState {
    /// The state now, and before the last move, where variations begin.
    now: Vec<u64>,
    before: Vec<u64>,
    ply: u32,
    entry: Entry,
    entry_before: Entry,
}

/// A predicate whose answer is not known yet.
pub(crate) struct Open<'a> {
    /// The index of its atom.
    pub(crate) index: usize,
    pub(crate) predicate: &'a Predicate,
}

/// The search of one game. `decide` receives the indices and answers of the predicates that are known after a ply, and
/// returns true if no further answer is needed.
pub(crate) struct Search<'a, D> {
    open: Vec<Open<'a>>,
    scope: Scope,
    needs_history: bool,
    memory: &'a mut Memory,
    decide: D,
    /// True if the whole game must be walked, to count errors or to know its end.
    needs_all: bool,
    is_done: bool,
    /// The place at which the query was decided.
    pub(crate) place: Option<MatchPlace>,
}

/// The parameters of a search.
pub(crate) struct Setup<'a> {
    pub(crate) open: Vec<Open<'a>>,
    pub(crate) scope: Scope,
    pub(crate) n_words: usize,
    pub(crate) needs_all: bool,
}

impl<'a, D: FnMut(&[(usize, bool)]) -> bool> Search<'a, D> {
    pub(crate) fn new(setup: Setup<'a>, memory: &'a mut Memory, decide: D) -> Search<'a, D> {
        let Setup { open, scope, n_words, needs_all } = setup;
        let needs_history = open.iter().any(|open| open.predicate.needs_history());
        memory.history.clear();
        if memory.lines.is_empty() {
            memory.lines.push(LineState::default());
        }
        let line = &mut memory.lines[0];
        line.now.clear();
        line.now.resize(n_words, 0);
        line.before.clone_from(&line.now);
        line.ply = 0;
        (line.entry, line.entry_before) = (Entry::default(), Entry::default());
        Search {
            open,
            scope,
            needs_history,
            memory,
            decide,
            needs_all,
            is_done: false,
            place: None,
        }
    }

    /// Evaluates the predicates at the start position.
    pub(crate) fn start(&mut self, start: &Start) {
        if let Ok(position) = &start.position
            && start.variant != pgn_chess::Variant::Unchecked
        {
            self.at(0, position, None, MatchPlace::Start);
        }
    }

    /// Evaluates the predicates at a position.
    fn at(&mut self, depth: usize, position: &Position, step: Option<Step<'_>>, place: MatchPlace) {
        let Memory { lines, history } = &mut *self.memory;
        let line = &mut lines[depth];
        if self.needs_history {
            line.entry_before = line.entry;
            line.entry = history.push(position, line.entry);
        }
        let (men, turn) = (men(position), position.turn());
        let (ply, entry) = (line.ply, line.entry);
        let at_ply = PlyContext { position, men, turn, ply, step, history, entry };
        let mut answers = Vec::new();
        self.open.retain(|open| {
            let holds = match open.predicate.answer(&at_ply, &mut line.now) {
                Answer::Yes => true,
                // The predicate may still hold in another line.
                Answer::Never if self.scope == Scope::Mainline => false,
                Answer::Never | Answer::No => return true,
            };
            answers.push((open.index, holds));
            false
        });
        if !answers.is_empty() && (self.decide)(&answers) {
            self.is_done = true;
            self.place = Some(place);
            return;
        }
        self.is_done = self.open.is_empty() && !self.needs_all;
    }
}

impl<D: FnMut(&[(usize, bool)]) -> bool> Visitor for Search<'_, D> {
    fn ply(&mut self, ply: &Ply<'_>) {
        let depth = ply.depth as usize;
        // True if the position is not searched and the move is replayed only to count errors.
        let is_aside = self.open.is_empty() || depth > 0 && self.scope == Scope::Mainline;
        if depth > 0 && ply.index == 0 && !is_aside {
            self.open_line(depth);
        }
        let (mv, after) = match (ply.outcome, ply.after) {
            (Outcome::Played { mv, .. }, Some(after)) => (Some(mv), after),
            (Outcome::Null, Some(after)) => (None, after),
            (Outcome::Failed(_), _) => {
                if !is_aside {
                    self.fail(depth);
                }
                return;
            }
            (Outcome::Played { .. } | Outcome::Null | Outcome::Skipped, _) => return,
        };
        if is_aside {
            return;
        }
        let line = &mut self.memory.lines[depth];
        line.ply += 1;
        if self.scope == Scope::Variations {
            line.before.clone_from(&line.now);
        }
        let step = Step { mv, before: ply.before, mover: ply.turn };
        self.at(depth, after, Some(step), MatchPlace::After(ply.id));
    }

    fn wants_played(&self, _: Deviations) -> bool {
        !self.open.is_empty()
    }

    fn is_done(&self) -> bool {
        self.is_done
    }

    fn wants_variations(&self) -> bool {
        self.scope == Scope::Variations || self.needs_all
    }
}

impl<D> Search<'_, D> {
    /// Begins a variation before the last move of the enclosing line.
    fn open_line(&mut self, depth: usize) {
        let lines = &mut self.memory.lines;
        while lines.len() <= depth {
            lines.push(LineState::default());
        }
        let (outer, inner) = lines.split_at_mut(depth);
        let (outer, inner) = (&outer[depth - 1], &mut inner[0]);
        inner.now.clone_from(&outer.before);
        inner.before.clone_from(&outer.before);
        inner.ply = outer.ply.saturating_sub(1);
        (inner.entry, inner.entry_before) = (outer.entry_before, outer.entry_before);
    }

    /// Handles a move that cannot be played: a variation that replaces it begins in the position before it.
    fn fail(&mut self, depth: usize) {
        let line = &mut self.memory.lines[depth];
        line.before.clone_from(&line.now);
        line.ply += 1;
        line.entry_before = line.entry;
    }
}
