//! The order of the findings of a game, which of them are returned, and the move of each.

use pgn_syntax::NodeKind;

use super::Options;
use crate::{
    consequence,
    context::GameCx,
    numbers::first_half_move,
    rule::{Diagnostic, MoveRef},
    rules::name,
    selection::EXPLAIN_ILLEGAL,
};

/// Sets the levels and moves of the findings, removes those below the least level, duplicates and
/// consequences, and sorts the rest.
#[cold]
pub(super) fn finish(cx: &GameCx<'_>, options: &Options, findings: &mut Vec<Diagnostic>) {
    set_levels(options, findings);
    findings.sort_by_key(|found| (found.span.start, found.span.end, found.rule.code));
    findings.dedup_by(|a, b| a.span == b.span && a.rule == b.rule);
    // One fault, one rule: of the findings on an illegal move, the more specific one stays. The two are neighbors, as
    // rules with codes between theirs report moves that can be played, or errors of another kind.
    findings.dedup_by(|more, general| {
        let is_reported = general.rule.name == name::illegal_move
            && EXPLAIN_ILLEGAL.contains(&more.rule.name)
            && general.span == more.span;
        if is_reported {
            more.fix = more.fix.take().or(general.fix.take());
            std::mem::swap(more, general);
        }
        is_reported
    });
    set_moves(cx, findings);
    consequence::drop_consequences(cx, findings);
}

/// Sets the levels of the findings and removes those below the least level.
pub(super) fn set_levels(options: &Options, findings: &mut Vec<Diagnostic>) {
    for found in &mut *findings {
        found.severity = options.level(found.rule, found.severity);
    }
    findings.retain(|found| found.severity >= options.min_severity);
}

/// Sets the move of each finding in the movetext: the last one that begins at or before it.
fn set_moves(cx: &GameCx<'_>, found: &mut [Diagnostic]) {
    let mut found =
        found.iter_mut().filter(|found| found.span.start >= cx.game.movetext_start).peekable();
    if found.peek().is_none() {
        return;
    }
    // Half-moves since White's first move of move 1, and those of the enclosing lines.
    let first = first_half_move(cx);
    let (mut n, mut outer) = (first, Vec::new());
    let mut last = None;
    for (_, node) in cx.game.played_nodes(0) {
        while let Some(next) = found.next_if(|found| found.span.start < node.span.start) {
            next.at = last;
        }
        if found.peek().is_none() {
            return;
        }
        match node.kind {
            NodeKind::Move { .. } | NodeKind::NullMove { .. } => {
                last = Some(MoveRef {
                    ply: n - first + 1,
                    number: n / 2 + 1,
                    is_black: n % 2 == 1,
                    span: node.span,
                });
                n += 1;
            }
            NodeKind::RavOpen { .. } => {
                outer.push((n, last));
                n = n.saturating_sub(1).max(first);
            }
            NodeKind::RavClose => (n, last) = outer.pop().unwrap_or((n, last)),
            _ => (),
        }
    }
    for rest in found {
        rest.at = last;
    }
}
