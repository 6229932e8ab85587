use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M012",
    name: "castling-zero",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("castling_zero.md"),
    checks: &[Check::Deviation(Deviations::CASTLING_ZERO, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "should be")
        .help("castling is the letter O, not a zero");
}
