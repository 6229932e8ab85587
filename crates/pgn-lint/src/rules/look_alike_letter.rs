use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("look_alike_letter.md"),
    &[Check::Deviation(Deviations::LOOK_ALIKE, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has letters of another script; in ASCII it is");
}
