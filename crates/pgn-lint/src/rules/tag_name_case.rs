use super::prelude::*;

use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T013",
    name: "tag-name-case",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("tag_name_case.md"),
    checks: &[Check::Pair(PairFact::NAME_CASE, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let Some(known) = pair.known else { return };
    report.at(
        pair.name,
        format!("the tag {} is spelled `{}`", quote(pair.name.of(cx.src)), known.text()),
    );
}
