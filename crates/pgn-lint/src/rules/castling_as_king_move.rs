use super::prelude::*;

rule!("castling_as_king_move.md", Check::Deviation(Deviations::CASTLING_AS_KING, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let canonical = moves::canonical(cx, ply);
    moves::report_respelling(cx, ply, report, "is castling:")
        .help(format!("`export` writes `{}`", canonical.trim_end_matches(['+', '#'])));
}
