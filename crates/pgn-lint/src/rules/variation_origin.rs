use super::prelude::*;

use pgn_chess::{
    Position, ResolveOptions,
    replay::Ply,
    resolve::{MoveErrorKind, resolve},
};
use pgn_syntax::{Node, NodeKind};

pub(super) static RULE: Rule = Rule {
    code: "M023",
    name: "variation-origin",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("variation_origin.md"),
    checks: &[
        Check::Move(MoveErrorKind::Illegal, check),
        Check::Move(MoveErrorKind::OtherSide, check),
    ],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    if ply.depth == 0 || ply.index != 0 {
        return;
    }
    let Some(parent) = parent(cx, ply) else { return };
    let options = ResolveOptions::default();
    let find = |position: &Position, node: &Node| match node.kind {
        NodeKind::Move { code, .. } => {
            resolve(position, code, node.span.of(cx.src), &options).ok().map(|found| found.mv)
        }
        _ => None,
    };
    let Some(mv) = find(ply.before, parent) else { return };
    let after = ply.before.played(mv);
    if let Some(node) = cx.game.nodes.get(ply.id.0 as usize)
        && find(&after, node).is_some()
    {
        let [mv, before] = [ply.span, parent.span].map(|span| quote(span.of(cx.src)));
        // If the move is legal in both places, its number has decided.
        let message = match find(ply.before, node) {
            None => format!("{mv} is legal after {before}, not in its place"),
            Some(_) => format!("{mv} has the number of a move after {before}, not in its place"),
        };
        report
            .at(ply.span, message)
            .help(format!("a variation replaces the move before it, here {before}"))
            .related(parent.span, "the move it would replace")
            .fen(ply.before.fen());
    }
}

/// Returns the move that the variation would replace, if it is near: every such variation searches
/// for it.
fn parent<'a>(cx: &GameCx<'a>, ply: &Ply<'_>) -> Option<&'a Node> {
    let before = cx.game.nodes.get(..ply.id.0 as usize)?;
    // The first parenthesis is that of the variation itself.
    let mut depth = 1_u32;
    for node in before.iter().rev().take(FAR) {
        match node.kind {
            NodeKind::RavClose => depth += 1,
            NodeKind::RavOpen { .. } => depth = depth.checked_sub(1)?,
            NodeKind::Move { .. } if depth == 0 => return Some(node),
            _ => (),
        }
    }
    None
}

/// Upper bound on the nodes searched.
const FAR: usize = 4096;
