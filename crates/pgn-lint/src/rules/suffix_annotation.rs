use super::prelude::*;

rule!("suffix_annotation.md", Check::Node(NodeSet::SUFFIX, check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    if let NodeKind::Suffix(nag) = node.kind {
        let is_glued =
            node.span.start > 0 && !cx.src[node.span.start as usize - 1].is_ascii_whitespace();
        let blank = if is_glued { " " } else { "" };
        let text = node.span.of(cx.src);
        // Another rule reports a longer run of signs. After a word that is not a move, a sign ends
        // a sentence.
        let is_prose = cx.has_words_near(node.span.start, 1);
        let fix = (text.len() <= 2 && !is_prose)
            .then(|| Edit::replace(node.span, format!("{blank}${nag}")));
        report
            .at(node.span, format!("{} is `${nag}` in export format", cx.quote(text)))
            .safe_fix(fix);
    }
}
