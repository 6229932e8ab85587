use super::prelude::*;

rule!("date_gap.md", Check::Pair(PairFact::DATE_GAP, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = format!(
        "{} gives a day or month, but not the month or year it belongs to",
        cx.quoted(pair.value)
    );
    report.at(pair.value, message);
}
