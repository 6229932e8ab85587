use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M022",
    name: "non-canonical-san",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("non_canonical_san.md"),
    checks: &[Check::Deviation(Deviations::NON_CANONICAL, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be");
}
