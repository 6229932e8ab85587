use super::prelude::*;

use pgn_syntax::{Node, NodeId, NodeKind};

pub(super) static RULE: Rule = Rule {
    code: "A010",
    name: "suffix-annotation",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("suffix_annotation.md"),
    checks: &[Check::Node(NodeSet::SUFFIX, check)],
};

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    if let NodeKind::Suffix(nag) = node.kind {
        report
            .at(node.span, format!("{} is `${nag}` in export format", quote(node.span.of(cx.src))));
    }
}
