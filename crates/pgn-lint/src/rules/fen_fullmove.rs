use super::prelude::*;

rule!("fen_fullmove.md", Check::Start(StartFault::FenFullmove, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    let of_epd = FenFields::of(pair.value.of(cx.src)).counters_of_epd();
    let field = fen_counter(cx.src, pair.value, FenFields::FULLMOVE_NUMBER);
    let number = of_epd.map(|[_, number]| number).or(field.map(|field| field.of(cx.src)));
    let message = match number {
        None => "the move number of the FEN is missing".to_owned(),
        Some(b"0") => "the move number of the FEN is 0".to_owned(),
        Some(other) => format!("the move number of the FEN is {}", cx.quote(other)),
    };
    report.at(pair.value, message).safe_fix(field.map(|field| Edit::replace(field, "1")));
}
