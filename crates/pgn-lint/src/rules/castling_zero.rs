use super::prelude::*;

rule!("castling_zero.md", Check::Deviation(Deviations::CASTLING_ZERO, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let found = moves::report_respelling(cx, ply, report, "should be");
    if ply.span.of(cx.src).is_ascii() {
        found.help("castling is the letter O, not a zero");
    } else {
        found.otherwise().help("other readers know only the hyphen between the letters");
    }
}
