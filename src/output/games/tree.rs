//! The moves of a game with their variations as nested JSON arrays.

use pgn_chess::{CastlingMode, Outcome, Ply, Position, Visitor, shakmaty::Color};
use pgn_syntax::{
    Fallback, Game, Node, NodeId, NodeKind, RavKind, command::commands, write::push_number,
};

use super::{
    json::{comma, list, push_error, push_string},
    values::{eval, seconds},
};
use crate::work::first_error::rule_of;

/// Variations below this depth are given as text.
const DEEPEST: usize = 64;

/// One line of play as it is written.
#[derive(Default)]
pub(super) struct Line {
    pub(super) moves: Vec<u8>,
    /// Comments before the first move.
    pub(super) before_moves: Vec<u8>,
    /// NAGs before the first move.
    pub(super) nags_before: Vec<u8>,
    /// The object of the last move lacks these still.
    has_open_move: bool,
    comments: Vec<u8>,
    variations: Vec<u8>,
    clk: Option<Vec<u8>>,
    emt: Option<Vec<u8>>,
    eval: Option<Vec<u8>>,
    has_failed: bool,
}

impl Line {
    pub(super) fn close_move(&mut self) {
        if !std::mem::take(&mut self.has_open_move) {
            return;
        }
        list(&mut self.moves, "comments", &self.comments);
        for (name, value) in
            [("clk", self.clk.take()), ("emt", self.emt.take()), ("eval", self.eval.take())]
        {
            if let Some(value) = value {
                self.moves.extend_from_slice(format!(",\"{name}\":").as_bytes());
                self.moves.extend_from_slice(&value);
            }
        }
        list(&mut self.moves, "variations", &self.variations);
        self.moves.push(b'}');
        self.comments.clear();
        self.variations.clear();
    }
}

pub(super) struct Tree<'a> {
    pub(super) game: &'a Game,
    pub(super) src: &'a [u8],
    pub(super) fallback: Fallback,
    /// Changes the text of comments.
    pub(super) mend: Option<fn(&str) -> Option<String>>,
    pub(super) chess960: bool,
    pub(super) lines: Vec<Line>,
    /// Variations open below the deepest that is written out.
    pub(super) n_nested: usize,
    pub(super) errors: Vec<u8>,
}

impl Visitor for Tree<'_> {
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.n_nested > 0 {
            return;
        }
        let is_main = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return };
        let text = self.fallback.decode(ply.span.of(self.src));
        let as_written = matches!(ply.outcome, Outcome::Skipped) && !line.has_failed;
        if let Outcome::Failed(error) = ply.outcome {
            line.has_failed = true;
            let message = format!("`{text}`");
            push_error(
                &mut self.errors,
                rule_of(error.kind),
                ply.span,
                Some(ply.index + 1),
                &message,
            );
        }
        if ply.after.is_none() && !as_written {
            line.has_failed = true;
            return;
        }
        line.close_move();
        comma(&mut line.moves);
        line.moves.extend_from_slice(b"{\"ply\":");
        push_number(&mut line.moves, ply.index + 1);
        line.moves.extend_from_slice(b",\"san\":");
        match ply.canonical_san() {
            Some(san) => push_string(&mut line.moves, san.as_str()),
            None => push_string(&mut line.moves, &text),
        }
        line.moves.extend_from_slice(b",\"uci\":");
        match (ply.outcome, ply.before) {
            (Outcome::Played { mv, .. }, before) => {
                let is_960 = self.chess960 && matches!(before, Position::Standard(_));
                let mode = if is_960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
                push_string(&mut line.moves, &mv.uci(mode).to_string());
            }
            (Outcome::Null, _) => line.moves.extend_from_slice(b"\"0000\""),
            _ => line.moves.extend_from_slice(b"null"),
        }
        line.moves.extend_from_slice(b",\"nags\":");
        let mut nags = Vec::new();
        self.game.nags_into(ply.id.0 as usize + 1, ply.turn == Color::White, &mut nags);
        push_nags(&mut line.moves, &nags);
        // What stands before the first move of the main line is the game's own.
        let (before, nags_before) = match is_main {
            true => (Vec::new(), Vec::new()),
            false => {
                (std::mem::take(&mut line.before_moves), std::mem::take(&mut line.nags_before))
            }
        };
        if !nags_before.is_empty() {
            line.moves.extend_from_slice(b",\"nags_before\":");
            push_nags(&mut line.moves, &nags_before);
        }
        list(&mut line.moves, "comments_before", &before);
        line.has_open_move = true;
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::RavOpen { kind, end } => {
                let is_deep = self.lines.len() > DEEPEST;
                if self.n_nested > 0 || is_deep || kind != RavKind::Plain {
                    if self.n_nested == 0 {
                        let close = self.game.nodes[end.0 as usize].span.end as usize;
                        self.raw_variation(
                            kind,
                            &self.src[node.span.start as usize..close],
                            id,
                            end,
                        );
                    }
                    self.n_nested += 1;
                } else {
                    let mut line = Line::default();
                    self.game.nags_into(id.0 as usize + 1, true, &mut line.nags_before);
                    self.lines.push(line);
                }
            }
            NodeKind::RavClose => {
                if self.n_nested > 0 {
                    self.n_nested -= 1;
                } else if self.lines.len() > 1
                    && let Some(mut line) = self.lines.pop()
                    && let Some(outer) = self.lines.last_mut()
                {
                    line.close_move();
                    comma(&mut outer.variations);
                    outer.variations.push(b'[');
                    outer.variations.extend_from_slice(&line.moves);
                    outer.variations.push(b']');
                }
            }
            NodeKind::Comment(_) if self.n_nested == 0 => self.comment(node.comment_text(self.src)),
            NodeKind::Marker(_) if self.n_nested == 0 && self.lines.len() > 1 => {
                self.comment(node.span.of(self.src))
            }
            _ => (),
        }
    }
}

/// Appends NAGs as an array.
pub(super) fn push_nags(out: &mut Vec<u8>, nags: &[u8]) {
    out.push(b'[');
    for (at, &nag) in nags.iter().enumerate() {
        if at > 0 {
            out.push(b',');
        }
        push_number(out, u32::from(nag));
    }
    out.push(b']');
}

impl Tree<'_> {
    fn raw_variation(&mut self, kind: RavKind, text: &[u8], open: NodeId, end: NodeId) {
        match kind {
            RavKind::Plain => {
                let text = self.fallback.decode(text).into_owned();
                if let Some(line) = self.lines.last_mut() {
                    comma(&mut line.variations);
                    line.variations.extend_from_slice(b"{\"raw\":");
                    push_string(&mut line.variations, &text);
                    line.variations.push(b'}');
                }
            }
            RavKind::Empty => {
                let game = self.game;
                for node in &game.nodes[open.0 as usize..end.0 as usize] {
                    match node.kind {
                        NodeKind::Comment(_) => self.comment(node.comment_text(self.src)),
                        NodeKind::Marker(_) => self.comment(node.span.of(self.src)),
                        _ => (),
                    }
                }
            }
            RavKind::WithoutMove => self.comment(text),
        }
    }

    fn comment(&mut self, text: &[u8]) {
        let mut decoded = self.fallback.decode(text);
        if let Some(mended) = self.mend.and_then(|mend| mend(&decoded)) {
            decoded = mended.into();
        }
        let words = decoded.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let Some(line) = self.lines.last_mut() else { return };
        if words.is_empty() {
            return;
        }
        let is_behind = line.has_open_move;
        let list = if is_behind { &mut line.comments } else { &mut line.before_moves };
        comma(list);
        push_string(list, &words);
        if !is_behind {
            return;
        }
        for command in commands(text) {
            match command.name {
                b"clk" => line.clk = seconds(command.operands).or(line.clk.take()),
                b"emt" => line.emt = seconds(command.operands).or(line.emt.take()),
                b"eval" => line.eval = eval(command.operands).or(line.eval.take()),
                _ => (),
            }
        }
    }
}
