use super::prelude::*;

use pgn_syntax::nearest;

rule!("missing_roster_tag.md", Check::Roster(check));

fn check(cx: &GameCx<'_>, missing: &[TagName], report: &mut Report<'_>) {
    let Some(first) = missing.first() else { return };
    // The roster tag that precedes the first missing one, in roster order.
    let after = SEVEN_TAG_ROSTER
        .iter()
        .take_while(|name| *name != first)
        .filter_map(|&name| cx.game.tag(cx.src, name))
        .last();
    let place = after.map_or(cx.game.start, |pair| pair.span.end);
    let message = match missing {
        [] => return,
        [name] => format!("the tag `{}` is missing", name.text()),
        all if all.len() == SEVEN_TAG_ROSTER.len() => "the Seven Tag Roster is missing".to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(|name| name.text()).collect();
            format!("the tags `{}` and `{}` are missing", most.join("`, `"), last.text())
        }
    };
    let them = if missing.len() == 1 { "it" } else { "them" };
    let mut help = format!("`export` adds {them}, with `?` for what is not known");
    let misspelled = misspelled(cx, missing);
    let meant: Vec<String> = misspelled
        .iter()
        .map(|(wrong, right)| format!("{} may be meant for `{right}`", cx.quoted(*wrong)))
        .collect();
    if !meant.is_empty() {
        help = format!("{}; {help}", meant.join(", "));
    }
    let found = report.at(Span { start: place, end: place }, message).help(help);
    let is_unsure = !misspelled.is_empty()
        || cx.has_unread_pair()
        || cx.begins_within_a_game()
        || cx.may_be_remark()
        || cx.precedes_remark();
    found.fix(Applicability::safe_if(!is_unsure), edits(cx, missing));
    if *missing == [TagName::ROUND] {
        found.otherwise();
    }
}

/// Maximum number of tags with other names that are compared with the missing ones.
const MAX_COMPARED: usize = 16;

/// Returns the names of tags that differ from that of a missing one in one letter, each with the right name.
fn misspelled(cx: &GameCx<'_>, missing: &[TagName]) -> Vec<(Span, &'static str)> {
    let others = cx.game.tags.iter().filter(|pair| pair.known.is_none()).take(MAX_COMPARED);
    let right_of = |pair: &TagPair| {
        let word = std::str::from_utf8(pair.name.of(cx.src)).ok()?;
        let is_near = |right: &&str| {
            right.len().abs_diff(word.len()) <= 1
                && word.as_bytes().first().map(u8::to_ascii_uppercase) == right.bytes().next()
        };
        let rights = missing.iter().map(|name| name.text()).filter(is_near);
        let (n_slips, right) = nearest(word, rights)?;
        (n_slips == 1).then_some((pair.name, right))
    };
    others.filter_map(right_of).collect()
}

/// Returns edits that add each missing tag after the roster tag that precedes it, the first one
/// before the other tags; in a game without tags, all together before the game.
fn edits(cx: &GameCx<'_>, missing: &[TagName]) -> Vec<Edit> {
    if !is_line_start(&cx.src[..cx.game.span.start as usize]) {
        // Adding a line for the tags would also change the end of the game before.
        return Vec::new();
    }
    let line_end = cx.line_end();
    let Some(first) = cx.game.tags.first() else {
        // The tags go before the comments that precede the moves, because other programs begin a
        // game at its tags.
        let lead = cx.game.nodes.first().map(|node| node.span.start);
        let start = lead.filter(|_| cx.game.escapes.is_empty()).unwrap_or(u32::MAX);
        let start = start.min(cx.game.start);
        let (before, indent) = split_indent(cx, start);
        let mut text = String::new();
        text.push_str(if is_line_start(before) { "" } else { line_end });
        // Other programs read tags as movetext unless an empty line separates them from the game
        // before.
        let is_close = start == cx.game.span.start && lines::ends_without_empty_line(before);
        text.push_str(if is_close { line_end } else { "" });
        for &name in missing {
            write_pair(cx, name, &mut text);
            text.push_str(line_end);
        }
        text.push_str(line_end);
        return vec![Edit::replace(indent, text)];
    };
    let mut edits: Vec<(u32, String)> = Vec::new();
    let (mut place, mut is_after) = (first.span.start, false);
    let (before, indent) = split_indent(cx, place);
    let is_line_start = is_line_start(before);
    for name in SEVEN_TAG_ROSTER {
        if !missing.contains(&name) {
            if let Some(there) = cx.game.tags.iter().find(|pair| pair.known == Some(name)) {
                (place, is_after) = (there.span.end, true);
            }
            continue;
        }
        let at = edits.iter().position(|(at, _)| *at == place);
        let at = at.unwrap_or_else(|| {
            let is_within_line = !is_after && !is_line_start;
            edits.push((place, if is_within_line { line_end.to_owned() } else { String::new() }));
            edits.len() - 1
        });
        let text = &mut edits[at].1;
        text.push_str(if is_after { line_end } else { "" });
        write_pair(cx, name, text);
        text.push_str(if is_after { "" } else { line_end });
    }
    let edit = |(at, text)| match at == indent.end {
        true => Edit::replace(indent, text),
        false => Edit::insert(at, text),
    };
    edits.into_iter().map(edit).collect()
}

/// Returns the text before `at`, without the blanks at the beginning of its line, and the span of these blanks.
fn split_indent<'a>(cx: &GameCx<'a>, at: u32) -> (&'a [u8], Span) {
    let blanks = lines::blanks_before(cx.src, at);
    let before = &cx.src[..blanks.start as usize];
    match is_line_start(before) {
        true => (before, blanks),
        false => (&cx.src[..at as usize], Span { start: at, end: at }),
    }
}

/// Returns true if `before` is empty or ends a line, apart from a byte order mark.
fn is_line_start(before: &[u8]) -> bool {
    let ends: [&[u8]; 3] = [b"\n", b"\r", b"\xEF\xBB\xBF"];
    before.is_empty() || ends.iter().any(|end| before.ends_with(end))
}

/// Appends a tag pair with an unknown value; Result gets the result of the game.
fn write_pair(cx: &GameCx<'_>, name: TagName, out: &mut String) {
    let value = match name {
        TagName::RESULT => cx.game.marker.map_or(Marker::Unknown, |(marker, _)| marker).text(),
        _ => name.unknown_value(),
    };
    *out += &format!("[{} \"{value}\"]", name.text());
}
