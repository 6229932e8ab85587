//! The text of `--explain-where`: in which order a query is evaluated, and how far games are read for it.

use pgn_chess::shakmaty::Color;

use crate::{
    games::facts::Depth,
    query::{Node, Query},
};

impl Query {
    /// Returns the query plan in words: the order of evaluation, and how far games are read.
    #[must_use]
    pub fn explain(&self) -> String {
        let mut lines = Vec::new();
        walk(self, &self.root, 0, &mut lines);
        let width = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0).min(60);
        let mut out = String::new();
        for (text, depth) in &lines {
            let gap = " ".repeat(width.saturating_sub(text.chars().count()));
            match depth {
                Some((first, most)) if first != most => {
                    out.push_str(&format!("{text}{gap}  {}, else {}\n", name(*first), name(*most)));
                }
                Some((_, most)) => out.push_str(&format!("{text}{gap}  {}\n", name(*most))),
                None => out.push_str(&format!("{text}\n")),
            }
        }
        out.push_str(what_is_read(self.first_depth(), self.depth()));
        for predicate in self.repertoires() {
            let side = match predicate.repertoire.side() {
                Some(Color::White) => "White's",
                Some(Color::Black) => "Black's",
                None => "side unknown",
            };
            let n = predicate.repertoire.n_positions();
            out.push_str(&format!("repertoire {}: {n} positions, {side}\n", predicate.file));
        }
        out
    }
}

/// Returns the line that says what is read of games, by the least and the greatest depth of a query.
fn what_is_read(first: Depth, most: Depth) -> &'static str {
    match (first, most) {
        (_, Depth::Tags) => "reads: tags of every game; movetext is skipped\n",
        (Depth::Tags, Depth::Movetext) => {
            "reads: tags of every game; movetext of games that tags do not decide\n"
        }
        (_, Depth::Movetext) => "reads: tags and movetext of every game; no move is played\n",
        (Depth::Tags, Depth::Opening) => {
            "reads: tags of every game; first moves of games that tags do not decide\n"
        }
        (_, Depth::Opening) => "reads: tags and first moves of every game\n",
        (Depth::Moves, _) => "reads: moves of every game, up to the first decisive fact\n",
        (Depth::Tags, Depth::Moves) => {
            "reads: tags of every game; moves of games that tags do not decide, up to the first \
             decisive fact\n"
        }
        (Depth::Movetext | Depth::Opening, Depth::Moves) => {
            "reads: tags and movetext of every game; moves of games that they do not decide, up to \
             the first decisive fact\n"
        }
    }
}

fn name(depth: Depth) -> &'static str {
    match depth {
        Depth::Tags => "tags",
        Depth::Movetext => "movetext",
        Depth::Opening => "first moves",
        Depth::Moves => "moves",
    }
}

/// A line of the plan, with the least and the greatest depth to which its part of the query reads a game.
type ExplainLine = (String, Option<(Depth, Depth)>);

fn walk(query: &Query, node: &Node, indent: usize, lines: &mut Vec<ExplainLine>) {
    let pad = "  ".repeat(indent);
    let (word, nodes) = match node {
        Node::Atom(index) => {
            let atom = &query.atoms[*index];
            lines.push((format!("{pad}{}", atom.text), Some((atom.first_depth(), atom.depth()))));
            return;
        }
        Node::And(nodes) => ("and", nodes.as_slice()),
        Node::Or(nodes) => ("or", nodes.as_slice()),
        Node::Not(inner) => ("not", std::slice::from_ref(&**inner)),
    };
    lines.push((format!("{pad}{word}"), None));
    for node in nodes {
        walk(query, node, indent + 1, lines);
    }
}
