use super::prelude::*;

rule!("empty_comment.md", Check::Node(NodeSet::BRACE_COMMENT.union(NodeSet::LINE_COMMENT), check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    if node.comment_text(cx.src).trim_ascii().is_empty() {
        report.at(node.span, "an empty comment").safe_fix(Edit::delete_word(cx.src, node.span));
    }
}
