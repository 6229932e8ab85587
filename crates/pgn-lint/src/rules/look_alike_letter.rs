use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M025",
    name: "look-alike-letter",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("look_alike_letter.md"),
    checks: &[Check::Deviation(Deviations::LOOK_ALIKE, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    moves::report_respelling(cx, ply, report, "has letters of another script; in ASCII it is");
}
