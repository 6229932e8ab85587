use super::prelude::*;

pub(super) static RULE: Rule =
    Rule::of(include_str!("san_case.md"), &[Check::Deviation(Deviations::CASE, check)]);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be");
}
