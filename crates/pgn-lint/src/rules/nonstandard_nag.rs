use super::prelude::*;

rule!("nonstandard_nag.md", Check::Node(NodeSet::NAG, check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    if matches!(node.kind, NodeKind::Nag(140..)) {
        let message = format!("{} has no meaning in the standard", cx.quoted(node.span));
        report.at(node.span, message);
    }
}
