use super::prelude::*;

pub(super) static RULE: Rule =
    Rule::of(include_str!("figurine.md"), &[Check::Deviation(Deviations::FIGURINE, check)]);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has a figurine; in letters it is");
}
