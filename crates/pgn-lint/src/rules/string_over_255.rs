use super::prelude::*;

use pgn_syntax::count_columns;

rule!("string_over_255.md", Check::Pair(PairFact::LONG, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let n_chars = count_columns(pair.value.of(cx.src));
    if n_chars > 255 {
        let message = format!("the value has {n_chars} characters; a string has at most 255");
        report.at(pair.value, message);
    }
}
