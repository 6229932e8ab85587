use super::prelude::*;

rule!("fen_spelling.md", Check::Start(StartFault::FenSpelling, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let fields = FenFields::of(pair.value.of(cx.src));
    let side = fields.get(FenFields::SIDE_TO_MOVE).unwrap_or_default();
    let message = if side.iter().any(u8::is_ascii_uppercase) {
        "the side to move of the FEN is a capital letter"
    } else if fields.placement().ends_with(b"/") {
        "the piece placement of the FEN ends with `/`"
    } else {
        "numbers are side by side in the FEN"
    };
    report.at(pair.value, message).safe_fix(edits(cx.src, pair.value));
}

/// Returns edits of the piece placement and of the side to move.
fn edits(src: &[u8], value: Span) -> Vec<Edit> {
    let fields = FenFields::of(value.of(src));
    let side = fields.get(FenFields::SIDE_TO_MOVE).unwrap_or_default().to_ascii_lowercase();
    let new = [(FenFields::PLACEMENT, fields.placement_in_form()), (FenFields::SIDE_TO_MOVE, side)];
    let edit = |(n, text): (usize, Vec<u8>)| {
        let field = fen_field(src, value, n).filter(|field| field.of(src) != text)?;
        Some(Edit::turn(src, field, &String::from_utf8(text).ok()?))
    };
    new.into_iter().filter_map(edit).collect()
}
