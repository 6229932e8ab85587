use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M015",
    name: "missing-capture-sign",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("missing_capture_sign.md"),
    checks: &[Check::Deviation(Deviations::MISSING_CAPTURE, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "is a capture:");
}
