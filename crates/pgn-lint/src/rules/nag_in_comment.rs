use super::prelude::*;

rule!("nag_in_comment.md", Check::Node(NodeSet::BRACE_COMMENT.union(NodeSet::LINE_COMMENT), check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    let text = node.span.of(cx.src);
    let Some(at) = find(text) else { return };
    let start = node.span.start as usize + at;
    let n_digits = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let span = Span::new(start, start + 1 + n_digits);
    report.at(span, format!("{} inside a comment is text, not a NAG", cx.quoted(span)));
}

/// Returns the offset of the first word that is `$` and one to three digits.
fn find(text: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'$', text).find(|&at| {
        let is_edge = |byte: Option<&u8>| byte.is_none_or(|byte| b" \t\r\n{};".contains(byte));
        let n_digits = text[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        (1..=3).contains(&n_digits)
            && is_edge(at.checked_sub(1).and_then(|before| text.get(before)))
            && is_edge(text.get(at + 1 + n_digits))
    })
}
