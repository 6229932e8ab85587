//! Compiles a syntax tree to a query: looks names up, reads values, and puts the cheaper parts
//! first.

use std::ops::Range;

use crate::{
    compiler::{calls, syntax},
    fields::field_test::FieldTest,
    language::{
        ast::Ast,
        error::{Error, Fault},
    },
    position::{
        build::{self, Builder},
        search::Scope,
    },
    query::{Atom, AtomKind, Node, Query},
    repertoire::{Load, Notes},
};

impl Query {
    /// Parses an expression. An expression that names a file is an error.
    ///
    /// # Errors
    /// Returns an error if the expression is not valid.
    pub fn parse(text: &str) -> Result<Query, Error> {
        Query::parse_with(text, &|_| Err("there are no files here".to_owned()))
    }

    /// Parses an expression, and reads the files that it names.
    ///
    /// # Errors
    /// Returns an error if the expression is not valid, or a file cannot be read.
    pub fn parse_with(text: &str, load: Load<'_>) -> Result<Query, Error> {
        let query = || -> Result<Query, Fault> { compile(text, &syntax::parse(text)?, load) };
        query().map_err(|fault| fault.in_text(text))
    }
}

impl std::str::FromStr for Query {
    type Err = Error;

    fn from_str(text: &str) -> Result<Query, Error> {
        Query::parse(text)
    }
}

/// Compiles a syntax tree.
///
/// # Errors
/// Returns an error if the expression names an unknown predicate or field, or has a value of the wrong kind.
fn compile(text: &str, ast: &Ast, load: Load<'_>) -> Result<Query, Fault> {
    let builder = Builder { at_plies: |name| calls::find(name)?.at_plies, n_words: 0 };
    let mut compiler = Compiler { text, atoms: Vec::new(), builder, load };
    let mut root = compiler.node(ast)?;
    let (atoms, n_words) = (compiler.atoms, compiler.builder.n_words);
    root.sort(&|index| atoms[index].depth());
    Ok(Query { root, atoms, n_words, scope: Scope::Mainline, notes: Notes::Unwanted })
}

struct Compiler<'a> {
    text: &'a str,
    atoms: Vec<Atom>,
    builder: Builder,
    load: Load<'a>,
}

impl Compiler<'_> {
    fn node(&mut self, ast: &Ast) -> Result<Node, Fault> {
        let (kind, span) = match ast {
            Ast::Or(parts) => return Ok(Node::Or(self.nodes(parts)?)),
            Ast::And(parts) => return Ok(Node::And(self.nodes(parts)?)),
            Ast::Not(inner) => return Ok(Node::Not(Box::new(self.node(inner)?))),
            Ast::Test(test) => match build::pieces_test(test)? {
                // `!=` holds for a game if it holds at all of its positions and at least one position is known.
                Some(_) if let Some((known, equal)) = build::unlike_pieces(test)? => {
                    let known = self.atom(AtomKind::Position(known), &test.span);
                    let equal = self.atom(AtomKind::Position(equal), &test.span);
                    return Ok(Node::And(vec![known, Node::Not(Box::new(equal))]));
                }
                Some(position) => (AtomKind::Position(position), &test.span),
                None => (AtomKind::Field(FieldTest::new(test)?), &test.span),
            },
            Ast::Call(call) => match self.builder.call(call)? {
                Some(position) => (AtomKind::Position(position), &call.span),
                None => (calls::of_game(call, self.load)?, &call.span),
            },
        };
        Ok(self.atom(kind, span))
    }

    /// Adds a part of the query, whose text is at `span`.
    fn atom(&mut self, kind: AtomKind, span: &Range<usize>) -> Node {
        let text = self.text[span.clone()].to_owned();
        self.atoms.push(Atom { text, kind });
        Node::Atom(self.atoms.len() - 1)
    }

    fn nodes(&mut self, parts: &[Ast]) -> Result<Vec<Node>, Fault> {
        parts.iter().map(|part| self.node(part)).collect()
    }
}
