use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M019",
    name: "pawn-letter",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("pawn_letter.md"),
    checks: &[Check::Deviation(Deviations::PAWN_LETTER, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has a letter for a pawn:");
}
