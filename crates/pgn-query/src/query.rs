//! An expression that is understood: what is asked of a game, the cheapest first.

use pgn_chess::{Replay, ReplayOptions, start};

use crate::{
    compile,
    ends::Ending,
    error::{Error, Fault},
    facts::{Depth, Facts, Played},
    field::Source,
    has::Feature,
    position::{
        self,
        reach::Reach,
        search::{self, Decide, Memory, Place, Scope, Search},
    },
    repertoire::{self, Note, Notes},
    syntax,
    test::FieldTest,
    value::Value,
};

/// A question about games.
#[derive(Clone, Debug)]
pub struct Query {
    pub(crate) root: Node,
    pub(crate) atoms: Vec<Atom>,
    /// Words of memory that questions about positions need.
    pub(crate) n_words: usize,
    pub(crate) scope: Scope,
    pub(crate) notes: Notes,
}

/// Reads a file that an expression names, or says why not.
pub type Load<'a> = &'a dyn Fn(&str) -> Result<Vec<u8>, String>;

/// How answers are put together.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    And(Vec<Node>),
    Or(Vec<Node>),
    Not(Box<Node>),
    /// Index of an atom.
    Atom(usize),
}

/// A question that is asked by itself.
#[derive(Clone, Debug)]
pub(crate) struct Atom {
    /// Its text.
    pub(crate) text: String,
    pub(crate) ask: Ask,
}

#[derive(Clone, Debug)]
pub(crate) enum Ask {
    Field(FieldTest),
    Missing(Source),
    Has(Vec<Feature>),
    Ends(Vec<Ending>),
    /// At some position of the game.
    Position(position::ask::Ask),
    /// Of the way of the game along a repertoire.
    Repertoire(repertoire::Ask),
}

impl Atom {
    /// How far a game must be read at least for the answer.
    pub(crate) fn first_depth(&self) -> Depth {
        match &self.ask {
            Ask::Field(test) => test.source.first_depth(),
            Ask::Missing(source) => source.first_depth(),
            Ask::Has(_) | Ask::Ends(_) | Ask::Position(_) | Ask::Repertoire(_) => self.depth(),
        }
    }

    /// The source whose values it asks for.
    fn source(&self) -> Option<&Source> {
        match &self.ask {
            Ask::Field(test) => Some(&test.source),
            Ask::Missing(source) => Some(source),
            Ask::Has(_) | Ask::Ends(_) | Ask::Position(_) | Ask::Repertoire(_) => None,
        }
    }

    /// How far a game must be read for the answer.
    pub(crate) fn depth(&self) -> Depth {
        match &self.ask {
            Ask::Field(test) => test.source.depth(),
            Ask::Missing(source) => source.depth(),
            Ask::Has(features) => {
                features.iter().map(|feature| feature.depth()).max().unwrap_or(Depth::Tags)
            }
            Ask::Ends(_) | Ask::Position(_) | Ask::Repertoire(_) => Depth::Moves,
        }
    }

    fn needs_number(&self) -> bool {
        matches!(self.source(), Some(Source::Field(field)) if field.name == "game")
    }
}

/// What is kept from game to game, a thread.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What is known of the atoms.
    known: Vec<Option<bool>>,
    values: Vec<Value<'static>>,
    replay: Replay,
    memory: Memory,
    place: Option<Place>,
    note: Option<String>,
}

impl Scratch {
    /// Another game is going to be asked about: what is known is forgotten.
    pub fn begin(&mut self) {
        self.known.clear();
        (self.place, self.note) = (None, None);
    }

    /// Where the last game that was asked about was decided; none if that was not at a position.
    #[must_use]
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// What there is to say of that place, if [`Query::noting`] asks for it.
    #[must_use]
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }
}

impl Query {
    /// Reads an expression that names no files.
    ///
    /// # Errors
    /// It is none, or asks for what there is not.
    pub fn parse(text: &str) -> Result<Query, Error> {
        Query::parse_with(text, &|_| Err("there are no files here".to_owned()))
    }

    /// Reads an expression, and the files that it names.
    ///
    /// # Errors
    /// It is none, or asks for what there is not.
    pub fn parse_with(text: &str, load: Load<'_>) -> Result<Query, Error> {
        let query =
            || -> Result<Query, Fault> { compile::compile(text, &syntax::parse(text)?, load) };
        query().map_err(|fault| fault.in_text(text))
    }

    /// All of these questions.
    #[must_use]
    pub fn all(queries: Vec<Query>) -> Option<Query> {
        let mut queries = queries.into_iter();
        let mut whole = queries.next()?;
        for mut query in queries {
            let shift = whole.atoms.len();
            for atom in &mut query.atoms {
                if let Ask::Position(ask) = &mut atom.ask {
                    ask.shift(whole.n_words);
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

    /// The games that it does not hold for.
    #[must_use]
    pub fn negated(self) -> Query {
        Query { root: Node::Not(Box::new(self.root)), ..self }
    }

    /// The same, of positions in these lines.
    #[must_use]
    pub fn in_lines(self, scope: Scope) -> Query {
        Query { scope, ..self }
    }

    /// The same, and [`Scratch::note`] says where and how games leave a repertoire.
    #[must_use]
    pub fn noting(self) -> Query {
        Query { notes: Notes::Wanted, ..self }
    }

    /// How far a game must be read at most.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.atoms.iter().map(Atom::depth).max().unwrap_or(Depth::Tags)
    }

    /// How far every game must be read.
    #[must_use]
    pub fn first_depth(&self) -> Depth {
        self.atoms.iter().map(Atom::first_depth).min().unwrap_or(Depth::Tags)
    }

    /// Tags it asks for that are probably slips of the pen, each with the one that is meant.
    pub fn slips(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.atoms.iter().filter_map(|atom| match &atom.ask {
            Ask::Field(test) => test.source.meant(),
            Ask::Missing(source) => source.meant(),
            Ask::Has(_) | Ask::Ends(_) | Ask::Position(_) | Ask::Repertoire(_) => None,
        })
    }

    /// Whether it asks for the number of the game.
    #[must_use]
    pub fn needs_number(&self) -> bool {
        self.atoms.iter().any(Atom::needs_number)
    }

    /// Whether it holds for a game that has been read as far as `depth`; `None` if that is not far
    /// enough to know: then it may be asked again of the game read on. A game whose movetext has been
    /// read is played if need be. [`Scratch::begin`] comes before each game.
    pub fn holds(
        &self,
        it: &Facts<'_>,
        depth: Depth,
        options: &ReplayOptions,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        scratch.known.resize(self.atoms.len(), None);
        let mut values: Vec<Value<'_>> = std::mem::take(&mut scratch.values);
        let mut ask = |atom: &Atom| atom.ask(it, depth, &mut values);
        let mut answer = self.root.holds(&self.atoms, &mut scratch.known, &mut ask);
        let mut it = *it;
        if answer.is_none() && depth >= Depth::Movetext {
            let open = self.atoms.iter().zip(&scratch.known).filter(|(_, known)| known.is_none());
            let sources = open.filter_map(|(atom, _)| atom.source());
            it = it.with_opening(sources, &mut scratch.replay, options);
            let mut ask = |atom: &Atom| atom.ask(&it, Depth::Opening, &mut values);
            answer = self.root.holds(&self.atoms, &mut scratch.known, &mut ask);
        }
        if answer.is_none() && depth >= Depth::Movetext {
            answer = Some(self.play(&it, options, scratch));
        }
        values.clear();
        // Keeps the memory, not the lifetime.
        scratch.values =
            values.into_iter().map_while(|_| None::<Value<'static>>).collect::<Vec<_>>();
        answer
    }

    /// Plays the game, and asks what is still open.
    fn play(&self, it: &Facts<'_>, options: &ReplayOptions, scratch: &mut Scratch) -> bool {
        let Scratch { known, replay, memory, place, note, .. } = scratch;
        let mut open = Vec::new();
        let mut needs_all = false;
        for (index, atom) in self.atoms.iter().enumerate() {
            match &atom.ask {
                Ask::Position(ask) if known[index].is_none() => {
                    open.push(search::Open { index, ask });
                }
                Ask::Ends(_) | Ask::Field(_) if known[index].is_none() => needs_all = true,
                _ => (),
            }
        }
        let start = start(it.game, it.src);
        let options = replay.options_for(it.game, it.src, &start, options);
        let options = ReplayOptions { judge_signs: false, ..options };
        if self.scope == Scope::Mainline
            && open.iter().any(|open| open.ask.asks_for_squares())
            && options.lang.is_none()
            && let Some(reach) = Reach::of(it.game, &start)
        {
            open.retain(|open| {
                let may_hold = open.ask.may_hold(&reach);
                if !may_hold {
                    known[open.index] = Some(false);
                }
                may_hold
            });
            if let Some(answer) = self.root.holds(&self.atoms, known, &mut |_| None) {
                return answer;
            }
        }
        let setup = search::Setup {
            open,
            scope: self.scope,
            n_words: self.n_words,
            needs_all,
            null_is_error: !options.allow_null,
        };
        let mut search = Search::new(setup, memory, Decision { query: self, known });
        search.start(&start);
        let end = replay.walk(it.game, it.src, &start, &options, &mut search);
        *place = search.place;
        let n_errors = search.n_errors + u32::from(start.position.is_err());
        let played = Played { end, n_errors };
        let it = Facts { played: Some(&played), ..*it };
        let mut ask = |atom: &Atom| match &atom.ask {
            Ask::Position(_) => Some(false),
            Ask::Repertoire(asked) => {
                let (holds, found) = asked.holds(&it, &start, replay, &options, self.notes);
                if let Some(Note { place: at, text }) = found {
                    (*place, *note) = (Some(at), Some(text));
                }
                Some(holds)
            }
            _ => atom.ask(&it, Depth::Moves, &mut Vec::new()),
        };
        // Every atom has an answer now.
        self.root.holds(&self.atoms, known, &mut ask).unwrap_or(false)
    }

    /// The repertoires that are asked about.
    pub(crate) fn repertoires(&self) -> impl Iterator<Item = &repertoire::Ask> {
        self.atoms.iter().filter_map(|atom| match &atom.ask {
            Ask::Repertoire(ask) => Some(ask),
            _ => None,
        })
    }

    /// The plan in words: what is asked in which order, and what must be read for it.
    #[must_use]
    pub fn explain(&self) -> String {
        crate::explain::explain(self)
    }
}

impl Atom {
    fn ask<'a>(&self, it: &Facts<'a>, depth: Depth, values: &mut Vec<Value<'a>>) -> Option<bool> {
        match &self.ask {
            Ask::Field(test) => test.source.is_known(it, depth).then(|| test.holds(it, values)),
            Ask::Missing(source) => source.is_known(it, depth).then(|| !source.is_said(it)),
            Ask::Ends(endings) => {
                let end = &it.played?.end;
                let last = end.position.as_ref().filter(|_| end.is_mainline_complete);
                Some(last.is_some_and(|last| endings.iter().any(|ending| ending.is(last))))
            }
            Ask::Position(_) | Ask::Repertoire(_) => None,
            Ask::Has(features) => {
                (self.depth() <= depth).then(|| features.iter().any(|feature| feature.is_in(it)))
            }
        }
    }
}

/// Answers from positions, and what is known of the whole by them.
struct Decision<'a> {
    query: &'a Query,
    known: &'a mut Vec<Option<bool>>,
}

impl Decide for Decision<'_> {
    fn known(&mut self, index: usize, holds: bool) {
        self.known[index] = Some(holds);
    }

    fn is_decided(&mut self) -> bool {
        let Query { root, atoms, .. } = self.query;
        root.holds(atoms, self.known, &mut |_| None).is_some()
    }
}

impl Node {
    /// Three-valued: `None` is not known yet.
    fn holds(
        &self,
        atoms: &[Atom],
        known: &mut [Option<bool>],
        ask: &mut impl FnMut(&Atom) -> Option<bool>,
    ) -> Option<bool> {
        let (nodes, decisive) = match self {
            Node::Atom(index) => {
                if known[*index].is_none() {
                    known[*index] = ask(&atoms[*index]);
                }
                return known[*index];
            }
            Node::Not(inner) => return inner.holds(atoms, known, ask).map(|holds| !holds),
            Node::And(nodes) => (nodes, false),
            Node::Or(nodes) => (nodes, true),
        };
        let mut answer = Some(!decisive);
        for node in nodes {
            match node.holds(atoms, known, ask) {
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

    /// The depth of its cheapest answer; puts the cheaper parts first.
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
