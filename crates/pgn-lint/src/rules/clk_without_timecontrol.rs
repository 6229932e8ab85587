use super::prelude::*;

use memchr::memmem;

use crate::{commands, tag_facts};

rule!("clk_without_timecontrol.md", Check::Game(check));

fn check(cx: &GameCx<'_>, report: &mut Report<'_>) {
    // Fast path: a game with hardly more nodes than moves has no comments.
    if cx.game.nodes.len() <= cx.game.n_plies as usize + 2
        || cx.game.tag(cx.src, TagName::TIME_CONTROL).is_some()
    {
        return;
    }
    let has_clock = |node: &&Node| memmem::find(node.span.of(cx.src), b"[%clk").is_some();
    if let Some(node) = commands::comments(cx).find(has_clock) {
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
