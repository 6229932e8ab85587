//! Findings on moves that follow from a fault before them.

use pgn_syntax::{CommentKind, Node, NodeKind};

use super::first_of;
use crate::{
    clock,
    context::GameCx,
    fix::{Applicability, Fix},
    numbers,
    rule::Diagnostic,
    rules::name,
};

/// Drops the findings that follow from moves, or the `)` of a variation, in a `;` comment. Findings on moves after it that
/// cannot be played stay, as the game may have other faults, but their help names the comment.
pub(super) fn drop_after_semicolon(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let Some(first) = first_of(out, name::semicolon_between_moves).map(|it| it.span.start) else {
        return;
    };
    let has_close = |node: &&Node| {
        node.kind == NodeKind::Comment(CommentKind::Line)
            && node.comment_text(cx.src).contains(&b')')
    };
    let close = cx.game.nodes.iter().rev().find(has_close).map(|node| node.span.start);
    out.retain(|it| match it.rule.name {
        name::wrong_move_number => it.span.start < first,
        // Its fix would leave the moves in braces, where their cause is no longer seen.
        name::semicolon_comment => it.span.start < first,
        // The moves after it are not those that were meant.
        name::wrong_capture_sign
        | name::missing_capture_sign
        | name::false_check
        | name::check_sign
        | name::overdisambiguated => it.span.start < first,
        name::unmatched_paren => it.span.of(cx.src) != b"(" || close < Some(it.span.start),
        _ => true,
    });
    for it in out.iter_mut().filter(|it| it.span.start > first) {
        if matches!(it.rule.name, name::illegal_move | name::ambiguous_move) {
            it.help("moves before it are in a `;` comment: mend that first");
        }
    }
}

/// Drops the findings on moves that are read as those of the other side, after a null move that stands for a move of White.
pub(super) fn drop_after_placeholder(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    const OF_MOVES: [&str; 3] = [name::illegal_move, name::ambiguous_move, name::wrong_move_number];
    if numbers::begins_with_placeholder(cx) {
        out.retain(|it| !OF_MOVES.contains(&it.rule.name));
    }
}

/// Drops one of the two findings on a wrong move number and on the move directly after it. The one on a move that cannot be
/// played says more; a capture sign on an empty square says less than a number that is too high.
pub(super) fn drop_beside_number(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let moves_of = |out: &[Diagnostic], names: &[&str]| -> Vec<u32> {
        let found = out.iter().filter(|it| names.contains(&it.rule.name));
        found.map(|it| it.span.start).collect()
    };
    let failed = moves_of(out, &[name::illegal_move, name::ambiguous_move]);
    // True if a move at `start` directly follows a number that ends at `end`.
    let follows = |end: u32, start: u32| {
        let between = &cx.src[end as usize..start as usize];
        between.iter().all(|byte| byte.is_ascii_whitespace() || *byte == b'.')
    };
    let is_before = |it: &Diagnostic, moves: &[u32]| {
        let next = moves.get(moves.partition_point(|start| *start < it.span.end));
        next.is_some_and(|next| follows(it.span.end, *next))
    };
    out.retain(|it| it.rule.name != name::wrong_move_number || !is_before(it, &failed));
    let is_doubtful =
        |fix: &Option<Fix>| fix.as_ref().is_none_or(|it| it.applicability == Applicability::Unsafe);
    let numbers: Vec<u32> = (out.iter())
        .filter(|it| it.rule.name == name::wrong_move_number && is_doubtful(&it.fix))
        .map(|it| it.span.end)
        .collect();
    out.retain(|it| {
        let n = numbers.partition_point(|end| *end <= it.span.start);
        let is_capture = it.rule.name == name::wrong_capture_sign && is_doubtful(&it.fix);
        !is_capture || n == 0 || !follows(numbers[n - 1], it.span.start)
    });
}

/// Drops the findings on variations without a move that are times in parentheses, which have a finding of their own.
pub(super) fn drop_variations_of_times(cx: &GameCx<'_>, out: &mut Vec<Diagnostic>) {
    let is_time = |text: &[u8]| matches!(text, [b'(', time @ .., b')'] if clock::is_shown(time));
    out.retain(|it| it.rule.name != name::empty_rav || !is_time(it.span.of(cx.src)));
}
