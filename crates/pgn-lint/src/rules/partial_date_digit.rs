use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("partial_date_digit.md"),
    &[Check::Pair(PairFact::PARTIAL_DATE_DIGIT, check)],
);

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(
            pair.value,
            format!("{} has a number that is only partly known", quote(pair.value.of(cx.src))),
        )
        .help("whole numbers are unknown: `????`, `??`");
}
