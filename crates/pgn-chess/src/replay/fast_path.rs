//! The fast paths of the [replay](crate::replay): runs of moves in plain SAN, played with as little work as the
//! visitor allows. All other moves are left to the replay; a comment in that module says when which path is taken.

use pgn_syntax::{CommentKind, Node, NodeId, NodeKind};
use shakmaty::Color;

use crate::{
    positions::{
        line::{LineOfPlay, Progress},
        position::Position,
    },
    replay::{
        WalkContext,
        deviation::Deviations,
        in_place::InPlaceBoard,
        ply::{CanonicalPly, Others, Outcome, Ply, Visitor},
        resolve::plain,
    },
};

impl LineOfPlay {
    /// Plays the moves from node `at` on, as long as they are plain SAN, legal on a board of standard chess or
    /// Chess960, and wanted by the visitor. Returns the index of the first node that is not.
    // A function of its own, so that the compiler has all registers for this loop.
    #[inline(never)]
    pub(crate) fn play_plain<V: Visitor>(
        &mut self,
        nodes: &[Node],
        mut at: usize,
        context: &WalkContext<'_>,
        visitor: &mut V,
    ) -> usize {
        if self.progress != Progress::Playing || context.options.lang.is_some() {
            return at;
        }
        let [first, second] = &mut self.slots;
        let (mut current, mut next) =
            if self.at & 1 == 0 { (first, second) } else { (second, first) };
        while visitor.wants_played(Deviations::empty())
            && let Some(node) = nodes.get(at)
            && let NodeKind::Move { code, .. } = node.kind
            && code.is_read()
            && let (Position::Standard(board), Position::Standard(after)) = (&*current, &mut *next)
            && let Some(resolved) = plain(board, code)
        {
            board.play_onto(resolved.mv, after);
            let mut deviations = resolved.deviations;
            if context.judge_signs {
                deviations |= resolved.judge_sign(next);
            }
            deviations |= resolved.judge_false_check(next);
            if visitor.wants_played(deviations) {
                visitor.ply(&Ply {
                    id: NodeId::of(at),
                    span: node.span,
                    depth: self.depth,
                    index: self.index,
                    before: current,
                    after: Some(next),
                    outcome: Outcome::Played {
                        mv: resolved.mv,
                        deviations,
                        others: Others(resolved.others),
                    },
                    number: current.fullmove_number(),
                    turn: current.turn(),
                });
                if visitor.is_done() {
                    self.at ^= 1;
                    self.index += 1;
                    return at + 1;
                }
            }
            (current, next) = (next, current);
            self.at ^= 1;
            self.index += 1;
            at += 1;
        }
        at
    }

    /// Plays the moves from node `at` on, as long as they are canonical SAN and the visitor needs at most
    /// their text or the moves themselves, and passes other nodes to the visitor. Returns the index of the
    /// first node that this fast path leaves to the general code.
    #[inline(never)]
    pub(crate) fn play_in_place<V: Visitor>(
        &mut self,
        board: &mut InPlaceBoard,
        nodes: &[Node],
        mut at: usize,
        context: &WalkContext<'_>,
        visitor: &mut V,
    ) -> usize {
        let depth = self.depth;
        let Position::Standard(start) = self.current() else { return at };
        if self.progress != Progress::Playing
            || context.options.lang.is_some()
            || !board.begin(start)
        {
            return at;
        }
        let mut is_reported = visitor.needs_only_text() || visitor.needs_only_moves();
        let judge_signs = context.judge_signs || visitor.needs_only_text();
        let (mut number, first_index) = (self.current().fullmove_number(), self.index);
        // `wants_played` may change after each move or node that is reported.
        let mut wants_plies = !is_reported && visitor.wants_played(Deviations::empty());
        while let Some(node) = nodes.get(at) {
            if let NodeKind::Move { code, .. } = node.kind {
                if !code.is_read() | wants_plies {
                    break;
                }
                let turn = Color::from_white(board.is_white());
                if !board.play(code, judge_signs) {
                    break;
                }
                if is_reported {
                    let (id, span, board) = (NodeId::of(at), node.span, &*board);
                    let index = first_index + board.n_plies() - 1;
                    visitor.canonical(&CanonicalPly {
                        id,
                        span,
                        depth,
                        index,
                        number,
                        turn,
                        board,
                    });
                    number = number.saturating_add(u32::from(turn.is_black()));
                    is_reported = visitor.needs_only_text() || visitor.needs_only_moves();
                    wants_plies = !is_reported && visitor.wants_played(Deviations::empty());
                }
            } else if matches!(
                node.kind,
                NodeKind::NullMove { .. } | NodeKind::RavOpen { .. } | NodeKind::RavClose
            ) {
                break;
            } else {
                visitor.node(NodeId::of(at), node);
                wants_plies = !is_reported && visitor.wants_played(Deviations::empty());
            }
            at += 1;
            if visitor.is_done() {
                break;
            }
            if !visitor.wants_server_comments()
                && let Some(node) = nodes.get(at)
                && node.kind == NodeKind::Comment(CommentKind::Server)
            {
                at += 1;
            }
        }
        if board.n_plies() > 0 && (at < nodes.len() || context.needs_end) {
            // Only a variation needs the position before the last move. If a move is next, it sets that position
            // itself.
            let comes = nodes.get(at).map(|node| node.kind);
            if !matches!(comes, None | Some(NodeKind::Move { .. })) {
                self.slots[self.at & 1] = Position::Standard(board.before());
            }
            self.advance(Position::Standard(board.board()));
        }
        self.index += board.n_plies();
        at
    }
}
