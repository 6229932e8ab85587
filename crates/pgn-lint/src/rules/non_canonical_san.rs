use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("non_canonical_san.md"),
    &[Check::Deviation(Deviations::NON_CANONICAL, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be");
}
