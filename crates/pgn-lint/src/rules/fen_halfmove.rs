use super::prelude::*;

rule!("fen_halfmove.md", Check::Start(StartFault::FenHalfmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let field = fen_counter(cx.src, pair.value, FenFields::HALFMOVE_CLOCK);
    report
        .at(pair.value, "the half-move clock of the FEN is not a number")
        .safe_fix(field.map(|field| Edit::replace(field, "0")));
}
