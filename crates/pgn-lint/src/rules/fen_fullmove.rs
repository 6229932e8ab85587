use super::prelude::*;

rule!("fen_fullmove.md", Check::Start(StartFault::FenFullmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let field = fen_field(cx.src, pair.value, FenFields::FULLMOVE_NUMBER);
    let message = match field.map(|field| field.of(cx.src)) {
        None => "the move number of the FEN is missing".to_owned(),
        Some(b"0") => "the move number of the FEN is 0".to_owned(),
        Some(other) => format!("the move number of the FEN is {}", cx.quote(other)),
    };
    report.at(pair.value, message).safe_fix(field.map(|field| Edit::replace(field, "1")));
}
