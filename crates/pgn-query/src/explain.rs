//! A plan in words: `--explain-where`.

use crate::{
    facts::Depth,
    query::{Node, Query},
};

/// What is asked, in the order of asking, and how far games are read.
pub(crate) fn explain(query: &Query) -> String {
    let mut lines = Vec::new();
    walk(query, &query.root, 0, &mut lines);
    let width = lines.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0).min(60);
    let mut out = String::new();
    for (text, depth) in &lines {
        let gap = " ".repeat(width.saturating_sub(text.chars().count()));
        match depth {
            Some(depth) => out.push_str(&format!("{text}{gap}  {}\n", name(*depth))),
            None => out.push_str(&format!("{text}\n")),
        }
    }
    out.push_str(match (query.first_depth(), query.depth()) {
        (_, Depth::Tags) => "reads: tags of every game; movetext is passed over\n",
        (Depth::Tags, Depth::Movetext) => {
            "reads: tags of every game; movetext of games that they do not decide\n"
        }
        (_, Depth::Movetext) => "reads: tags and movetext of every game; no move is played\n",
        (Depth::Moves, Depth::Moves) => {
            "reads: moves of every game, up to the first decisive fact\n"
        }
        (_, Depth::Moves) => {
            "reads: tags of every game; moves of games that they do not decide, up to the first \
             decisive fact\n"
        }
    });
    out
}

fn name(depth: Depth) -> &'static str {
    match depth {
        Depth::Tags => "tags",
        Depth::Movetext => "movetext",
        Depth::Moves => "moves",
    }
}

fn walk(query: &Query, node: &Node, indent: usize, lines: &mut Vec<(String, Option<Depth>)>) {
    let pad = "  ".repeat(indent);
    let (word, nodes) = match node {
        Node::Atom(index) => {
            let atom = &query.atoms[*index];
            lines.push((format!("{pad}{}", atom.text), Some(atom.depth())));
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
