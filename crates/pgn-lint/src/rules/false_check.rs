use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M027",
    name: "false-check",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("false_check.md"),
    checks: &[Check::Deviation(Deviations::FALSE_CHECK, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report.at(ply.span, format!("{} gives no check", moves::quoted_with_number(cx, ply)));
}
