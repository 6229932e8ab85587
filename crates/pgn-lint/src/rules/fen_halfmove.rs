use super::prelude::*;

rule!("fen_halfmove.md", Check::Start(StartFault::FenHalfmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let field = fen_field(cx.src, pair.value, FenFields::HALFMOVE_CLOCK);
    // The fix of `fen-spelling` writes the numbers of operations as fields.
    let is_of_epd = FenFields::of(pair.value.of(cx.src)).counters_of_epd().is_some();
    let field = field.filter(|_| !is_of_epd);
    report
        .at(pair.value, "the half-move clock of the FEN is not a number")
        .safe_fix(field.map(|field| Edit::replace(field, "0")));
}
