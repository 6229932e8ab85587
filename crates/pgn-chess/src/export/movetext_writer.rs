//! The movetext of a game in export format (EXP-03 to EXP-06), and text that cannot be read as moves.

use std::collections::HashSet;

use pgn_syntax::{
    CommentKind, Game, Node, NodeId, NodeKind, RavKind, Span,
    nag::{SignSet, sign_of},
    write::Layout,
};
use shakmaty::Color;

use crate::{
    export::{
        export_options::{ExportForm, ExportOptions, NagNumbers, Nags},
        notation::Notation,
        remark::remark,
    },
    positions::{
        moves::{CastlingMode, Move},
        start::{Start, Variant},
    },
    replay::ply::{CanonicalPly, Outcome, Ply, Visitor},
};

/// The treatment of moves that fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureMode {
    /// No move fails.
    Whole,
    Comment,
    Truncate,
    /// As `Comment`; words of an unknown variant fail, too.
    Text,
}

/// The element that NAGs follow: the start of a main line or variation, or a move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NagPlace {
    Start,
    Move,
}

/// Text that cannot be read as moves.
#[derive(Clone, Copy, Debug)]
struct UnreadText {
    /// The depth of the line whose move failed.
    depth: u32,
    /// The offset of the text that has not been written yet.
    from: usize,
    /// True if the text is a whole variation, which ends with its parenthesis.
    with_paren: bool,
}

pub(crate) struct Writer<'a> {
    layout: &'a mut Layout,
    out: &'a mut Vec<u8>,
    game: &'a Game,
    src: &'a [u8],
    options: &'a ExportOptions,
    is_reduced: bool,
    as_written: bool,
    cannot_start: bool,
    mode: FailureMode,
    played: Option<&'a HashSet<u32>>,
    /// True if a black move needs its number.
    force: bool,
    depth: u32,
    /// Nodes before this one are skipped.
    skip_to: u32,
    /// True if the beginning of the game is not written, and no move has been written so far.
    is_headless: bool,
    /// Nodes from this one on are not written.
    end: u32,
    /// The end of the last node.
    prev_end: usize,
    unread: Option<UnreadText>,
    nags: Vec<u8>,
    /// A buffer for moves in another notation than SAN.
    text: Vec<u8>,
    /// The spans of comments without words, which are not written.
    pub(crate) empty_comments: Vec<Span>,
}

impl Visitor for Writer<'_> {
    #[inline]
    fn ply(&mut self, ply: &Ply<'_>) {
        if self.is_passed(ply.id, ply.depth) {
            return;
        }
        let is_bad_null =
            ply.depth == 0 && !self.options.replay.allow_null && ply.outcome == Outcome::Null;
        let is_played = ply.after.is_some() || (self.as_written && !self.cannot_start);
        if self.mode != FailureMode::Whole && (!is_played || is_bad_null) {
            self.break_off(ply.depth, ply.span.start as usize);
            return;
        }
        self.force |= self.as_written && ply.is_bare_word(self.src);
        self.number(ply.number, ply.turn);
        match ply.canonical_san() {
            Some(san) if self.options.notation == Notation::San => {
                self.layout.unit(self.out, san.as_bytes());
            }
            Some(_) => {
                self.text.clear();
                self.options.notation.write(ply, &mut self.text);
                self.layout.unit(self.out, &self.text);
            }
            None => {
                let text = ply.text(self.src, self.options.fallback);
                let kind = self.game.nodes[ply.id.0 as usize].kind;
                let is_null = matches!(kind, NodeKind::NullMove { .. });
                self.layout.unit(self.out, if is_null { b"--" } else { text.as_bytes() });
            }
        }
        self.end_ply(ply.id, ply.span, ply.turn);
        if let Some((every, what)) = self.options.remarks
            && let Some(text) = remark(ply, self.game, self.src, every, what)
        {
            self.write_comment(text.as_bytes());
        }
    }

    #[inline]
    fn needs_only_text(&self) -> bool {
        self.options.remarks.is_none()
    }

    #[inline]
    fn canonical(&mut self, ply: &CanonicalPly<'_>) {
        if self.is_passed(ply.id, ply.depth) {
            return;
        }
        self.number(ply.number, ply.turn);
        if matches!(self.options.notation, Notation::San) {
            self.layout.word(self.out, self.src, ply.span);
        } else {
            self.other_notation(ply.mv(), ply.span, ply.castling_mode());
        }
        self.end_ply(ply.id, ply.span, ply.turn);
    }

    #[inline]
    fn node(&mut self, id: NodeId, node: &Node) {
        let is_written = id.0 >= self.skip_to && id.0 < self.end;
        if node.kind == NodeKind::Comment(CommentKind::Server)
            && is_written
            && self.unread.is_none()
            && !self.is_reduced
        {
            self.layout.server_comment(self.out, self.src, node.span);
            self.force = true;
            self.prev_end = node.span.end as usize;
            return;
        }
        self.other_node(id, node);
    }
}

impl<'a> Writer<'a> {
    /// Returns a writer of the nodes from `skip_to` to `end`, and writes the NAGs before the first move.
    pub(crate) fn new(
        options: &'a ExportOptions,
        layout: &'a mut Layout,
        (game, src, start): (&'a Game, &'a [u8], &Start),
        (mode, (skip_to, end)): (FailureMode, (u32, u32)),
        played: Option<&'a HashSet<u32>>,
        out: &'a mut Vec<u8>,
    ) -> Writer<'a> {
        let mut writer = Writer {
            layout,
            out,
            game,
            src,
            options,
            is_reduced: options.form == ExportForm::Reduced,
            as_written: start.variant == Variant::Unchecked && mode != FailureMode::Text,
            cannot_start: start.position.is_err(),
            mode: if mode == FailureMode::Text { FailureMode::Comment } else { mode },
            played,
            force: true,
            depth: 0,
            skip_to,
            is_headless: skip_to > 0,
            end,
            prev_end: game.movetext_start as usize,
            unread: None,
            nags: Vec::new(),
            text: Vec::new(),
            empty_comments: Vec::new(),
        };
        if skip_to == 0 {
            writer.write_leading_nags(0);
        }
        writer
    }

    /// Writes a canonical move in another notation than SAN. A function of its own, so that the path of SAN stays
    /// short.
    #[inline(never)]
    fn other_notation(&mut self, mv: Move, span: Span, mode: CastlingMode) {
        self.text.clear();
        self.options.notation.write_move(mv, span.of(self.src), mode, &mut self.text);
        if matches!(self.options.notation, Notation::Figurine | Notation::Letters(_)) {
            return self.layout.unit(self.out, &self.text);
        }
        // Zeros that follow the word let it be copied as an array.
        let word = Span::new(0, self.text.len());
        self.text.extend_from_slice(&[0; 16]);
        self.layout.word(self.out, &self.text, word);
    }

    /// Writes any node except a move or server comment.
    fn other_node(&mut self, id: NodeId, node: &Node) {
        if id.0 >= self.end {
            return;
        }
        match node.kind {
            NodeKind::RavOpen { kind, end } => self.open_rav(id, node, kind, end),
            NodeKind::RavClose => self.close_rav(id, node),
            NodeKind::Comment(_) if id.0 >= self.skip_to => self.comment(node),
            NodeKind::Marker(_) if id.0 >= self.skip_to => {
                if self.depth > 0 && self.unread.is_none() && !self.is_reduced {
                    // A result quoted in a variation (RAV-10).
                    self.write_comment(node.span.of(self.src));
                } else if self.depth == 0 {
                    self.end_text(node.span.start as usize);
                }
            }
            // A final `0-0` that is not castling takes the place of the marker.
            NodeKind::Move { .. } => self.end_text(node.span.start as usize),
            _ => (),
        }
        if id.0 >= self.skip_to && !matches!(node.kind, NodeKind::MoveNumber(_)) {
            self.prev_end = node.span.end as usize;
        }
    }

    /// Writes the NAGs before the first move of a line. Comments before it are written when the walk reaches
    /// them.
    fn write_leading_nags(&mut self, from: u32) {
        let mut kinds = self.game.mainline_nodes(from as usize).map(|(_, node)| node.kind);
        let is_other =
            |kind: &NodeKind| !kind.is_comment() && !matches!(kind, NodeKind::MoveNumber(_));
        if kinds.find(is_other).is_some_and(NodeKind::is_nag) {
            self.write_nags(from, Color::White, NagPlace::Start);
        }
    }

    /// Returns true if a ply is not written, or is part of text that cannot be read.
    #[inline]
    fn is_passed(&self, id: NodeId, depth: u32) -> bool {
        id.0 < self.skip_to
            || id.0 >= self.end
            || self.unread.is_some()
            || self.is_reduced && depth > 0
    }

    /// Writes the move number where it is needed.
    #[inline]
    fn number(&mut self, number: u32, turn: Color) {
        if turn == Color::White || self.force {
            self.layout.move_number(self.out, number, turn == Color::Black);
        }
    }

    /// Updates the state after the text of a ply, and writes its NAGs.
    #[inline]
    fn end_ply(&mut self, id: NodeId, span: Span, turn: Color) {
        self.force = false;
        self.is_headless = false;
        self.prev_end = span.end as usize;
        self.nags_after(id.0 + 1, turn);
    }

    #[inline]
    fn nags_after(&mut self, from: u32, moved: Color) {
        if !self.game.has_nags {
            return;
        }
        // Nearly always a move, a number, or a comment before one of these, follows.
        for node in self.game.nodes.iter().skip(from as usize) {
            match node.kind {
                NodeKind::Comment(_) => (),
                NodeKind::Move { .. } | NodeKind::Marker(_) | NodeKind::RavClose => return,
                _ => return self.write_nags(from, moved, NagPlace::Move),
            }
        }
    }

    fn sign_of(&self, nag: u8, moved: Color) -> Option<&'static str> {
        match self.options.nags {
            Nags::Numeric => None,
            Nags::Symbols => sign_of(nag, moved == Color::White, SignSet::Unicode),
            Nags::AsciiSymbols => sign_of(nag, moved == Color::White, SignSet::Ascii),
        }
    }

    /// Writes all NAGs up to the next move of the line.
    fn write_nags(&mut self, from: u32, moved: Color, after: NagPlace) {
        if self.is_reduced {
            return;
        }
        let mut nags = std::mem::take(&mut self.nags);
        self.game.nags_into(from as usize, moved == Color::White, &mut nags);
        for (at, &nag) in nags.iter().enumerate() {
            // A suffix is part of the move. Only the first one is written as a suffix.
            let is_suffix = at == 0 && after == NagPlace::Move && matches!(nag, 1..=6);
            match self.sign_of(nag, moved).filter(|_| is_suffix || nag > 6) {
                Some(sign) if is_suffix => {
                    self.out.extend_from_slice(sign.as_bytes());
                    continue;
                }
                Some(sign) => self.layout.unit(self.out, sign.as_bytes()),
                None => self.layout.nag(self.out, nag),
            }
            self.force |= self.options.nag_numbers == NagNumbers::Yes;
        }
        self.nags = nags;
    }

    /// Writes a comment. Returns false, and writes nothing, if it has no words.
    fn write_comment(&mut self, text: &[u8]) -> bool {
        let text = self.options.repaired(text);
        let is_written = self.layout.comment(self.out, &text, self.options.fallback);
        self.force |= is_written;
        is_written
    }

    fn comment(&mut self, node: &Node) {
        if self.is_reduced {
            return;
        }
        let is_words = node.kind == NodeKind::Comment(CommentKind::Words);
        if let Some(unread) = self.unread {
            // Words are part of the text that cannot be read.
            if is_words && node.span.end <= self.game.end {
                return;
            }
            self.write_unread(node.span.start as usize);
            if self.mode == FailureMode::Comment {
                self.write_comment(node.comment_text(self.src));
            }
            self.unread = Some(UnreadText { from: node.span.end as usize, ..unread });
            return;
        }
        if !self.write_comment(node.comment_text(self.src)) {
            self.empty_comments.push(node.span);
        }
    }

    fn open_rav(&mut self, id: NodeId, node: &Node, kind: RavKind, end: NodeId) {
        self.depth += 1;
        if id.0 < self.skip_to || self.is_reduced || self.unread.is_some() {
            return;
        }
        if self.is_headless && self.depth == 1 {
            // The move that the variation replaces is not written.
            self.skip_to = end.0 + 1;
            return;
        }
        match kind {
            RavKind::Plain => {
                if self.played.is_some_and(|played| !played.contains(&id.0)) && !self.as_written {
                    self.unread = Some(UnreadText {
                        depth: self.depth,
                        from: node.span.start as usize,
                        with_paren: true,
                    });
                    return;
                }
                self.layout.open_paren(self.out);
                self.force = true;
                self.write_leading_nags(id.0 + 1);
            }
            RavKind::Empty => {
                // The comments of an empty variation become comments of the move before it (RAV-07).
                let is_text =
                    |node: &&Node| matches!(node.kind, NodeKind::Comment(_) | NodeKind::Marker(_));
                for node in self.game.nodes[id.0 as usize..end.0 as usize].iter().filter(is_text) {
                    self.write_comment(node.comment_text(self.src));
                }
                self.skip_to = end.0 + 1;
            }
            RavKind::WithoutMove => {
                let close = self.game.nodes[end.0 as usize].span.end as usize;
                let text = &self.src[node.span.start as usize..close];
                self.write_comment(text);
                self.skip_to = end.0 + 1;
            }
        }
    }

    fn close_rav(&mut self, id: NodeId, node: &Node) {
        let depth = self.depth;
        self.depth = self.depth.saturating_sub(1);
        if self.is_reduced {
            return;
        }
        if let Some(unread) = self.unread {
            if unread.depth < depth {
                return;
            }
            self.write_unread(
                if unread.with_paren { node.span.end } else { node.span.start } as usize
            );
            self.unread = None;
            if unread.with_paren {
                self.prev_end = node.span.end as usize;
                return;
            }
        } else if id.0 < self.skip_to {
            return;
        }
        self.layout.close_paren(self.out);
        self.force = true;
    }

    /// Treats the line at `depth`, from the offset `at` on, as text that cannot be read.
    fn break_off(&mut self, depth: u32, at: usize) {
        // The move number before the move is part of the text.
        let between = &self.src[self.prev_end.min(at)..at];
        let blanks = between.iter().take_while(|b| b.is_ascii_whitespace()).count();
        self.unread =
            Some(UnreadText { depth, from: self.prev_end.min(at) + blanks, with_paren: false });
    }

    fn write_unread(&mut self, to: usize) {
        if let Some(unread) = self.unread
            && self.mode == FailureMode::Comment
            && unread.from < to
        {
            self.write_comment(&self.src[unread.from..to]);
        }
    }

    /// Writes the rest of the text that cannot be read, at the end of the main line.
    pub(crate) fn end_text(&mut self, at: usize) {
        if self.unread.is_some() {
            self.write_unread(at);
            self.unread = None;
        }
    }
}
