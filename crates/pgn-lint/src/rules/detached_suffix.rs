use super::prelude::*;

rule!("detached_suffix.md", Check::Syntax(SyntaxErrorKind::DetachedSuffix, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is separated from its move", cx.quoted(error.span)))
        .safe_fix(join(cx, error.span));
}

/// Returns an edit that removes the blanks before the suffix, if a move precedes it.
fn join(cx: &GameCx<'_>, span: Span) -> Option<Edit> {
    let node = cx.game.nodes[..cx.node_index(span.start)].last()?;
    let blanks = Span { start: node.span.end, end: span.start };
    let is_move = matches!(node.kind, NodeKind::Move { .. });
    (is_move && blanks.of(cx.src).iter().all(u8::is_ascii_whitespace)).then(|| Edit::delete(blanks))
}
