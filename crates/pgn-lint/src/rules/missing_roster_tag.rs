use super::prelude::*;

use pgn_syntax::{Span, TagName, tag::SEVEN_TAG_ROSTER};

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
    let names: Vec<String> = missing.iter().map(|name| format!("`{}`", name.text())).collect();
    let message = match names.as_slice() {
        [] => return,
        [name] => format!("the tag {name} is missing"),
        all if all.len() == SEVEN_TAG_ROSTER.len() => "the Seven Tag Roster is missing".to_owned(),
        [most @ .., last] => format!("the tags {} and {last} are missing", most.join(", ")),
    };
    report
        .at(Span { start: place, end: place }, message)
        .help("`export` adds them with `?`, `????.??.??` and the game's result");
}
