use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("overdisambiguated.md"),
    &[Check::Deviation(Deviations::OVERDISAMBIGUATED, check)],
);

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has more disambiguation than needed:");
}
