use super::prelude::*;

use pgn_chess::Variant;
use pgn_syntax::CommentKind;

rule!("empty_rav.md", Check::Syntax(SyntaxErrorKind::EmptyRav, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if holds_words(cx, error.span) && cx.start().variant == Variant::Unchecked {
        // They may be the moves of the variant.
        return;
    }
    let text = error.span.of(cx.src);
    let inside = text.strip_prefix(b"(").unwrap_or(text);
    let inside = inside.strip_suffix(b")").unwrap_or(inside);
    // A move number of a variation that is closed goes with it.
    let is_number = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
    let has_number_only = text.ends_with(b")")
        && inside.iter().all(|byte| is_number(byte) || byte.is_ascii_whitespace());
    // `(5)` is a remark.
    let nodes = &cx.game.nodes;
    let first = nodes.get(nodes.partition_point(|node| node.span.start <= error.span.start));
    let has_words = first.is_some_and(|node| {
        node.kind == NodeKind::Comment(CommentKind::Words) && node.span.end <= error.span.end
    });
    let has_number_only = has_number_only && !has_words;
    let is_bare = has_number_only || text.len() > 1 && inside.trim_ascii().is_empty();
    let fix = if is_bare { Edit::delete_word(cx.src, error.span) } else { None };
    let found = report.at(error.span, "a variation without a move");
    // It may be the beginning of the variation that a later `)` ends.
    found.fix(Applicability::safe_if(!cx.has_unmatched_paren()), fix);
}

/// Number of nodes of a variation among which words are looked for.
const NEAR: usize = 64;

/// Returns true if words that are not moves are in parentheses.
fn holds_words(cx: &GameCx<'_>, parentheses: Span) -> bool {
    let nodes = cx.game.nodes[cx.node_index(parentheses.start)..].iter().take(NEAR);
    let mut within = nodes.take_while(|node| node.span.end <= parentheses.end);
    within.any(|node| node.kind == NodeKind::Comment(CommentKind::Words))
}
