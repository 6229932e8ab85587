use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M017",
    name: "san-case",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("san_case.md"),
    checks: &[Check::Deviation(Deviations::CASE, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be");
}
