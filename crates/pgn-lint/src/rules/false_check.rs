use super::prelude::*;

rule!("false_check.md", Check::Deviation(Deviations::FALSE_CHECK, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report.at(ply.span, format!("{} gives no check", moves::quoted_with_number(cx, ply)));
}
