use super::prelude::*;

rule!("semicolon_comment.md", Check::Node(NodeSet::LINE_COMMENT, check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    let text = node.comment_text(cx.src);
    if text.trim_ascii().is_empty() {
        return;
    }
    if text.contains(&b'}') {
        report.at(node.span, "a `;` comment that contains `}` cannot be put in braces").otherwise();
    } else {
        report
            .at(node.span, "a `;` comment")
            .help("`export` writes it in braces")
            .safe_fix(braces(cx, node, text));
    }
}

/// Returns edits that put the comment in braces. Returns no edits
///
/// - for a comment with a brace, or with a backslash at its end, which would be another fault in braces;
/// - for a comment before the tags, which other programs skip, while a `{` begins a game for them;
/// - for a comment with a line end of Unicode: braces would hide the moves after it for good.
fn braces(cx: &GameCx<'_>, node: &Node, text: &[u8]) -> Vec<Edit> {
    let is_lead = !cx.game.tags.is_empty() && node.span.start < cx.game.start;
    let is_kept = is_lead || lines::foreign_line_end(text).is_some();
    if is_kept || text.contains(&b'{') || text.ends_with(b"\\") {
        return Vec::new();
    }
    let start = Span { start: node.span.start, end: node.span.start + 1 };
    vec![Edit::replace(start, "{"), Edit::insert(node.span.end, "}")]
}
