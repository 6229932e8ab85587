//! The short ways of the walk: stretches of moves in plain SAN, played with as little work as their
//! visitor allows. Whatever is out of the ordinary they leave to the walk.

use pgn_syntax::{CommentKind, Node, NodeId, NodeKind};
use shakmaty::Color;

use crate::{
    deviation::Deviations,
    line::Line,
    ply::{CanonicalPly, Others, Outcome, Ply, Visitor},
    position::Position,
    replay::Cast,
    resolve::plain,
    run::Run,
};

impl Line {
    /// Plays the moves from `at` on as long as they are plain SAN that is legal as it stands, on a
    /// board of standard chess, and the visitor wants them; gives the first node that is not. What is
    /// the same for all of them is looked at once.
    // Apart from the walk, so that each has the registers to itself.
    #[inline(never)]
    pub(crate) fn play_plain<V: Visitor>(
        &mut self,
        nodes: &[Node],
        mut at: usize,
        cast: &Cast<'_>,
        visitor: &mut V,
    ) -> usize {
        if self.has_failed || cast.options.lang.is_some() {
            return at;
        }
        let [first, second] = &mut self.slots;
        let (mut current, mut next) =
            if self.at & 1 == 0 { (first, second) } else { (second, first) };
        while visitor.wants_played(Deviations::NONE)
            && let Some(node) = nodes.get(at)
            && let NodeKind::Move { code, .. } = node.kind
            && code.is_read()
            && let (Position::Standard(board), Position::Standard(after)) = (&*current, &mut *next)
            && let Some(resolved) = plain(board, code)
        {
            board.play_onto(resolved.mv, after);
            let mut deviations = resolved.deviations;
            if cast.judge_signs {
                deviations = deviations.with(resolved.judge_sign(next));
            }
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

    /// Plays moves from `at` on as long as they are canonical and the visitor does not want them, or no more
    /// than their text or the moves themselves, and passes what stands between them; gives the first node that is
    /// something else.
    #[inline(never)]
    pub(crate) fn play_run<V: Visitor>(
        &mut self,
        run: &mut Run,
        nodes: &[Node],
        mut at: usize,
        cast: &Cast<'_>,
        visitor: &mut V,
    ) -> usize {
        let depth = self.depth;
        let Position::Standard(board) = self.current() else { return at };
        if self.has_failed || cast.options.lang.is_some() || !run.begin(board) {
            return at;
        }
        let is_told = visitor.wants_text() || visitor.wants_moves();
        let judge_signs = cast.judge_signs || visitor.wants_text();
        let mut number = self.current().fullmove_number();
        // What it wants changes with what it is told.
        let mut wants_plies = !is_told && visitor.wants_played(Deviations::NONE);
        while let Some(node) = nodes.get(at) {
            if let NodeKind::Move { code, .. } = node.kind {
                if !code.is_read() | wants_plies {
                    break;
                }
                let turn = Color::from_white(run.is_white());
                if !run.play(code, judge_signs) {
                    break;
                }
                if is_told {
                    let id = NodeId::of(at);
                    let (span, mv) = (node.span, run.last_move());
                    visitor.canonical(&CanonicalPly { id, span, mv, depth, number, turn });
                    number = number.saturating_add(u32::from(turn.is_black()));
                }
            } else if matches!(
                node.kind,
                NodeKind::NullMove { .. } | NodeKind::RavOpen { .. } | NodeKind::RavClose
            ) {
                break;
            } else {
                visitor.node(NodeId::of(at), node);
                wants_plies = !is_told && visitor.wants_played(Deviations::NONE);
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
        if run.n_plies() > 0 && (at < nodes.len() || cast.needs_end) {
            // Where the last move was made only variations ask; a move that comes first makes its own.
            let comes = nodes.get(at).map(|node| node.kind);
            if !matches!(comes, None | Some(NodeKind::Move { .. })) {
                self.slots[self.at & 1] = Position::Standard(run.before());
            }
            self.advance(Position::Standard(run.board()));
        }
        self.index += run.n_plies();
        at
    }
}
