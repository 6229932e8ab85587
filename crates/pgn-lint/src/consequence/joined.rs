//! Findings of one rule that are joined into one.

use pgn_syntax::Span;

use crate::{context::GameCx, rule::Diagnostic, rules::name};

/// Minimum number of false check signs that suggest a wrong move earlier in the game. They are then reported as one
/// finding.
const MANY_FALSE_CHECKS: usize = 3;

/// Joins the findings on moves with a false check sign into one, if there are many.
pub(super) fn join_false_checks(_: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_false = |it: &Diagnostic| it.rule.name == name::false_check;
    let n = out.iter().filter(|it| is_false(it)).count();
    if n < MANY_FALSE_CHECKS {
        return;
    }
    let mut is_first = true;
    out.retain(|it| !is_false(it) || std::mem::replace(&mut is_first, false));
    if let Some(first) = out.iter_mut().find(|it| is_false(it)) {
        first.message =
            format!("{}, and neither do {} more moves with such a sign", first.message, n - 1)
                .into();
        first.help(
            "so many false signs mean that the score is wrong: look for a wrong move before the first of them",
        );
    }
}

/// Joins the findings on invisible characters between tokens that are certain into the first of them. Behind other text, such as a number without a
/// dot, a fix may change what the text means, and must not keep the others from being made.
pub(super) fn join_invisible_chars(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let nodes = &cx.game.nodes;
    let mut last_end = None;
    let mut is_certain = |span: Span| {
        let follows_other = last_end.replace(span.end) == Some(span.start);
        let is_after_token = || {
            let before = cx.node_index(span.start).checked_sub(1).map(|at| &nodes[at]);
            before.is_some_and(|node| node.span.end == span.start && node.kind.is_move())
        };
        let is_after_dot = || cx.src[..span.start as usize].ends_with(b".");
        !follows_other && (is_after_dot() || is_after_token())
    };
    let (mut at, mut joined) = (None, Vec::new());
    for it in std::mem::take(out) {
        let is_one = it.rule.name == name::invisible_char && is_certain(it.span);
        if is_one && at.is_some() {
            joined.push(it);
        } else {
            at = at.or(is_one.then_some(out.len()));
            out.push(it);
        }
    }
    let Some(first) = at.map(|at| &mut out[at]).filter(|_| !joined.is_empty()) else { return };
    let others = match joined.len() {
        1 => "one more such character stands in this game".to_owned(),
        n => format!("{n} more such characters stand in this game"),
    };
    first.message = format!("{}, and {others}", first.message).into();
    for it in joined {
        match (&mut first.fix, it.fix) {
            (Some(fix), Some(more)) => fix.edits.extend(more.edits),
            (fix @ None, more) => *fix = more,
            _ => (),
        }
    }
}
