use super::prelude::*;

rule!("fen_fullmove.md", Check::Start(StartFault::FenFullmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let message = match fen_field(cx.src, pair.value, FenFields::FULLMOVE_NUMBER)
        .map(|field| field.of(cx.src))
    {
        None => "the move number of the FEN is missing".to_owned(),
        Some(b"0") => "the move number of the FEN is 0".to_owned(),
        Some(other) => format!("the move number of the FEN is {}", quote(other)),
    };
    report.at(pair.value, message).safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    Some(Edit::replace(fen_field(src, value, FenFields::FULLMOVE_NUMBER)?, "1"))
}
