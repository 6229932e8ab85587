use super::prelude::*;

rule!("ambiguous_b.md", Check::Deviation(Deviations::AMBIGUOUS_B, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "can only be the bishop's move")
        .help("a lower-case `b` is a pawn's file");
}
