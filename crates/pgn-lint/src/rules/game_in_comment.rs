use super::prelude::*;

rule!("game_in_comment.md", Check::Node(NodeSet::BRACE_COMMENT, check));

fn check(cx: &GameCx<'_>, _id: NodeId, node: &Node, report: &mut Report<'_>) {
    let Some(pair) = tag_pair(node.span.of(cx.src)) else { return };
    let start = node.span.start as usize;
    let span = Span::new(start + pair.start, start + pair.end);
    report
        .at(span, format!("the tag pair {} is inside a comment", quote(span.of(cx.src))))
        .help("the text up to the next `}` is no game");
}

/// Returns the place of the first pair of the Seven Tag Roster that stands on a line of its own.
fn tag_pair(comment: &[u8]) -> Option<std::ops::Range<usize>> {
    memchr::memchr2_iter(b'\n', b'\r', comment).find_map(|line_end| {
        let start = line_end + 1;
        let text = comment.get(start..)?.strip_prefix(b"[")?;
        let name_len = text.iter().take(MAX_NAME).position(|byte| *byte == b' ')?;
        let is_roster = |name: &TagName| name.text().as_bytes() == &text[..name_len];
        let value = text[name_len..].strip_prefix(b" \"")?;
        let line = &value[..line_end_of(value)];
        let is_pair = SEVEN_TAG_ROSTER.iter().any(is_roster) && line.ends_with(b"\"]");
        is_pair.then_some(start..start + 1 + name_len + 2 + line.len())
    })
}

/// Returns the length of the first line of `text`, without blanks at its end.
fn line_end_of(text: &[u8]) -> usize {
    let end = memchr::memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    text[..end].trim_ascii_end().len()
}

/// The maximum length of the names of the Seven Tag Roster, and of the blank after them.
const MAX_NAME: usize = 7;
