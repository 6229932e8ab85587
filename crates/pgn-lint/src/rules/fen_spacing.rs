use super::prelude::*;

rule!("fen_spacing.md", Check::Start(StartFault::FenSpacing, check));

fn check(cx: &GameCx<'_>, pair: &TagPair, report: &mut Report<'_>) {
    report
        .at(pair.value, "the fields of the FEN are not separated by single spaces")
        .safe_fix(edits(cx.src, pair.value));
}

fn edits(src: &[u8], value: Span) -> Option<Edit> {
    let fields: Vec<&[u8]> = FenFields::of(value.of(src)).iter().collect();
    Some(Edit::turn(src, value, &String::from_utf8(fields.join(&b' ')).ok()?))
}
