use super::prelude::*;

rule!("short_fen.md", Check::Start(StartFault::ShortFen, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the FEN has fewer than six fields")
        .help("what is missing is read as `- - 0 1`")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let rest = match FenFields::of(value.of(src)).iter().count() {
        2 => " - - 0 1",
        3 => " - 0 1",
        4 => " 0 1",
        5 => " 1",
        _ => return None,
    };
    Some(Edit::insert(value.end, rest))
}
