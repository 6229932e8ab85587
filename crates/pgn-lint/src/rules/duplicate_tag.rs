use super::prelude::*;

use pgn_syntax::TagPair;

use crate::tag_facts::first_of;

pub(super) static RULE: Rule = Rule {
    code: "T002",
    name: "duplicate-tag",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("duplicate_tag.md"),
    checks: &[Check::Pair(PairFact::DUPLICATE, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let Some(first) = first_of(cx.src, &cx.game.tags, pair) else { return };
    if first.value(cx.src) != pair.value(cx.src) {
        report
            .at(
                pair.span,
                format!(
                    "the tag {} is there already, with another value",
                    quote(pair.name(cx.src))
                ),
            )
            .related(first.span, "the first")
            .help("the first value counts, unless it is empty or `?`");
    }
}
