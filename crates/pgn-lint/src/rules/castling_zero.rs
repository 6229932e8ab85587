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
    report
        .at(
            ply.span,
            format!("{} should be `{}`", quote(ply.span.of(cx.src)), moves::canonical(ply)),
        )
        .help("castling is the letter O, not a zero")
        .safe_fix(moves::respell(cx, ply));
}
