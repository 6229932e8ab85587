use super::prelude::*;

rule!("fen_castling_order.md", Check::Start(StartFault::FenCastlingOrder, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the castling letters of the FEN are not in the order KQkq")
        .safe_fix(edits(cx.src, pair.value));
}

/// Returns an edit that puts the castling letters in order.
fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let field = fen_field(src, value, FenFields::CASTLING)?;
    let sorted = String::from_utf8(FenFields::of(value.of(src)).castling_in_order()).ok()?;
    // Two letters may stand for the same rook.
    (sorted.as_bytes() != field.of(src)).then(|| Edit::turn(src, field, &sorted))
}
