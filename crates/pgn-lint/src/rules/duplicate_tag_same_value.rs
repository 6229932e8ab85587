use super::prelude::*;

use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T003",
    name: "duplicate-tag-same-value",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("duplicate_tag_same_value.md"),
    checks: &[Check::Duplicate(check)],
};

fn check(cx: &GameCx<'_>, first: &TagPair, pair: &TagPair, report: &mut Report<'_>) {
    if first.value(cx.src) == pair.value(cx.src) {
        report
            .at(pair.span, format!("the tag {} is repeated", quote(pair.name(cx.src))))
            .related(first.span, "the first")
            .safe_fix([Edit::delete_pair(cx.src, pair.span)]);
    }
}
