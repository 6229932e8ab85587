//! The checks of each move of a game, as it is played.

use pgn_chess::{
    deviation::Deviations,
    replay::{Outcome, Ply, Visitor},
    resolve::MoveErrorKind,
    start::Start,
};
use pgn_syntax::{Game, Node, NodeId, NodeKind, Span};

use super::tables::Tables;
use crate::{
    context::GameCx,
    findings::Findings,
    moves,
    rule::{PlyFn, Rule},
};

/// Checks each move as it is played.
pub(super) struct MoveChecker<'a> {
    cx: &'a GameCx<'a>,
    tables: &'a Tables,
    findings: &'a mut Findings,
    /// The node of the first move number, if it is correct; most games have no other number node.
    right: Option<NodeId>,
    /// The number before the next move.
    number: Option<(Span, u32)>,
    /// The difference of the last move number of the line to the correct one.
    last_offset: i64,
    /// The same of the lines around it.
    outer_offsets: Vec<i64>,
}

impl<'a> MoveChecker<'a> {
    pub(super) fn new(
        cx: &'a GameCx<'a>,
        start: &Start,
        tables: &'a Tables,
        findings: &'a mut Findings,
    ) -> MoveChecker<'a> {
        let right = correct_first_number(cx.game, start);
        let (number, last_offset, outer_offsets) = (None, 0, Vec::new());
        MoveChecker { cx, tables, findings, right, number, last_offset, outer_offsets }
    }
}

impl Visitor for MoveChecker<'_> {
    #[inline(always)]
    fn wants_played(&self, deviations: Deviations) -> bool {
        deviations.intersects(self.tables.deviation_mask) || self.number.is_some()
    }

    #[inline(always)]
    fn ply(&mut self, ply: &Ply<'_>) {
        self.odd_ply(ply);
    }

    #[inline(always)]
    fn wants_server_comments(&self) -> bool {
        false
    }

    #[inline(always)]
    fn wants_end(&self) -> bool {
        !self.tables.ended.is_empty()
    }

    #[inline]
    fn node(&mut self, id: NodeId, node: &Node) {
        match node.kind {
            NodeKind::MoveNumber(number)
                if !self.tables.number.is_empty() && Some(id) != self.right =>
            {
                self.number = Some((node.span, number));
            }
            NodeKind::RavOpen { .. } => self.outer_offsets.push(self.last_offset),
            NodeKind::RavClose => self.last_offset = self.outer_offsets.pop().unwrap_or(0),
            _ => (),
        }
    }
}

impl MoveChecker<'_> {
    #[inline(never)]
    fn odd_ply(&mut self, ply: &Ply<'_>) {
        let number = self.number.take();
        if let Some((span, written)) = number
            && !matches!(ply.outcome, Outcome::Skipped)
            && !matches!(ply.outcome, Outcome::Failed(error) if error.kind == MoveErrorKind::OtherSide)
        {
            self.check_number(ply, span, written);
        }
        match &ply.outcome {
            Outcome::Played { deviations, .. } => {
                if deviations.intersects(self.tables.deviation_mask) {
                    for &(rule, bits, check) in &self.tables.deviation {
                        if deviations.intersects(bits) {
                            self.call(rule, check, ply);
                        }
                    }
                    for &(rule, bits, words) in &self.tables.respelling {
                        if deviations.intersects(bits) {
                            self.findings.check(rule, |report| {
                                moves::report_respelling(self.cx, ply, report, words);
                            });
                        }
                    }
                }
            }
            Outcome::Null => {
                for &(rule, check) in &self.tables.null {
                    self.call(rule, check, ply);
                }
            }
            Outcome::Failed(error) => {
                for &(rule, kind, check) in &self.tables.failed {
                    if kind == error.kind {
                        self.call(rule, check, ply);
                    }
                }
            }
            Outcome::Skipped => (),
        }
    }

    fn call(&mut self, rule: &'static Rule, check: PlyFn, ply: &Ply<'_>) {
        self.findings.check(rule, |report| check(self.cx, ply, report));
    }

    fn check_number(&mut self, ply: &Ply<'_>, span: Span, written: u32) {
        let offset = i64::from(written) - i64::from(ply.number);
        if offset != 0 && offset != self.last_offset {
            for &(rule, check) in &self.tables.number {
                self.findings.check(rule, |report| check(self.cx, ply, span, written, report));
            }
        }
        self.last_offset = offset;
    }
}

/// Returns the node of the move number before the first move, if the number is correct.
fn correct_first_number(game: &Game, start: &Start) -> Option<NodeId> {
    let first = start.position.as_ref().ok()?.fullmove_number();
    for (at, node) in game.nodes.iter().enumerate() {
        match node.kind {
            NodeKind::MoveNumber(number) => return (number == first).then_some(NodeId::of(at)),
            NodeKind::Comment(_) => (),
            _ => return None,
        }
    }
    None
}
