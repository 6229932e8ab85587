use super::prelude::*;

rule!("conflicting_nags.md", Check::Node(NodeSet::NAG.union(NodeSet::SUFFIX), check));

fn check(cx: &GameCx<'_>, id: NodeId, node: &Node, report: &mut Report<'_>) {
    let judgment = |node: &Node| match node.kind {
        NodeKind::Nag(nag @ 1..=6) | NodeKind::Suffix(nag @ 1..=6) => Some(nag),
        _ => None,
    };
    let Some(nag) = judgment(node) else { return };
    let before = cx.game.nodes[..id.0 as usize]
        .iter()
        .rev()
        .take_while(|node| matches!(node.kind, NodeKind::Nag(_) | NodeKind::Suffix(_)))
        .take(8);
    if let Some(other) = before.filter(|other| judgment(other).is_some_and(|it| it != nag)).last() {
        let message = format!(
            "{} conflicts with {} on the same move",
            cx.quoted(node.span),
            cx.quoted(other.span)
        );
        report.at(node.span, message).related(other.span, "the other judgment");
    }
}
