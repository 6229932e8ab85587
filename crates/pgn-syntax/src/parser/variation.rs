//! Parentheses: variations (8.2.5), and marks in parentheses that belong to a move.

use super::{
    Parser,
    expected::Expected,
    glyphs::{enclosed_sign, push_glyph},
    marks::{enclosed_mark_end, extend_move},
    state::{FIRST_LINE, Frame, LineState, State, dangling_number, error, record_token},
};
use crate::{
    attempt,
    error::SyntaxErrorKind as Kind,
    game::Game,
    movetext::{Node, NodeId, NodeKind, RavKind},
    scan::{byte, skip_blanks},
    span::Span,
};

/// The maximum number of bytes of a sign in parentheses.
const MAX_SIGN: usize = 12;

/// Returns the end of the parentheses at `at` and the glyph for the sign that stands alone in them: `(!)`, `(N)`.
fn sign_in_parentheses(src: &[u8], at: usize) -> Option<(usize, NodeKind)> {
    let close = at + memchr::memchr(b')', &src[at..src.len().min(at + MAX_SIGN)])?;
    // `(N)c3` is a move.
    let is_glued = byte(src, close + 1).is_ascii_alphanumeric();
    enclosed_sign(&src[at + 1..close]).filter(|_| !is_glued).map(|kind| (close + 1, kind))
}

impl Parser {
    /// Opens a variation at `at`, or reads a mark in parentheses. Returns the end of what was read.
    pub(super) fn open_paren(
        &mut self,
        src: &[u8],
        game: &mut Game,
        state: &mut State,
        at: usize,
    ) -> usize {
        let is_beside_move = state.move_end != usize::MAX && skip_blanks(src, state.move_end) == at;
        if let Some(end) = enclosed_mark_end(src, game, state, at) {
            extend_move(game, state, end);
            return end;
        }
        if is_beside_move && src[at..].starts_with(b"(=)") {
            error(game, Kind::DrawOffer, at, at + 3);
            return at + 3;
        }
        let is_in_words = state.is_in_words();
        let is_numbered = state.number.is_some();
        if state.line.has_move
            && !is_numbered
            && !is_in_words
            && let Some((end, kind)) = sign_in_parentheses(src, at)
        {
            return push_glyph(game, state, (at, end), kind);
        }
        if !is_in_words && let Some(end) = attempt::parenthesized_move_end(src, at, is_numbered) {
            self.push_odd_move(game, state, at, end);
            return end;
        }
        record_token(game, state, at, at + 1);
        dangling_number(game, state);
        let open = NodeId::of(game.nodes.len());
        let kind = if state.line.has_move { RavKind::Plain } else { RavKind::WithoutMove };
        if kind == RavKind::WithoutMove {
            error(game, Kind::RavWithoutMove, at, at + 1);
        }
        game.nodes.push(Node {
            span: Span::new(at, at + 1),
            kind: NodeKind::RavOpen { kind, end: open },
        });
        self.frames.push(Frame { open, outer: state.line, is_numbered });
        let outer = &state.line;
        state.line = LineState {
            // The first move of the variation replaces the last move of the line.
            number: if outer.is_black || !outer.has_move {
                outer.number
            } else {
                outer.number.wrapping_sub(1)
            },
            is_black: outer.is_black ^ outer.has_move,
            is_counted: outer.is_counted,
            counts_plies: outer.counts_plies,
            ..FIRST_LINE
        };
        // The first number of each line has a node.
        state.expected = Expected::NONE;
        state.move_end = usize::MAX;
        at + 1
    }

    /// Closes the innermost variation. `span` is its parenthesis, empty if the text has none.
    pub(super) fn close_rav(&mut self, game: &mut Game, state: &mut State, span: Span) {
        dangling_number(game, state);
        if self.frames.len() == 1 && state.n_forgotten_frames > 0 {
            state.n_forgotten_frames -= 1;
            return;
        }
        let Some(frame) = self.frames.pop() else { return };
        let inside = (frame.open.0 as usize).saturating_add(1);
        let is_parenthesis = |node: &Node| matches!(node.kind, NodeKind::RavOpen { .. });
        if frame.is_numbered
            && !state.line.has_move
            && game.nodes.get(inside..).is_some_and(|nodes| !nodes.iter().any(is_parenthesis))
        {
            // `2. (!) Nf3`: a NAG before its move belongs to no move.
            game.nodes.extract_if(inside.., |node| node.kind.is_nag()).for_each(drop);
        }
        let close = NodeId::of(game.nodes.len());
        game.nodes.push(Node { span, kind: NodeKind::RavClose });
        if let Some(open) = game.nodes.get_mut(frame.open.0 as usize)
            && let start = open.span.start as usize
            && let NodeKind::RavOpen { kind, end } = &mut open.kind
        {
            *end = close;
            if !state.line.has_move && *kind == RavKind::Plain {
                if state.line.holds_variation {
                    // `((1. d4))`: the inner variation is reported, and the text is kept as a whole.
                    *kind = RavKind::WithoutMove;
                } else {
                    *kind = RavKind::Empty;
                    error(game, Kind::EmptyRav, start, (span.end as usize).max(start + 1));
                }
            }
        }
        let holds_moves = state.line.has_move || state.line.holds_variation;
        state.line = frame.outer;
        state.line.holds_variation |= holds_moves;
        state.expected = if state.line.is_numbered {
            Expected::number(state.line.number)
        } else {
            Expected::NONE
        };
        state.line.is_annotated = true;
        state.move_end = usize::MAX;
    }

    /// Closes and reports all variations that are open at the end of the game.
    pub(super) fn close_ravs(&mut self, game: &mut Game, state: &mut State, at: usize) {
        state.n_forgotten_frames = 0;
        while let Some(frame) = self.frames.last() {
            if let Some(open) = game.nodes.get(frame.open.0 as usize) {
                let Span { start, end } = open.span;
                error(game, Kind::UnmatchedParen, start as usize, end as usize);
            }
            self.close_rav(game, state, Span::new(at, at));
        }
    }
}
