use super::prelude::*;

rule!("partial_date_digit.md", Check::Pair(PairFact::PARTIAL_DATE_DIGIT, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = format!("{} has a number that is only partly known", cx.quoted(pair.value));
    report.at(pair.value, message).help("whole numbers are unknown: `????`, `??`");
}
