use super::prelude::*;

rule!("fen_ep_impossible.md", Check::Start(StartFault::FenEpImpossible, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let field = fen_field(cx.src, pair.value, FenFields::EN_PASSANT);
    report
        .at(pair.value, "no pawn has just passed the en passant square of the FEN")
        .safe_fix(field.map(|field| Edit::replace(field, "-")));
}
