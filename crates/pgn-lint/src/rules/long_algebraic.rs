use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("long_algebraic.md"),
    &[Check::Deviation(Deviations::LONG_ALGEBRAIC, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "is long algebraic notation; short is");
}
