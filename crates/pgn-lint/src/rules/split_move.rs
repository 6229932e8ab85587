use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M026",
    name: "split-move",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("split_move.md"),
    checks: &[Check::Deviation(Deviations::SPLIT, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report
        .at(
            ply.span,
            format!("{} is one move: `{}`", quote(ply.span.of(cx.src)), moves::canonical(ply)),
        )
        .safe_fix(moves::respell(cx, ply));
}
