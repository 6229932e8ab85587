use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M018",
    name: "long-algebraic",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("long_algebraic.md"),
    checks: &[Check::Deviation(Deviations::LONG_ALGEBRAIC, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "is long algebraic notation; short is");
}
