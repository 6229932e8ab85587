use super::prelude::*;

pub(super) static RULE: Rule =
    Rule::of(include_str!("pawn_letter.md"), &[Check::Deviation(Deviations::PAWN_LETTER, check)]);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has a letter for a pawn:");
}
