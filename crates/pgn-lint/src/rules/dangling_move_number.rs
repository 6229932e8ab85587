use super::prelude::*;

/// Number of nodes on each side of a number that decide whether it is part of a sentence.
const NEAR: usize = 4;

rule!("dangling_move_number.md", Check::Syntax(SyntaxErrorKind::DanglingMoveNumber, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_evidence = cx.may_be_cut_off() && error.span.end == cx.game.end;
    let edit = Edit::delete_word(cx.src, error.span);
    report
        .at(error.span, format!("the move number {} has no move", cx.quoted(error.span)))
        .safe_fix(edit.filter(|_| !is_evidence && !is_prose(cx, error)));
}

/// Returns true if words are near the number, or a control character is next to it. The number may
/// then be part of a sentence, as in `in 1994 he won`, or of a move.
fn is_prose(cx: &GameCx<'_>, error: SyntaxError) -> bool {
    let is_control = |byte: &u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let (start, end) = (error.span.start as usize, error.span.end as usize);
    if cx.src[..start].last().is_some_and(is_control) || cx.src.get(end).is_some_and(is_control) {
        return true;
    }
    cx.has_words_near(error.span.start, NEAR)
}
