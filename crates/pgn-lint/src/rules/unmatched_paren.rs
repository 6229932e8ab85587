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

/// Maximum number of variations that an edit closes. Each of their findings has the edit, whose text would else grow with
/// the number of findings.
const MAX_CLOSED: usize = 64;

/// Returns an edit that closes the variation where it is assumed to end, with all others that are assumed to end there:
/// one `)` would leave the outer ones open.
fn close(cx: &GameCx<'_>, open: Span) -> Option<Edit> {
    let node = cx.node_at(open.start)?;
    let NodeKind::RavOpen { end, .. } = node.kind else { return None };
    let nodes = &cx.game.nodes;
    let at = nodes.get(end.0 as usize)?.span.start;
    // Ends that are not in the text have empty spans and come before the node at the same place.
    let n = nodes[cx.node_index(at)..]
        .partition_point(|node| node.span.start == at && node.span.is_empty());
    (n <= MAX_CLOSED).then(|| Edit::insert(at, ")".repeat(n)))
}
