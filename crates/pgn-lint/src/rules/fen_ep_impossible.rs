use super::prelude::*;

rule!("fen_ep_impossible.md", Check::Start(StartFault::FenEpImpossible, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "no pawn has just passed the en passant square of the FEN")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    Some(Edit::replace(fen_field(src, value, FenFields::EN_PASSANT)?, "-"))
}
