use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M014",
    name: "overdisambiguated",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("overdisambiguated.md"),
    checks: &[Check::Deviation(Deviations::OVERDISAMBIGUATED, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report
        .at(
            ply.span,
            format!(
                "{} has more disambiguation than needed: `{}`",
                quote(ply.span.of(cx.src)),
                moves::canonical(ply)
            ),
        )
        .safe_fix(moves::respell(cx, ply));
}
