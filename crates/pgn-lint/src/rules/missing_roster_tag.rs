use super::prelude::*;

use pgn_syntax::{Marker, Span, TagName, tag::SEVEN_TAG_ROSTER};

pub(super) static RULE: Rule = Rule {
    code: "T001",
    name: "missing-roster-tag",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("missing_roster_tag.md"),
    checks: &[Check::Roster(check)],
};

fn check(cx: &GameCx<'_>, missing: &[TagName], report: &mut Report<'_>) {
    let Some(first) = missing.first() else { return };
    // The roster tag that stands before the first missing one, in the order of the roster.
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
    report
        .at(Span { start: place, end: place }, message)
        .help("`export` adds them with `?`, `????.??.??` and the game's result")
        .safe_fix(edits(cx, missing));
}

/// Each behind the roster tag before it, the first before the other tags; all together above a game
/// that has none.
fn edits(cx: &GameCx<'_>, missing: &[TagName]) -> Vec<Edit> {
    let line_end = cx.line_end();
    let result = cx.game.marker.map_or(Marker::Unknown, |(marker, _)| marker).text();
    let pair = |name: TagName| {
        let value = match name {
            TagName::DATE => "????.??.??",
            TagName::RESULT => result,
            _ => "?",
        };
        format!("[{} \"{value}\"]", name.text())
    };
    let Some(first) = cx.game.tags.first() else {
        let start = cx.game.start;
        let is_line_start =
            cx.src[..start as usize].last().is_none_or(|byte| b"\n\r\xBF".contains(byte));
        let pairs: String = missing.iter().map(|&name| pair(name) + line_end).collect();
        let before = if is_line_start { "" } else { line_end };
        return vec![Edit::insert(start, format!("{before}{pairs}{line_end}"))];
    };
    let mut edits: Vec<(u32, String)> = Vec::new();
    let (mut place, mut is_behind) = (first.span.start, false);
    for name in SEVEN_TAG_ROSTER {
        if !missing.contains(&name) {
            if let Some(there) = cx.game.tags.iter().find(|pair| pair.known == Some(name)) {
                (place, is_behind) = (there.span.end, true);
            }
            continue;
        }
        let text =
            if is_behind { line_end.to_owned() + &pair(name) } else { pair(name) + line_end };
        match edits.iter_mut().find(|(at, _)| *at == place) {
            Some((_, there)) => there.push_str(&text),
            None => edits.push((place, text)),
        }
    }
    edits.into_iter().map(|(at, text)| Edit::insert(at, text)).collect()
}
