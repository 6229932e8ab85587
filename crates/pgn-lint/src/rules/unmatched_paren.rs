use super::prelude::*;

rule!("unmatched_paren.md", Check::Syntax(SyntaxErrorKind::UnmatchedParen, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_open = error.span.of(cx.src) == b"(";
    let fix = if is_open { close(cx, error.span) } else { Edit::delete_word(cx.src, error.span) };
    let message = match is_open {
        true => "this `(` is not closed",
        false => "this `)` closes nothing",
    };
    report.at(error.span, message).unsafe_fix(fix);
}

/// Returns an edit that closes the variation where it is assumed to end.
fn close(cx: &GameCx<'_>, open: Span) -> Option<Edit> {
    let node = cx.node_at(open.start)?;
    let NodeKind::RavOpen { end, .. } = node.kind else { return None };
    let close = cx.game.nodes.get(end.0 as usize)?;
    Some(Edit::insert(close.span.start, ")"))
}
