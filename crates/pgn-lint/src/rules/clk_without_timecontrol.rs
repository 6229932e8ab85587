use super::prelude::*;

use pgn_syntax::CommentKind;

use crate::tag_facts;

rule!("clk_without_timecontrol.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // Fast path: a game with hardly more nodes than moves has no comments.
    let nodes = &cx.game.nodes;
    if nodes.len() <= cx.game.n_plies as usize + 2
        || cx.game.tag(cx.src, TagName::TIME_CONTROL).is_some()
    {
        return;
    }
    let clock = nodes.iter().find(|node| {
        matches!(node.kind, NodeKind::Comment(kind) if kind != CommentKind::Words)
            && has_clock(node.span.of(cx.src))
    });
    if let Some(node) = clock {
        report
            .at(node.span, "clock times without a TimeControl tag")
            .help("add `[TimeControl \"?\"]` if it is not known")
            .safe_fix(added_tag(cx));
    }
}

/// Returns the edit that adds the tag at its place in export format, after the last tag that precedes it there; `None`
/// for a game without tags.
fn added_tag(cx: &GameCx<'_>) -> Option<Edit> {
    let place = |pair: &TagPair| tag_facts::place_in_export(pair.known, pair.name(cx.src));
    let own = tag_facts::place_in_export(Some(TagName::TIME_CONTROL), b"TimeControl");
    let (first, line_end) = (cx.game.tags.first()?, cx.line_end());
    Some(match cx.game.tags.iter().rfind(|pair| place(pair) < own) {
        Some(pair) => Edit::insert(pair.span.end, format!("{line_end}[TimeControl \"?\"]")),
        None => Edit::insert(first.span.start, format!("[TimeControl \"?\"]{line_end}")),
    })
}

fn has_clock(mut text: &[u8]) -> bool {
    while let Some(at) = text.iter().position(|&byte| byte == b'[') {
        text = &text[at + 1..];
        if text.starts_with(b"%clk") {
            return true;
        }
    }
    false
}
