//! The moves of a game with their variations, as nested JSON arrays.

use pgn_chess::{CanonicalPly, Outcome, Ply, Visitor, shakmaty::Color};
use pgn_syntax::{
    CommentKind, Fallback, Game, MoveData, Node, NodeId, NodeKind, RavKind, ScoreForm,
    white_space::squeezed, write::push_number,
};

use super::{
    json::{bring_forward, comma, list, push_error, push_or_null, push_plain, push_string},
    values::{push_data, push_move, push_short, uci},
};
use crate::first_error::{message_of, rule_of};

/// Nesting depth up to which variations are written as arrays; deeper ones are text.
const MAX_DEPTH: usize = 64;

/// A line of moves that is being written; the moves up to now are already in the output.
#[derive(Default)]
pub(super) struct OpenLine {
    /// Length of the output before the line.
    start: usize,
    /// Offset in the output of the variations of the last move, or of those before the first move.
    variations: usize,
    has_moves: bool,
    /// Length of the output before the last move.
    move_start: usize,
    /// Comments before the first move.
    pub(super) before_moves: Vec<u8>,
    /// NAGs before the first move.
    pub(super) nags_before: Vec<u8>,
    /// True if the object of the last move still lacks its last fields.
    has_open_move: bool,
    /// True if the list of comments of the last move was begun in the output.
    has_comments: bool,
    /// Comments of the last move that are after its first variation, which is already in the output.
    late_comments: Vec<u8>,
    /// True if White made the last move.
    is_white: bool,
    /// Values of the comments of the last move.
    data: MoveData,
    /// True if a move could not be played. What follows it in its line is not written.
    has_failed: bool,
}

impl OpenLine {
    /// Begins a line whose moves are appended to `out`. Its own parts begin at `start`.
    fn begin(start: usize, out: &[u8]) -> OpenLine {
        OpenLine { start, variations: out.len(), ..OpenLine::default() }
    }

    /// Returns true if nothing was written after the last move and its comments.
    fn is_at_end(&self, out: &[u8]) -> bool {
        out.len() == self.variations
    }

    /// Returns true if the last move has neither comments nor variations, as most moves.
    fn is_bare(&self, out: &[u8]) -> bool {
        self.is_at_end(out) && !self.has_comments && self.late_comments.is_empty()
    }

    /// Adds a comment of the last move, or one before the first move. `push` appends it.
    #[inline(always)]
    fn push_comment(&mut self, out: &mut Vec<u8>, push: impl FnOnce(&mut Vec<u8>)) {
        let is_in_output = self.has_open_move && self.is_at_end(out);
        let list = match (self.has_open_move, is_in_output) {
            (false, _) => &mut self.before_moves,
            (true, false) => &mut self.late_comments,
            (true, true) => &mut *out,
        };
        if is_in_output && !std::mem::replace(&mut self.has_comments, true) {
            list.extend_from_slice(b",\"comments\":[");
        } else {
            comma(list);
        }
        push(list);
        if is_in_output {
            self.variations = out.len();
        }
    }

    /// Closes the object of the last move. Fields known last are inserted before its variations.
    fn close_move(&mut self, out: &mut Vec<u8>) {
        if !std::mem::take(&mut self.has_open_move) {
            return;
        }
        if self.is_bare(out) {
            out.extend_from_slice(b",\"comments\":[],\"variations\":[]}");
            self.variations = out.len();
            return;
        }
        let piece = out.len();
        if !std::mem::take(&mut self.has_comments) {
            out.extend_from_slice(b",\"comments\":[");
            out.append(&mut self.late_comments);
        } else if !self.late_comments.is_empty() {
            out.push(b',');
            out.append(&mut self.late_comments);
        }
        out.push(b']');
        push_data(&self.data, out);
        self.data = MoveData::default();
        out.extend_from_slice(b",\"variations\":[");
        bring_forward(out, piece, self.variations);
        out.extend_from_slice(b"]}");
        self.variations = out.len();
    }

    /// Moves the object of the last move before the variations that precede it in the text: variations before the
    /// first move are written as variations of that move.
    #[inline]
    fn put_before_variations(&mut self, out: &mut [u8]) {
        bring_forward(out, self.move_start, self.variations);
        self.variations += out.len() - self.move_start;
    }

    /// Ends the line. Variations that no move precedes are dropped.
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
    repair_text: Option<fn(&str) -> Option<String>>,
    lines: Vec<OpenLine>,
    scores: ScoreForm<'a>,
    /// Number of open variations below the deepest array.
    n_nested: usize,
    errors: Vec<u8>,
    /// The NAGs of the last move.
    nags: Vec<u8>,
    out: &'a mut Vec<u8>,
}

impl<'a> Tree<'a> {
    /// Returns a writer that appends the moves of `game` to `out`. `base` is the offset of `src` in
    /// the input; `repair_text` repairs the text of comments.
    pub(super) fn new(
        game: &'a Game,
        src: &'a [u8],
        base: u64,
        fallback: Fallback,
        repair_text: Option<fn(&str) -> Option<String>>,
        out: &'a mut Vec<u8>,
    ) -> Tree<'a> {
        let lines = vec![OpenLine::begin(out.len(), out)];
        Tree {
            game,
            src,
            base,
            fallback,
            repair_text,
            lines,
            scores: ScoreForm::of(game, src),
            n_nested: 0,
            errors: Vec::new(),
            nags: Vec::new(),
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
        let Some(line) = self.lines.last_mut() else { return };
        let text = self.fallback.decode(ply.span.of(self.src));
        if let Outcome::Failed(error) = ply.outcome {
            line.has_failed = true;
            let message = message_of(error.kind, &format!("{} {text}", ply.numbered()));
            push_error(
                &mut self.errors,
                rule_of(error.kind),
                self.base,
                ply.span,
                Some(ply.index + 1),
                &message,
            );
        }
        if ply.after.is_none() {
            line.has_failed = true;
            return;
        }
        self.open_move(ply.index, b",\"san\":");
        match ply.canonical_san() {
            Some(san) => push_plain(self.out, san.as_bytes()),
            None => push_string(self.out, &text),
        }
        self.out.extend_from_slice(b",\"uci\":");
        push_or_null(self.out, uci(ply), |out, uci| push_plain(out, uci.as_bytes()));
        self.annotate_move(ply.id, ply.turn);
    }

    fn needs_only_text(&self) -> bool {
        true
    }

    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if self.n_nested > 0 || self.lines.is_empty() {
            return;
        }
        self.open_move(ply.index, b",\"san\":\"");
        push_move(ply.span, self.src, self.out);
        self.out.extend_from_slice(b"\",\"uci\":\"");
        ply.mv().uci(ply.castling_mode()).push_to(self.out);
        self.out.push(b'"');
        self.annotate_move(ply.id, ply.turn);
    }

    fn node(&mut self, id: NodeId, node: &Node) {
        let is_written = self.n_nested == 0 && self.lines.last().is_some_and(|it| !it.has_failed);
        match node.kind {
            NodeKind::RavOpen { .. } if !is_written => self.n_nested += 1,
            NodeKind::RavOpen { kind, end } => {
                let is_deep = self.lines.len() > MAX_DEPTH;
                if is_deep || kind != RavKind::Plain {
                    let close = self.game.nodes[end.0 as usize].span.end as usize;
                    let text = &self.src[node.span.start as usize..close];
                    self.raw_variation(kind, text, id, end);
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
            NodeKind::Comment(CommentKind::Server) if is_written => self.server_comment(node),
            NodeKind::Comment(_) if is_written => self.comment(node.comment_text(self.src)),
            NodeKind::Marker(_) if is_written && self.lines.len() > 1 => {
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
    /// Begins the object of a move, up to its text. `san` is the field of the text with what precedes it.
    #[inline(always)]
    fn open_move(&mut self, index: u32, san: &[u8]) {
        let Some(line) = self.lines.last_mut() else { return };
        let out = &mut *self.out;
        if line.has_open_move && line.is_bare(out) {
            // The end of the last move and the beginning of this one, in one copy.
            out.extend_from_slice(b",\"comments\":[],\"variations\":[]},{\"ply\":");
            line.move_start = out.len() - b",{\"ply\":".len();
            line.variations = line.move_start;
        } else {
            line.close_move(out);
            line.move_start = out.len();
            match std::mem::replace(&mut line.has_moves, true) {
                true => out.extend_from_slice(b",{\"ply\":"),
                false => out.extend_from_slice(b"{\"ply\":"),
            }
        }
        push_number(out, index + 1);
        out.extend_from_slice(san);
    }

    /// Appends the fields of a move after its text, as far as they are known before the next move.
    #[inline(always)]
    fn annotate_move(&mut self, id: NodeId, turn: Color) {
        let is_main = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return };
        line.is_white = turn == Color::White;
        let out = &mut *self.out;
        line.has_open_move = true;
        // Most moves have neither NAGs nor anything before them.
        if is_main && !self.game.has_nags {
            out.extend_from_slice(b",\"nags\":[],\"comments_before\":[]");
            return line.put_before_variations(out);
        }
        self.push_annotations(id, turn);
    }

    /// As [`annotate_move`](Tree::annotate_move), for a game with NAGs and for a move of a variation.
    fn push_annotations(&mut self, id: NodeId, turn: Color) {
        let is_main = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return };
        let out = &mut *self.out;
        out.extend_from_slice(b",\"nags\":");
        if self.game.has_nags {
            self.game.nags_into(id.0 as usize + 1, turn == Color::White, &mut self.nags);
        }
        push_nags(out, &self.nags);
        // Annotations before the first move of the main line belong to the game.
        if !is_main && !line.nags_before.is_empty() {
            out.extend_from_slice(b",\"nags_before\":");
            push_nags(out, &line.nags_before);
            line.nags_before.clear();
        }
        list(out, "comments_before", if is_main { &[] } else { &line.before_moves });
        if !is_main {
            line.before_moves.clear();
        }
        line.put_before_variations(out);
    }

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
        let mut words = self.fallback.decode(text);
        if let Some(repaired) = self.repair_text.and_then(|repair_text| repair_text(&words)) {
            words = repaired.into();
        }
        let words = squeezed(&words);
        if words.is_empty() {
            return;
        }
        let Some(line) = self.lines.last_mut() else { return };
        line.push_comment(self.out, |list| push_string(list, &words));
        if line.has_open_move {
            line.data.read(text, line.is_white, Some(&self.scores));
        }
    }

    /// As [`comment`](Tree::comment), for a comment of a server: ASCII text that needs no escaping, and has one blank
    /// between its words.
    fn server_comment(&mut self, node: &Node) {
        let Some(line) = self.lines.last_mut() else { return };
        let text = node.comment_text(self.src).trim_ascii_end();
        let words = text.trim_ascii_start();
        let start = node.span.start as usize + 1 + text.len() - words.len();
        line.push_comment(self.out, |list| {
            list.push(b'"');
            push_short::<32>(&self.src[start..], words.len(), list);
            list.push(b'"');
        });
        if line.has_open_move {
            line.data.read_node(node, line.is_white, &self.scores);
        }
    }
}
