use super::prelude::*;

rule!("variant_without_fen.md", Check::Start(StartFault::VariantWithoutFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    // `bad-fen` reports a FEN tag with the value `?`.
    if cx.start().faults.contains(StartFault::UnknownFen) {
        return;
    }
    report
        .at(pair.value, format!("a game of {} needs a FEN", cx.quoted(pair.value)))
        .help("the usual array is assumed");
}
