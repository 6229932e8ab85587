use super::prelude::*;

rule!("impossible_date.md", Check::Pair(PairFact::IMPOSSIBLE_DATE, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report.at(pair.value, format!("{} is not a day of the calendar", quote(pair.value.of(cx.src))));
}
