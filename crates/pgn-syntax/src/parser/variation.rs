//! Parentheses: variations (8.2.5), and marks in parentheses that belong to a move.

use super::{
    expected::Expected,
    glyphs::enclosed_sign,
    movetext::{MovetextReader, Token},
    state::Frame,
};
use crate::{
    game::{
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeId, NodeKind, RavKind},
    },
    text::{
        scan::{byte, skip_blanks},
        span::Span,
    },
    tokens::attempt,
};

/// The maximum number of bytes of a sign in parentheses.
const MAX_SIGN: usize = 12;

/// Returns the end of the parentheses at `at` and the glyph for the sign that is alone in them: `(!)`, `(N)`.
fn sign_in_parentheses(src: &[u8], at: usize) -> Option<(usize, NodeKind)> {
    let close = at + memchr::memchr(b')', &src[at..src.len().min(at + MAX_SIGN)])?;
    // `(N)c3` is a move.
    let is_glued = byte(src, close + 1).is_ascii_alphanumeric();
    enclosed_sign(&src[at + 1..close]).filter(|_| !is_glued).map(|kind| (close + 1, kind))
}

impl MovetextReader<'_> {
    /// Reads the parenthesis at `at`, which opens a variation, or a mark, a sign or a move in parentheses.
    pub(super) fn read_paren_open(&mut self, at: usize) -> Token {
        let src = self.src;
        let is_beside_move = self.move_end != usize::MAX && skip_blanks(src, self.move_end) == at;
        if let Some(end) = self.enclosed_mark_end(at) {
            return self.extend_move(end);
        }
        if is_beside_move && src[at..].starts_with(b"(=)") {
            self.game.report(Kind::DrawOffer, at, at + 3);
            return Token::EndsAt(at + 3);
        }
        let is_in_words = self.is_in_words();
        let is_numbered = self.number.pending.is_some();
        if self.line.has_move
            && !is_numbered
            && !is_in_words
            && let Some((end, kind)) = sign_in_parentheses(src, at)
        {
            return self.push_glyph(at, end, kind);
        }
        if !is_in_words && let Some(end) = attempt::parenthesized_move_end(src, at, is_numbered) {
            return self.push_odd_move(at, end);
        }
        self.open_rav(at, is_numbered);
        Token::EndsAt(at + 1)
    }

    /// Opens a variation at `at`. `is_numbered`: whether it follows a move number.
    fn open_rav(&mut self, at: usize, is_numbered: bool) {
        self.record_token(at, at + 1);
        self.report_dangling_number();
        let open = NodeId::of(self.game.nodes.len());
        let kind = if self.line.has_move { RavKind::Plain } else { RavKind::WithoutMove };
        if kind == RavKind::WithoutMove {
            self.game.report(Kind::RavWithoutMove, at, at + 1);
        }
        let kind = NodeKind::RavOpen { kind, end: open };
        self.game.nodes.push(Node { span: Span::new(at, at + 1), kind });
        self.parser.frames.push(Frame { open, outer: self.line, is_numbered });
        self.line = self.line.of_variation();
        // The first number of each line has a node.
        self.expected = Expected::NONE;
        self.move_end = usize::MAX;
    }

    /// Closes the innermost variation at the parenthesis at `at`.
    pub(super) fn read_paren_close(&mut self, at: usize) -> Token {
        self.record_token(at, at + 1);
        if self.parser.frames.is_empty() {
            self.game.report(Kind::UnmatchedParen, at, at + 1);
        } else {
            self.close_rav(Span::new(at, at + 1));
        }
        Token::EndsAt(at + 1)
    }

    /// Closes the innermost variation. `span` is its parenthesis, empty if the text has none.
    fn close_rav(&mut self, span: Span) {
        self.report_dangling_number();
        if self.parser.frames.len() == 1 && self.n_forgotten_frames > 0 {
            self.n_forgotten_frames -= 1;
            return;
        }
        let Some(frame) = self.parser.frames.pop() else { return };
        let inside = (frame.open.0 as usize).saturating_add(1);
        let is_parenthesis = |node: &Node| matches!(node.kind, NodeKind::RavOpen { .. });
        if frame.is_numbered
            && !self.line.has_move
            && self.game.nodes.get(inside..).is_some_and(|nodes| !nodes.iter().any(is_parenthesis))
        {
            // `2. (!) Nf3`: a NAG before its move belongs to no move.
            self.game.nodes.extract_if(inside.., |node| node.kind.is_nag()).for_each(drop);
        }
        let close = NodeId::of(self.game.nodes.len());
        self.game.nodes.push(Node { span, kind: NodeKind::RavClose });
        if let Some(open) = self.game.nodes.get_mut(frame.open.0 as usize)
            && let start = open.span.start as usize
            && let NodeKind::RavOpen { kind, end } = &mut open.kind
        {
            *end = close;
            if !self.line.has_move && *kind == RavKind::Plain {
                if self.line.holds_variation {
                    // `((1. d4))`: the inner variation is reported, and the text is kept as a whole.
                    *kind = RavKind::WithoutMove;
                } else {
                    *kind = RavKind::Empty;
                    self.game.report(Kind::EmptyRav, start, (span.end as usize).max(start + 1));
                }
            }
        }
        let holds_moves = self.line.has_move || self.line.holds_variation;
        self.line = frame.outer;
        self.line.holds_variation |= holds_moves;
        self.expected =
            if self.line.is_numbered { Expected::number(self.line.number) } else { Expected::NONE };
        self.line.is_annotated = true;
        self.move_end = usize::MAX;
    }

    /// Closes and reports all variations that are open at the end of the game.
    pub(super) fn close_ravs(&mut self, at: usize) {
        self.n_forgotten_frames = 0;
        while let Some(frame) = self.parser.frames.last() {
            if let Some(open) = self.game.nodes.get(frame.open.0 as usize) {
                let Span { start, end } = open.span;
                self.game.report(Kind::UnmatchedParen, start as usize, end as usize);
            }
            self.close_rav(Span::new(at, at));
        }
    }
}
