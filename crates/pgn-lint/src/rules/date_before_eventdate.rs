use super::prelude::*;

use pgn_syntax::{TagName, TagPair};

use crate::date::is_before;

pub(super) static RULE: Rule = Rule {
    code: "T010",
    name: "date-before-eventdate",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("date_before_eventdate.md"),
    checks: &[Check::Tag(&[TagName::EVENT_DATE], check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, value: &[u8], report: &mut Report<'_>) {
    let Some(date) = cx.game.tag(cx.src, TagName::DATE) else { return };
    if is_before(date.value.of(cx.src), value) {
        report
            .at(
                date.value,
                format!(
                    "the game was played on {}, before its event began",
                    quote(date.value.of(cx.src))
                ),
            )
            .related(pair.value, "the event's first day");
    }
}
