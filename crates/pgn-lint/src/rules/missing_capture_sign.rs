use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("missing_capture_sign.md"),
    &[Check::Deviation(Deviations::MISSING_CAPTURE, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "is a capture:");
}
