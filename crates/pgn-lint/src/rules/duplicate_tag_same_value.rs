use super::prelude::*;

use pgn_syntax::TagPair;

use crate::tag_facts::first_of;

pub(super) static RULE: Rule = Rule {
    code: "T003",
    name: "duplicate-tag-same-value",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("duplicate_tag_same_value.md"),
    checks: &[Check::Pair(PairFact::DUPLICATE, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let Some(first) = first_of(cx.src, &cx.game.tags, pair) else { return };
    if first.value(cx.src) == pair.value(cx.src) {
        report
            .at(pair.span, format!("the tag {} is there already", quote(pair.name(cx.src))))
            .related(first.span, "the first");
    }
}
