use super::prelude::*;

use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T015",
    name: "tag-value-space",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("tag_value_space.md"),
    checks: &[Check::Pair(PairFact::EDGE_SPACE, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(
        pair.value,
        format!("the value {} begins or ends with a blank", quote(pair.value.of(cx.src))),
    );
}
