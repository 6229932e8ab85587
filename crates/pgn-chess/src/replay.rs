//! The replay: a walk over the moves of a game, including its variations, with the positions around each ply.
//!
//! [`Replay::walk`] plays a game from its [start](crate::start()). It reports each [`Ply`] to a [`Visitor`] and returns the
//! [`GameEnd`]: the last position, the first error, and whether all moves were played.

pub mod deviation;
pub mod diagnosis;
pub(crate) mod fast_path;
pub(crate) mod guess;
pub(crate) mod in_place;
pub mod language;
pub(crate) mod played_variations;
pub(crate) mod ply;
pub(crate) mod position_text;
pub(crate) mod replay_options;
pub mod resolve;

// Variations are kept on a stack, so that there is no recursion; each level takes two positions.
//
// Moves are played in one of three ways:
//
// | way | plays | taken |
// | --- | --- | --- |
// | general (`LineOfPlay::play`, this module) | any move in any spelling, of any variant | wherever the fast paths stop |
// | `LineOfPlay::play_plain` (`fast_path`) | legal moves in plain SAN of standard chess and Chess960 | if the visitor needs a `Ply` for canonical moves |
// | `LineOfPlay::play_in_place` (`fast_path`, on an `in_place` board) | canonical moves of standard chess and Chess960 | if the visitor needs no more of canonical moves than their text or the moves themselves |
//
// Both fast paths stop before the first move that they do not know, and change no state for it. They are not
// taken for games in another language, for variants, and after a move that failed.
//
// The property `visitors_agree` of `pgn-testkit` proves that all ways report the same plies and the same
// end. `tests/differential.rs` compares them with shakmaty, and `tests/replay.rs` with each other in its cases.

use pgn_syntax::{Game, Node, NodeId, NodeKind, NumberForm, RavKind, SanCode};
use shakmaty::Color;

use crate::{
    positions::{
        line::{LineOfPlay, Progress},
        moves::Move,
        position::Position,
        start::{Start, Variant, is_double_forfeit, start},
    },
    replay::{
        deviation::Deviations,
        in_place::InPlaceBoard,
        resolve::{MoveError, MoveErrorKind, ResolveOptions, lenient, resolve_plain},
    },
};

pub use crate::replay::ply::{CanonicalPly, FinalZeros, GameEnd, Others, Outcome, Ply, Visitor};
pub use crate::replay::replay_options::{Lang, ReplayOptions};

/// A replay of games, one after another.
///
/// A replay keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_chess::{Replay, ReplayOptions, pgn_syntax::Games, start};
///
/// let pgn = b"1. f3 e5 2. g4 Qh4# 0-1";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let (start, options) = (start(game, pgn), ReplayOptions::default());
/// let end = Replay::new().walk(game, pgn, &start, &options, &mut ());
/// assert_eq!(end.n_plies, 4);
/// assert!(end.position.unwrap().is_checkmate());
/// ```
#[derive(Clone, Debug)]
pub struct Replay {
    lines: Vec<LineOfPlay>,
    board: InPlaceBoard,
}

impl Default for Replay {
    fn default() -> Replay {
        Replay { lines: Vec::new(), board: InPlaceBoard::new() }
    }
}

/// The result of a walk so far.
struct WalkResult {
    first_error: Option<(NodeId, MoveError)>,
    bad_null: Option<(NodeId, u32)>,
    n_errors: u32,
    final_zeros: FinalZeros,
}

impl Replay {
    /// Returns a replay without a game.
    #[must_use]
    pub fn new() -> Replay {
        Replay::default()
    }

    /// Walks over the nodes of a game in the order of the text, plays its moves from `start`, and reports
    /// them to `visitor`.
    pub fn walk<V: Visitor>(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        options: &ReplayOptions,
        visitor: &mut V,
    ) -> GameEnd {
        let options = self.options_for(game, src, start, options);
        let mut found = self.begin(start);
        let wants_end = visitor.wants_end();
        let needs_end = wants_end || game.final_zeros.is_some();
        let judge_signs = options.judge_signs;
        let context = WalkContext { src, options: options.resolve(), judge_signs, needs_end };
        // The fast paths must not read a final `0-0`, because it may not be a move.
        let plain = game.final_zeros.and_then(|zeros| game.nodes.get(..zeros as usize));
        let plain = plain.unwrap_or(&game.nodes);
        let mut depth = 0;
        let mut at = 0;
        while let Some(node) = game.nodes.get(at)
            && !visitor.is_done()
        {
            if let NodeKind::Move { code, .. } = node.kind
                && code.is_read()
            {
                let end = self.play_fast(depth, plain, at, &context, visitor);
                if end > at {
                    at = end;
                    continue;
                }
            }
            let id = NodeId::of(at);
            let cx = CurrentPly { id, node };
            at += 1;
            match node.kind {
                NodeKind::Move { .. } if game.final_zeros == Some(id.0) => {
                    self.lines[depth].play_zeros(cx, game, &context, &mut found, visitor);
                }
                NodeKind::Move { code, .. } => {
                    self.lines[depth].play(cx, code, &context, &mut found, visitor);
                }
                NodeKind::NullMove { .. } => {
                    let may_pass = options.allow_null || start.variant == Variant::Unchecked;
                    let is_bad = depth == 0 && !may_pass;
                    if is_bad {
                        found.bad_null.get_or_insert((id, self.lines[0].index + 1));
                    }
                    let is_played = self.lines[depth].play_null(cx, &mut found, visitor);
                    found.n_errors += u32::from(is_bad && is_played);
                }
                NodeKind::RavOpen { end, .. } if !visitor.wants_variations() => {
                    at = at.max(end.0 as usize + 1);
                }
                NodeKind::RavOpen { kind: RavKind::Plain, .. } => {
                    visitor.node(id, node);
                    self.open(depth);
                    depth += 1;
                }
                NodeKind::RavOpen { end, .. } => {
                    visitor.node(id, node);
                    // The moves of an irregular variation are text. `max` prevents an endless loop if the id is wrong.
                    at = at.max(end.0 as usize);
                    if let Some(close) = game.nodes.get(at) {
                        visitor.node(end, close);
                        at += 1;
                    }
                }
                NodeKind::RavClose => {
                    visitor.node(id, node);
                    depth = depth.saturating_sub(1);
                }
                NodeKind::MoveNumber(_)
                | NodeKind::Nag(_)
                | NodeKind::Suffix(_)
                | NodeKind::Glyph { .. }
                | NodeKind::Comment(_)
                | NodeKind::Marker(_) => visitor.node(id, node),
            }
        }
        let wants_position = wants_end && start.position.is_ok();
        self.end(found, wants_position, game.is_too_dense)
    }

    /// Begins the main line of a game. Returns the result before its first node.
    fn begin(&mut self, start: &Start) -> WalkResult {
        if self.lines.is_empty() {
            self.lines.push(LineOfPlay::new());
        }
        let is_played = start.variant != Variant::Unchecked && start.position.is_ok();
        let first = start.position.as_ref().unwrap_or(&Position::INITIAL);
        self.lines[0].begin(first, !is_played, 0);
        WalkResult {
            first_error: None,
            bad_null: None,
            n_errors: start.position.is_err().into(),
            final_zeros: FinalZeros::None,
        }
    }

    /// Returns the end of a walk, with the position of the main line if `wants_position` is true. `is_too_dense`: the
    /// moves of the game are not known.
    fn end(&self, found: WalkResult, wants_position: bool, is_too_dense: bool) -> GameEnd {
        let main = &self.lines[0];
        GameEnd {
            position: wants_position.then(|| main.current().clone()),
            first_error: found.first_error,
            bad_null: found.bad_null,
            n_plies: main.index - main.n_unplayed,
            n_errors: found.n_errors,
            is_mainline_complete: main.n_unplayed == 0 && !is_too_dense,
            final_zeros: found.final_zeros,
        }
    }

    /// Plays the moves from node `at` on by the fast path that suits the visitor. Returns the node that it stopped
    /// before.
    #[inline(always)]
    fn play_fast<V: Visitor>(
        &mut self,
        depth: usize,
        nodes: &[Node],
        at: usize,
        context: &WalkContext<'_>,
        visitor: &mut V,
    ) -> usize {
        let line = &mut self.lines[depth];
        let wants_plies = visitor.wants_played(Deviations::empty())
            && !visitor.needs_only_text()
            && !visitor.needs_only_moves();
        if wants_plies {
            line.play_plain(nodes, at, context, visitor)
        } else {
            line.play_in_place(&mut self.board, nodes, at, context, visitor)
        }
    }

    /// Begins a variation of the last move of the line at `depth`.
    fn open(&mut self, depth: usize) {
        if self.lines.len() == depth + 1 {
            let depth = u32::try_from(depth + 1).unwrap_or(u32::MAX);
            self.lines.push(LineOfPlay { depth, ..LineOfPlay::new() });
        }
        let (outer, inner) = self.lines.split_at_mut(depth + 1);
        let outer = &outer[depth];
        let is_skipping = outer.progress == Progress::Skipping;
        inner[0].begin(outer.before(), is_skipping, outer.n_unplayed.saturating_sub(1));
    }
}

/// The parameters of a walk, which are the same for all plies.
pub(crate) struct WalkContext<'a> {
    src: &'a [u8],
    pub(crate) options: ResolveOptions,
    pub(crate) judge_signs: bool,
    /// True if the position after the last node is needed.
    pub(crate) needs_end: bool,
}

/// The current ply.
#[derive(Clone, Copy)]
struct CurrentPly<'a> {
    id: NodeId,
    node: &'a Node,
}

impl LineOfPlay {
    /// Plays a move in any spelling and reports it.
    #[inline(never)]
    fn play<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        code: SanCode,
        context: &WalkContext<'_>,
        found: &mut WalkResult,
        visitor: &mut V,
    ) {
        if self.reject_if_out_of_play(cx, found, visitor) {
            return;
        }
        let resolved = match resolve_plain(self.current(), code, &context.options) {
            Some(resolved) => resolved,
            None => {
                let text = cx.node.span.of(context.src);
                match lenient::resolve(self.current(), code, text, &context.options) {
                    Ok(resolved) => resolved,
                    Err(error) => return self.fail(cx, error, found, visitor),
                }
            }
        };
        self.step(resolved.mv);
        let mut deviations = resolved.deviations;
        if context.judge_signs {
            deviations |= resolved.judge_sign(self.current());
        }
        deviations |= resolved.judge_false_check(self.current());
        if visitor.wants_played(deviations) {
            let others = Others(resolved.others);
            self.report(cx, Outcome::Played { mv: resolved.mv, deviations, others }, visitor);
        }
        self.index += 1;
    }

    /// Plays `0-0` at the end of a game, if it is castling, and reports it.
    #[cold]
    fn play_zeros<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        game: &Game,
        context: &WalkContext<'_>,
        found: &mut WalkResult,
        visitor: &mut V,
    ) {
        found.final_zeros = self.final_zeros(game, context.src);
        if found.final_zeros == FinalZeros::DoubleForfeit {
            visitor.node(cx.id, cx.node);
        } else {
            self.play(cx, SanCode::NOT_PLAIN, context, found, visitor);
        }
    }

    /// Plays a move. The position before it is kept for variations.
    #[inline(always)]
    fn step(&mut self, mv: Move) {
        let [first, second] = &mut self.slots;
        let (current, next) = if self.at == 0 { (first, second) } else { (second, first) };
        if let (Position::Standard(board), Position::Standard(after)) = (&*current, &mut *next) {
            board.play_onto(mv, after);
        } else {
            *next = current.after(mv);
        }
        self.at ^= 1;
    }

    /// Reports a move that is not played because a move before it has failed, or because its number names the other
    /// side. Returns true if so.
    fn reject_if_out_of_play<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        found: &mut WalkResult,
        visitor: &mut V,
    ) -> bool {
        if self.progress != Progress::Playing {
            self.skip(cx, visitor);
            return true;
        }
        let is_of_other_side = self.is_of_other_side(cx.node);
        if is_of_other_side {
            self.fail(cx, MoveError::of(MoveErrorKind::OtherSide), found, visitor);
        }
        is_of_other_side
    }

    /// Plays a null move. Returns true if it was played.
    fn play_null<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        found: &mut WalkResult,
        visitor: &mut V,
    ) -> bool {
        if self.reject_if_out_of_play(cx, found, visitor) {
            return false;
        }
        let Some(after) = self.current().after_null() else {
            self.fail(cx, MoveError::ILLEGAL, found, visitor);
            return false;
        };
        self.advance(after);
        self.report(cx, Outcome::Null, visitor);
        self.index += 1;
        true
    }

    /// Reports a ply that was played.
    #[inline(never)]
    fn report<V: Visitor>(&mut self, cx: CurrentPly<'_>, outcome: Outcome, visitor: &mut V) {
        visitor.ply(&Ply {
            id: cx.id,
            span: cx.node.span,
            depth: self.depth,
            index: self.index,
            before: self.before(),
            after: Some(self.current()),
            outcome,
            number: self.before().fullmove_number(),
            turn: self.before().turn(),
        });
    }

    #[cold]
    fn fail<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        error: MoveError,
        found: &mut WalkResult,
        visitor: &mut V,
    ) {
        found.first_error.get_or_insert((cx.id, error));
        found.n_errors += 1;
        self.progress = Progress::Failed;
        let current = self.current().clone();
        self.slots[self.at & 1 ^ 1] = current;
        self.report_unplayed(cx, Outcome::Failed(error), visitor);
    }

    #[cold]
    fn skip<V: Visitor>(&mut self, cx: CurrentPly<'_>, visitor: &mut V) {
        self.progress = Progress::Skipping;
        self.report_unplayed(cx, Outcome::Skipped, visitor);
    }

    fn report_unplayed<V: Visitor>(
        &mut self,
        cx: CurrentPly<'_>,
        outcome: Outcome,
        visitor: &mut V,
    ) {
        let (mut number, mut turn) = (self.current().fullmove_number(), self.current().turn());
        number = number.saturating_add((self.n_unplayed + u32::from(turn == Color::Black)) / 2);
        if self.n_unplayed % 2 == 1 {
            turn = !turn;
        }
        visitor.ply(&Ply {
            id: cx.id,
            span: cx.node.span,
            depth: self.depth,
            index: self.index,
            before: self.current(),
            after: None,
            outcome,
            number,
            turn,
        });
        self.index += 1;
        self.n_unplayed += 1;
    }

    /// Returns true if the number before a move names the side that is not to move.
    fn is_of_other_side(&self, node: &Node) -> bool {
        let (NodeKind::Move { number, .. } | NodeKind::NullMove { number }) = node.kind else {
            return false;
        };
        let named = match number {
            NumberForm::NamesWhite => Color::White,
            NumberForm::NamesBlack => Color::Black,
            NumberForm::None | NumberForm::White | NumberForm::Black | NumberForm::Other => {
                return false;
            }
        };
        named != self.current().turn()
    }

    /// Returns whether `0-0` as the last word is castling, or means that both sides have lost.
    fn final_zeros(&self, game: &Game, src: &[u8]) -> FinalZeros {
        let may_castle =
            || self.progress != Progress::Playing || self.current().castling_move(true).is_some();
        let is_castling = !is_double_forfeit(game, src) && may_castle();
        if is_castling { FinalZeros::Castling } else { FinalZeros::DoubleForfeit }
    }
}

/// Returns the number of half-moves of the main line, legal or not. A `0-0` as the last word counts if it is castling
/// (END-07).
///
/// ```
/// use pgn_chess::{n_plies, pgn_syntax::Games};
///
/// let count = |pgn: &[u8]| n_plies(Games::new(pgn).next().unwrap(), pgn);
/// assert_eq!(count(b"1. e4 e5 0-0"), 2);
/// assert_eq!(count(b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0"), 7);
/// ```
#[must_use]
pub fn n_plies(game: &Game, src: &[u8]) -> u32 {
    if game.final_zeros.is_none() {
        return game.n_plies;
    }
    let start = start(game, src);
    let end = Replay::new().walk(game, src, &start, &ReplayOptions::default(), &mut ());
    end.n_plies_of(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::positions::start::start;

    struct Limited {
        left: usize,
        seen: Vec<String>,
        variations: bool,
    }

    impl Visitor for Limited {
        fn ply(&mut self, ply: &Ply<'_>) {
            self.left -= 1;
            self.seen.push(ply.canonical_san().unwrap().to_string());
        }

        fn is_done(&self) -> bool {
            self.left == 0
        }

        fn wants_variations(&self) -> bool {
            self.variations
        }
    }

    #[track_caller]
    fn check(left: usize, variations: bool, expect: &str, n_plies: u32) {
        let pgn = b"1. e4 (1. d4 d5 (1... f5)) 1... e5 ({x} (y)) 2. Nf3 Nc6 3. Bb5 a6 *";
        let mut games = pgn_syntax::Games::new(pgn);
        let game = games.next().unwrap();
        let mut visitor = Limited { left, seen: Vec::new(), variations };
        let start = start(game, pgn);
        let options = ReplayOptions::default();
        let end = Replay::new().walk(game, pgn, &start, &options, &mut visitor);
        assert_eq!((visitor.seen.join(" ").as_str(), end.n_plies), (expect, n_plies));
    }

    #[test]
    fn a_visitor_can_end_the_walk_and_skip_variations() {
        check(9, true, "e4 d4 d5 f5 e5 Nf3 Nc6 Bb5 a6", 6);
        check(6, false, "e4 e5 Nf3 Nc6 Bb5 a6", 6);
        check(4, false, "e4 e5 Nf3 Nc6", 4);
        check(2, false, "e4 e5", 2);
        check(2, true, "e4 d4", 1);
    }
}
