//! Compiled queries and their evaluation, which tries the cheapest parts first.

use pgn_chess::{Lang, Replay, ReplayOptions, start};

use crate::{
    fields::{field::Source, field_test::FieldTest, grouping::Grouping},
    games::{
        ends::Ending,
        facts::{Depth, Facts},
        has::Feature,
    },
    position::{
        self,
        reach::Reach,
        search::{self, MatchPlace, Memory, Scope, Search},
    },
    repertoire::{self, Note, Notes},
    values::value::Value,
};

/// A compiled query about games.
#[derive(Clone, Debug)]
pub struct Query {
    pub(crate) root: Node,
    pub(crate) atoms: Vec<Atom>,
    /// Number of state words that predicates of positions need.
    pub(crate) n_words: usize,
    pub(crate) scope: Scope,
    pub(crate) notes: Notes,
}

/// The structure of a query.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    /// The index of an atom.
    Atom(usize),
}

/// A part of a query that is evaluated by itself.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// Its text in the expression.
    pub(crate) text: String,
    pub(crate) kind: AtomKind,
}

#[derive(Clone, Debug)]
pub(crate) enum AtomKind {
    Field(FieldTest),
    Missing(Grouping),
    Has(Vec<Feature>),
    Ends(Vec<Ending>),
    /// A predicate of positions, which holds at some ply.
    Position(position::predicate::Predicate),
    /// A predicate of the path of a game through a repertoire.
    Repertoire(repertoire::RepertoirePredicate),
}

impl Atom {
    /// Returns how far a game is read first.
    pub(crate) fn first_depth(&self) -> Depth {
        self.source().map_or_else(|| self.depth(), Source::first_depth)
    }

    /// Returns the source of the values that are compared.
    fn source(&self) -> Option<&Source> {
        match &self.kind {
            AtomKind::Field(FieldTest { by, .. }) | AtomKind::Missing(by) => Some(&by.source),
            AtomKind::Has(_)
            | AtomKind::Ends(_)
            | AtomKind::Position(_)
            | AtomKind::Repertoire(_) => None,
        }
    }

    /// Returns how far a game must be read for the answer.
    pub(crate) fn depth(&self) -> Depth {
        match &self.kind {
            AtomKind::Field(FieldTest { by, .. }) | AtomKind::Missing(by) => by.source.depth(),
            AtomKind::Has(features) => {
                features.iter().map(|feature| feature.depth).max().unwrap_or(Depth::Tags)
            }
            AtomKind::Ends(_) | AtomKind::Position(_) | AtomKind::Repertoire(_) => Depth::Moves,
        }
    }

    fn needs_number(&self) -> bool {
        self.source().is_some_and(|source| source.is_field("game"))
    }
}

/// Buffers and results of evaluating queries; use one per thread.
#[derive(Debug, Default)]
pub struct QueryState {
    /// The result of each atom; `None` if it is not known yet.
    known: Vec<Option<bool>>,
    values: Vec<Value<'static>>,
    replay: Replay,
    memory: Memory,
    place: Option<MatchPlace>,
    note: Option<String>,
}

impl QueryState {
    /// Begins another game, and discards the answers of the last one.
    pub fn begin(&mut self) {
        self.known.clear();
        (self.place, self.note) = (None, None);
    }

    /// Returns the place at which the last game matched, or `None` if it was not decided at a
    /// position.
    #[must_use]
    pub fn place(&self) -> Option<MatchPlace> {
        self.place
    }

    /// Returns the note for that place, if [`Query::noting`] requested notes.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

impl Query {
    /// Returns the conjunction of `queries`, or `None` if there are none.
    #[must_use]
    pub fn all(queries: Vec<Query>) -> Option<Query> {
        let mut queries = queries.into_iter();
        let mut whole = queries.next()?;
        for mut query in queries {
            let shift = whole.atoms.len();
            for atom in &mut query.atoms {
                if let AtomKind::Position(predicate) = &mut atom.kind {
                    predicate.shift(whole.n_words);
                }
            }
            whole.n_words += query.n_words;
            whole.atoms.extend(query.atoms);
            let other = query.root.shifted(shift);
            let mut all = Vec::new();
            for root in [whole.root, other] {
                match root {
                    Node::And(nodes) => all.extend(nodes),
                    node => all.push(node),
                }
            }
            whole.root = Node::And(all);
        }
        let atoms = &whole.atoms;
        whole.root.sort(&|index| atoms[index].depth());
        Some(whole)
    }

    /// Returns the query with positions searched in these lines.
    #[must_use]
    pub fn in_lines(self, scope: Scope) -> Query {
        Query { scope, ..self }
    }

    /// Returns the query with notes: [`QueryState::note`] then says where and how a game leaves a
    /// repertoire.
    #[must_use]
    pub fn noting(self) -> Query {
        Query { notes: Notes::Wanted, ..self }
    }

    /// Returns how far a game must be read at most.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.atoms.iter().map(Atom::depth).max().unwrap_or(Depth::Tags)
    }

    /// Returns how far every game must be read.
    #[must_use]
    pub fn first_depth(&self) -> Depth {
        self.atoms.iter().map(Atom::first_depth).min().unwrap_or(Depth::Tags)
    }

    /// Yields the tags that are probably misspelled, each with the name that is probably meant.
    pub fn misspelled_tags(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.atoms.iter().filter_map(|atom| atom.source()?.suggestion())
    }

    fn comparisons(&self) -> impl Iterator<Item = &FieldTest> {
        self.atoms.iter().filter_map(|atom| match &atom.kind {
            AtomKind::Field(test) => Some(test),
            AtomKind::Missing(_)
            | AtomKind::Has(_)
            | AtomKind::Ends(_)
            | AtomKind::Position(_)
            | AtomKind::Repertoire(_) => None,
        })
    }

    /// Yields the fields and tags whose values are compared.
    pub fn compared(&self) -> impl Iterator<Item = &Source> {
        self.comparisons().map(|test| &test.by.source)
    }

    /// Yields the fields and tags of `missing(…)`.
    pub fn missing(&self) -> impl Iterator<Item = &Source> {
        self.atoms.iter().filter_map(|atom| match &atom.kind {
            AtomKind::Missing(by) => Some(&by.source),
            AtomKind::Field(_)
            | AtomKind::Has(_)
            | AtomKind::Ends(_)
            | AtomKind::Position(_)
            | AtomKind::Repertoire(_) => None,
        })
    }

    /// Yields notes on comparisons of numbers with values that are not numbers.
    pub fn misread_values(&self) -> impl Iterator<Item = String> {
        self.comparisons().filter_map(FieldTest::misread)
    }

    /// Returns the least game number that a test of game numbers accepts; `None` if there is no such test.
    #[must_use]
    pub fn least_game(&self) -> Option<i64> {
        self.comparisons().filter_map(FieldTest::least_game).min()
    }

    /// Yields hints on comparisons that have failed although a value has the same letters in another case, begins with
    /// them, or is nearly the same name.
    pub fn near_misses(&self) -> impl Iterator<Item = String> {
        self.comparisons().filter_map(FieldTest::near_miss)
    }

    /// Yields warnings of values that are compared as they are but were probably meant otherwise: with `*` after `=`, or
    /// in single quotes.
    ///
    /// ```
    /// use pgn_query::Query;
    ///
    /// let query = Query::parse("White = \"Carl*\"").unwrap();
    /// assert!(query.value_slips().next().unwrap().contains("White ~ \"Carl*\""));
    /// let query = Query::parse("White = Black").unwrap();
    /// assert!(query.value_slips().next().unwrap().contains("two fields cannot be compared"));
    /// ```
    pub fn value_slips(&self) -> impl Iterator<Item = &str> {
        self.comparisons().filter_map(FieldTest::slip)
    }

    /// Yields notes on numbers that are probably in another unit than that of the field.
    ///
    /// ```
    /// use pgn_query::Query;
    ///
    /// let query = Query::parse("eval >= 3").unwrap();
    /// assert_eq!(query.unit_notes().next(), Some("eval is in centipawns: 300 is 3 pawns"));
    /// ```
    pub fn unit_notes(&self) -> impl Iterator<Item = &str> {
        self.comparisons().filter_map(FieldTest::unit_note)
    }

    /// Returns true if the query has a predicate of positions or of a repertoire, so that games match at a place.
    #[must_use]
    pub fn has_positions(&self) -> bool {
        let is_it =
            |kind: &AtomKind| matches!(kind, AtomKind::Position(_) | AtomKind::Repertoire(_));
        self.atoms.iter().any(|atom| is_it(&atom.kind))
    }

    /// Returns true if a value is compared with a text that has letters beyond ASCII.
    #[must_use]
    pub fn compares_beyond_ascii(&self) -> bool {
        self.atoms.iter().any(|atom| atom.source().is_some() && !atom.text.is_ascii())
    }

    /// Returns true if the query depends on the number of the game.
    #[must_use]
    pub fn needs_number(&self) -> bool {
        self.atoms.iter().any(Atom::needs_number)
    }

    /// Returns true if the query holds for a game that was read whole. The game is played if that is necessary.
    ///
    /// [`Query::holds`] is the staged form, for games that are read only as far as the query needs.
    ///
    /// ```
    /// use pgn_query::{Facts, Query, QueryState, pgn_chess::ReplayOptions, pgn_syntax::Games};
    ///
    /// let pgn = b"1. e4 e5 *";
    /// let mut games = Games::new(pgn);
    /// let facts = Facts::new(games.next().unwrap(), pgn);
    /// let (options, mut state) = (ReplayOptions::default(), QueryState::default());
    /// let mut matches = |text| Query::parse(text).unwrap().matches(&facts, &options, &mut state);
    /// assert!(matches("plies = 2"));
    /// assert!(!matches("ends(checkmate)"));
    /// ```
    pub fn matches(&self, it: &Facts<'_>, options: &ReplayOptions, state: &mut QueryState) -> bool {
        state.begin();
        // Once the movetext is read, there always is an answer.
        self.holds(it, Depth::Movetext, options, state).unwrap_or(false)
    }

    /// Evaluates the query for a game that was read to `depth`. Returns `None` if the answer depends on more: read on,
    /// and evaluate the query again. If the movetext was read, the game is played if necessary.
    ///
    /// [`QueryState::begin`] must be called before each game: without it, the answers of the last one are returned.
    /// [`Query::matches`] is simpler if games are read whole.
    pub fn holds(
        &self,
        it: &Facts<'_>,
        depth: Depth,
        options: &ReplayOptions,
        state: &mut QueryState,
    ) -> Option<bool> {
        state.known.resize(self.atoms.len(), None);
        let mut values: Vec<Value<'_>> = std::mem::take(&mut state.values);
        let mut evaluate = |atom: &Atom| atom.evaluate(it, depth, &mut values);
        let mut answer = self.root.holds(&self.atoms, &mut state.known, &mut evaluate);
        let mut it = *it;
        if answer.is_none() && depth >= Depth::Movetext {
            let open = self.atoms.iter().zip(&state.known).filter(|(_, known)| known.is_none());
            let sources = open.filter_map(|(atom, _)| atom.source());
            it = it.with_opening(sources, &mut state.replay, options);
            let mut evaluate = |atom: &Atom| atom.evaluate(&it, Depth::Opening, &mut values);
            answer = self.root.holds(&self.atoms, &mut state.known, &mut evaluate);
        }
        if answer.is_none() && depth >= Depth::Movetext {
            answer = Some(self.play(&it, options, state));
        }
        values.clear();
        // Keeps the allocation, but not the lifetime.
        state.values = values.into_iter().map_while(|_| None::<Value<'static>>).collect::<Vec<_>>();
        answer
    }

    /// Plays the game, and evaluates the atoms that are still open.
    fn play(&self, it: &Facts<'_>, options: &ReplayOptions, state: &mut QueryState) -> bool {
        let QueryState { known, replay, memory, place, note, .. } = state;
        let mut open = Vec::new();
        let mut needs_all = false;
        for (index, atom) in self.atoms.iter().enumerate() {
            match &atom.kind {
                AtomKind::Position(predicate) if known[index].is_none() => {
                    open.push(search::Open { index, predicate });
                }
                AtomKind::Ends(_) | AtomKind::Field(_) if known[index].is_none() => {
                    needs_all = true
                }
                _ => (),
            }
        }
        let start = start(it.game, it.src);
        let options = ReplayOptions { fallback: it.encoding, ..*options };
        let options = replay.options_for(it.game, it.src, &start, &options);
        let options = ReplayOptions { judge_signs: false, ..options };
        if self.scope == Scope::Mainline
            && open.iter().any(|open| open.predicate.depends_on_squares())
            && options.lang == Lang::English
            && let Some(reach) = Reach::of(it.game, &start)
        {
            open.retain(|open| {
                let may_hold = open.predicate.may_hold(&reach);
                if !may_hold {
                    known[open.index] = Some(false);
                }
                may_hold
            });
            if let Some(answer) = self.root.holds(&self.atoms, known, &mut |_| None) {
                return answer;
            }
        }
        let setup = search::Setup { open, scope: self.scope, n_words: self.n_words, needs_all };
        let decide = |answers: &[(usize, bool)]| {
            answers.iter().for_each(|(index, holds)| known[*index] = Some(*holds));
            self.root.holds(&self.atoms, known, &mut |_| None).is_some()
        };
        let mut search = Search::new(setup, memory, decide);
        search.start(&start);
        let end = replay.walk(it.game, it.src, &start, &options, &mut search);
        *place = search.place;
        let it = Facts { played: Some(&end), ..*it };
        let mut evaluate = |atom: &Atom| match &atom.kind {
            AtomKind::Position(_) => Some(false),
            AtomKind::Repertoire(predicate) => {
                let (holds, found) = predicate.holds(&it, &start, replay, &options, self.notes);
                if let Some(Note { place: at, text }) = found {
                    (*place, *note) = (Some(at), Some(text));
                }
                Some(holds)
            }
            _ => atom.evaluate(&it, Depth::Moves, &mut Vec::new()),
        };
        // Every atom has an answer now.
        self.root.holds(&self.atoms, known, &mut evaluate).unwrap_or(false)
    }

    /// Yields the repertoire predicates.
    pub(crate) fn repertoires(&self) -> impl Iterator<Item = &repertoire::RepertoirePredicate> {
        self.atoms.iter().filter_map(|atom| match &atom.kind {
            AtomKind::Repertoire(predicate) => Some(predicate),
            _ => None,
        })
    }
}

impl Atom {
    fn evaluate<'a>(
        &self,
        it: &Facts<'a>,
        depth: Depth,
        values: &mut Vec<Value<'a>>,
    ) -> Option<bool> {
        match &self.kind {
            AtomKind::Field(test) => {
                test.by.source.is_known(it, depth).then(|| test.holds(it, values))
            }
            AtomKind::Missing(by) => by.source.is_known(it, depth).then(|| !by.is_present(it)),
            AtomKind::Ends(endings) => {
                let end = it.played?;
                let last = end.position.as_ref().filter(|_| end.is_mainline_complete);
                Some(last.is_some_and(|last| endings.iter().any(|ending| ending(last))))
            }
            AtomKind::Position(_) | AtomKind::Repertoire(_) => None,
            AtomKind::Has(features) => {
                (self.depth() <= depth).then(|| features.iter().any(|feature| (feature.is_in)(it)))
            }
        }
    }
}

impl Node {
    /// Evaluates in three-valued logic; `None` is unknown.
    fn holds(
        &self,
        atoms: &[Atom],
        known: &mut [Option<bool>],
        evaluate: &mut impl FnMut(&Atom) -> Option<bool>,
    ) -> Option<bool> {
        let (nodes, decisive) = match self {
            Node::Atom(index) => {
                if known[*index].is_none() {
                    known[*index] = evaluate(&atoms[*index]);
                }
                return known[*index];
            }
            Node::Not(inner) => return inner.holds(atoms, known, evaluate).map(|holds| !holds),
            Node::And(nodes) => (nodes, false),
            Node::Or(nodes) => (nodes, true),
        };
        let mut answer = Some(!decisive);
        for node in nodes {
            match node.holds(atoms, known, evaluate) {
                Some(holds) if holds == decisive => return Some(decisive),
                Some(_) => (),
                None => answer = None,
            }
        }
        answer
    }

    fn shifted(self, by: usize) -> Node {
        let all = |nodes: Vec<Node>| nodes.into_iter().map(|node| node.shifted(by)).collect();
        match self {
            Node::And(nodes) => Node::And(all(nodes)),
            Node::Or(nodes) => Node::Or(all(nodes)),
            Node::Not(inner) => Node::Not(Box::new(inner.shifted(by))),
            Node::Atom(index) => Node::Atom(index + by),
        }
    }

    /// Sorts the cheaper parts first, and returns the greatest depth.
    pub(crate) fn sort(&mut self, depth: &impl Fn(usize) -> Depth) -> Depth {
        match self {
            Node::Atom(index) => depth(*index),
            Node::Not(inner) => inner.sort(depth),
            Node::And(nodes) | Node::Or(nodes) => {
                let mut with_depth: Vec<(Depth, Node)> =
                    nodes.drain(..).map(|mut node| (node.sort(depth), node)).collect();
                with_depth.sort_by_key(|(depth, _)| *depth);
                let most = with_depth.last().map_or(Depth::Tags, |(depth, _)| *depth);
                nodes.extend(with_depth.into_iter().map(|(_, node)| node));
                most
            }
        }
    }
}
