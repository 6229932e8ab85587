use super::prelude::*;

rule!("game_in_comment.md", Check::Node(NodeSet::BRACE_COMMENT, check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    let Some(pair) = tag_pair(node.span.of(cx.src)) else { return };
    let start = node.span.start as usize;
    let span = Span::new(start + pair.start, start + pair.end);
    report
        .at(span, format!("the tag pair {} is inside a comment", cx.quoted(span)))
        .help("the text up to the next `}` is no game");
}

/// Returns the place of the first pair of the Seven Tag Roster that is on a line of its own, perhaps with the braces of
/// the comment.
fn tag_pair(comment: &[u8]) -> Option<std::ops::Range<usize>> {
    // Fast path: most comments have one line.
    memchr::memchr2(b'\n', b'\r', comment)?;
    let mut start = 0;
    comment.split(is_line_end).find_map(|line| {
        let at = start;
        start += line.len() + 1;
        let line = line.strip_suffix(b"}").unwrap_or(line);
        let text = line.trim_ascii_start();
        let text = text.strip_prefix(b"{").unwrap_or(text).trim_ascii_start();
        let from = at + line.len() - text.len();
        let text = text.trim_ascii_end();
        is_pair(text).then_some(from..from + text.len())
    })
}

/// Returns true for a tag pair of the Seven Tag Roster.
fn is_pair(text: &[u8]) -> bool {
    let Some(inside) = text.strip_prefix(b"[").and_then(|it| it.strip_suffix(b"]")) else {
        return false;
    };
    let inside = inside.trim_ascii();
    let name_len = inside.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, value) = inside.split_at(name_len);
    let is_roster = TagName::find(name).is_some_and(|name| SEVEN_TAG_ROSTER.contains(&name));
    is_roster && matches!(value.trim_ascii_start(), [b'"', .., b'"'])
}
