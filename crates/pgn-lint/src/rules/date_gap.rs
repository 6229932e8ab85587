use super::prelude::*;

use pgn_syntax::TagPair;

pub(super) static RULE: Rule = Rule {
    code: "T009",
    name: "date-gap",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("date_gap.md"),
    checks: &[Check::Pair(PairFact::DATE_GAP, check)],
};

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(
        pair.value,
        format!(
            "{} gives a day or month, but not the month or year it belongs to",
            quote(pair.value.of(cx.src))
        ),
    );
}
