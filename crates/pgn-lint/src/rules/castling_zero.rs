use super::prelude::*;

rule!("castling_zero.md", Check::Deviation(Deviations::CASTLING_ZERO, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be")
        .help("castling is the letter O, not a zero");
}
