use super::prelude::*;

use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T002",
    name: "duplicate-tag",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("duplicate_tag.md"),
    checks: &[Check::Duplicate(check)],
};

fn check(cx: &GameCx<'_>, first: &TagPair, pair: &TagPair, report: &mut Report<'_>) {
    if first.value(cx.src) != pair.value(cx.src) {
        report
            .at(
                pair.span,
                format!("the tag {} is repeated with another value", quote(pair.name(cx.src))),
            )
            .related(first.span, "the first")
            .help("the first value counts, unless it is empty or `?`");
    }
}
