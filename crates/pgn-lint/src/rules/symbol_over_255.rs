use super::prelude::*;

rule!("symbol_over_255.md", Check::Pair(PairFact::LONG_NAME, check));

fn check(_cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let n = pair.name.end - pair.name.start;
    report.at(pair.name, format!("a tag name of {n} characters, more than 255"));
}
