//! The moves of a game with their variations, as nested JSON arrays.

use pgn_chess::{CastlingMode, Outcome, Ply, Position, Visitor, shakmaty::Color};
use pgn_syntax::{
    Fallback, Game, Node, NodeId, NodeKind, RavKind, command::commands, write::push_number,
};

use super::{
    json::{bring_forward, comma, list, push_error, push_string},
    values::{eval, seconds},
};
use crate::first_error::{message_of, rule_of};

/// Nesting depth up to which variations are written as arrays; deeper ones are text.
const DEEPEST: usize = 64;

/// A line of moves that is being written; its moves are already in the output.
#[derive(Default)]
pub(super) struct OpenLine {
    /// Length of the output before the line.
    start: usize,
    /// Offset in the output of the variations of the last move, or of those before the first move.
    variations: usize,
    has_moves: bool,
    /// Comments before the first move.
    pub(super) before_moves: Vec<u8>,
    /// NAGs before the first move.
    pub(super) nags_before: Vec<u8>,
    /// True if the object of the last move still lacks its last fields.
    has_open_move: bool,
    comments: Vec<u8>,
    clk: Option<Vec<u8>>,
    emt: Option<Vec<u8>>,
    eval: Option<Vec<u8>>,
    has_failed: bool,
}

impl OpenLine {
    /// Begins a line whose moves are appended to `out`. Its own parts begin at `start`.
    fn begin(start: usize, out: &[u8]) -> OpenLine {
        OpenLine { start, variations: out.len(), ..OpenLine::default() }
    }

    /// Closes the object of the last move. Fields known last are inserted before its variations.
    fn close_move(&mut self, out: &mut Vec<u8>) {
        if !std::mem::take(&mut self.has_open_move) {
            return;
        }
        let piece = out.len();
        list(out, "comments", &self.comments);
        for (name, value) in
            [("clk", self.clk.take()), ("emt", self.emt.take()), ("eval", self.eval.take())]
        {
            if let Some(value) = value {
                out.extend_from_slice(format!(",\"{name}\":").as_bytes());
                out.extend_from_slice(&value);
            }
        }
        out.extend_from_slice(b",\"variations\":[");
        bring_forward(out, piece, self.variations);
        out.extend_from_slice(b"]}");
        self.comments.clear();
        self.variations = out.len();
    }

    /// Ends the line. Variations without a move that they replace are dropped.
    fn end(&mut self, out: &mut Vec<u8>) {
        self.close_move(out);
        out.truncate(self.variations);
    }

    /// Appends the separator between two variations of a move.
    fn next_variation(&self, out: &mut Vec<u8>) {
        if out.len() > self.variations {
            out.push(b',');
        }
    }
}

/// Writes the moves of a game.
pub(super) struct Tree<'a> {
    game: &'a Game,
    src: &'a [u8],
    /// The offset of `src` in the input.
    base: u64,
    fallback: Fallback,
    /// Repairs the text of comments.
    mend: Option<fn(&str) -> Option<String>>,
    chess960: bool,
    lines: Vec<OpenLine>,
    /// Number of open variations below the deepest array.
    n_nested: usize,
    errors: Vec<u8>,
    out: &'a mut Vec<u8>,
}

impl<'a> Tree<'a> {
    /// Returns a writer that appends the moves of `game` to `out`. `base` is the offset of `src` in
    /// the input; `mend` repairs the text of comments.
    pub(super) fn new(
        (game, src, base): (&'a Game, &'a [u8], u64),
        fallback: Fallback,
        mend: Option<fn(&str) -> Option<String>>,
        chess960: bool,
        out: &'a mut Vec<u8>,
    ) -> Tree<'a> {
        let lines = vec![OpenLine::begin(out.len(), out)];
        Tree {
            game,
            src,
            base,
            fallback,
            mend,
            chess960,
            lines,
            n_nested: 0,
            errors: Vec::new(),
            out,
        }
    }

    /// Ends the moves. Returns the main line and the errors of moves.
    pub(super) fn end(mut self) -> (OpenLine, Vec<u8>) {
        if let Some(open) = self.lines.get(1) {
            self.out.truncate(open.start);
        }
        let mut main = self.lines.swap_remove(0);
        main.end(self.out);
        (main, self.errors)
    }
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
            let dots = if ply.turn.is_white() { "." } else { "..." };
            let message = message_of(error.kind, &format!("{}{dots} {text}", ply.number));
            push_error(
                &mut self.errors,
                rule_of(error.kind),
                self.base,
                ply.span,
                Some(ply.index + 1),
                &message,
            );
        }
        if ply.after.is_none() && !as_written {
            line.has_failed = true;
            return;
        }
        let out = &mut *self.out;
        line.close_move(out);
        let piece = out.len();
        if std::mem::replace(&mut line.has_moves, true) {
            out.push(b',');
        }
        out.extend_from_slice(b"{\"ply\":");
        push_number(out, ply.index + 1);
        out.extend_from_slice(b",\"san\":");
        match ply.canonical_san() {
            Some(san) => push_string(out, san.as_str()),
            None => push_string(out, &text),
        }
        out.extend_from_slice(b",\"uci\":");
        match (ply.outcome, ply.before) {
            (Outcome::Played { mv, .. }, before) => {
                let is_960 = self.chess960 && matches!(before, Position::Standard(_));
                let mode = if is_960 { CastlingMode::Chess960 } else { CastlingMode::Standard };
                push_string(out, &mv.uci(mode).to_string());
            }
            (Outcome::Null, _) => out.extend_from_slice(b"\"0000\""),
            _ => out.extend_from_slice(b"null"),
        }
        out.extend_from_slice(b",\"nags\":");
        let mut nags = Vec::new();
        self.game.nags_into(ply.id.0 as usize + 1, ply.turn == Color::White, &mut nags);
        push_nags(out, &nags);
        // Annotations before the first move of the main line belong to the game.
        let (before, nags_before) = match is_main {
            true => (Vec::new(), Vec::new()),
            false => {
                (std::mem::take(&mut line.before_moves), std::mem::take(&mut line.nags_before))
            }
        };
        if !nags_before.is_empty() {
            out.extend_from_slice(b",\"nags_before\":");
            push_nags(out, &nags_before);
        }
        list(out, "comments_before", &before);
        // Variations before the first move are written as variations of that move.
        let len = out.len() - piece;
        bring_forward(out, piece, line.variations);
        line.variations += len;
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
                    let start = self.out.len();
                    if let Some(outer) = self.lines.last() {
                        outer.next_variation(self.out);
                    }
                    self.out.push(b'[');
                    let mut line = OpenLine::begin(start, self.out);
                    self.game.nags_into(id.0 as usize + 1, true, &mut line.nags_before);
                    self.lines.push(line);
                }
            }
            NodeKind::RavClose => {
                if self.n_nested > 0 {
                    self.n_nested -= 1;
                } else if self.lines.len() > 1
                    && let Some(mut line) = self.lines.pop()
                {
                    line.end(self.out);
                    self.out.push(b']');
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
                if let Some(line) = self.lines.last() {
                    line.next_variation(self.out);
                    self.out.extend_from_slice(b"{\"raw\":");
                    push_string(self.out, &text);
                    self.out.push(b'}');
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
