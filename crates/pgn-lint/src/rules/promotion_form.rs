use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("promotion_form.md"),
    &[Check::Deviation(Deviations::PROMOTION_FORM, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be");
}
