use super::prelude::*;

rule!("fen_halfmove.md", Check::Start(StartFault::FenHalfmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the half-move clock of the FEN is not a number")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    Some(Edit::replace(fen_field(src, value, FenFields::HALFMOVE_CLOCK)?, "0"))
}
