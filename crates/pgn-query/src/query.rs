//! An expression that is understood: what is asked of a game, the cheapest first.

use pgn_chess::{Replay, ReplayOptions};

use crate::{
    compile,
    error::{Error, Fault},
    facts::{Depth, Facts, Played},
    has::Feature,
    syntax,
    test::FieldTest,
    value::Value,
};

use crate::field::Source;

/// A question about games.
#[derive(Clone, Debug)]
pub struct Query {
    pub(crate) root: Node,
    pub(crate) atoms: Vec<Atom>,
}

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
}

impl Atom {
    /// How far a game must be read for the answer.
    pub(crate) fn depth(&self) -> Depth {
        match &self.ask {
            Ask::Field(test) => test.source.depth(),
            Ask::Missing(source) => source.depth(),
            Ask::Has(features) => {
                features.iter().map(|feature| feature.depth()).max().unwrap_or(Depth::Tags)
            }
        }
    }

    fn needs_number(&self) -> bool {
        let source = match &self.ask {
            Ask::Field(test) => &test.source,
            Ask::Missing(source) => source,
            Ask::Has(_) => return false,
        };
        matches!(source, Source::Field(field) if field.name == "game")
    }
}

/// What is kept from game to game, a thread.
#[derive(Debug, Default)]
pub struct Scratch {
    /// What is known of the atoms.
    known: Vec<Option<bool>>,
    values: Vec<Value<'static>>,
    replay: Replay,
}

impl Query {
    /// Reads an expression.
    ///
    /// # Errors
    /// It is none, or asks for what there is not.
    pub fn parse(text: &str) -> Result<Query, Error> {
        let query = || -> Result<Query, Fault> { compile::compile(text, &syntax::parse(text)?) };
        query().map_err(|fault| fault.in_text(text))
    }

    /// All of these questions.
    #[must_use]
    pub fn all(queries: Vec<Query>) -> Option<Query> {
        let mut queries = queries.into_iter();
        let mut whole = queries.next()?;
        for query in queries {
            let shift = whole.atoms.len();
            whole.atoms.extend(query.atoms);
            let other = query.root.shifted(shift);
            whole.root = Node::And(vec![whole.root, other]);
        }
        let atoms = &whole.atoms;
        whole.root.sort(&|index| atoms[index].depth());
        Some(whole)
    }

    /// The games that it does not hold for.
    #[must_use]
    pub fn negated(self) -> Query {
        Query { root: Node::Not(Box::new(self.root)), atoms: self.atoms }
    }

    /// How far a game must be read at most.
    #[must_use]
    pub fn depth(&self) -> Depth {
        self.atoms.iter().map(Atom::depth).max().unwrap_or(Depth::Tags)
    }

    /// How far every game must be read.
    #[must_use]
    pub fn first_depth(&self) -> Depth {
        self.atoms.iter().map(Atom::depth).min().unwrap_or(Depth::Tags)
    }

    /// Whether it asks for the number of the game.
    #[must_use]
    pub fn needs_number(&self) -> bool {
        self.atoms.iter().any(Atom::needs_number)
    }

    /// Whether it holds for a game that has been read as far as `depth`; `None` if that is not far
    /// enough to know. A game whose movetext has been read is played if need be.
    pub fn holds(
        &self,
        it: &Facts<'_>,
        depth: Depth,
        options: &ReplayOptions,
        scratch: &mut Scratch,
    ) -> Option<bool> {
        scratch.known.clear();
        scratch.known.resize(self.atoms.len(), None);
        let mut values: Vec<Value<'_>> = std::mem::take(&mut scratch.values);
        let mut ask = |atom: &Atom| atom.ask(it, depth, &mut values);
        let mut answer = self.root.holds(&self.atoms, &mut scratch.known, &mut ask);
        if answer.is_none() && depth >= Depth::Movetext {
            let played = Played::of(it.game, it.src, &mut scratch.replay, options);
            let it = Facts { played: Some(&played), ..*it };
            let mut ask = |atom: &Atom| atom.ask(&it, Depth::Moves, &mut Vec::new());
            answer = self.root.holds(&self.atoms, &mut scratch.known, &mut ask);
        }
        values.clear();
        // Keeps the memory, not the lifetime.
        scratch.values =
            values.into_iter().map_while(|_| None::<Value<'static>>).collect::<Vec<_>>();
        answer
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
            Ask::Missing(source) => source.is_known(it, depth).then(|| {
                values.clear();
                source.values(it, values);
                values.is_empty()
            }),
            Ask::Has(features) => {
                (self.depth() <= depth).then(|| features.iter().any(|feature| feature.is_in(it)))
            }
        }
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
