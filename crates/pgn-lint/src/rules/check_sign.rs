use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M013",
    name: "check-sign",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("check_sign.md"),
    checks: &[Check::Deviation(Deviations::CHECK_SIGN, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report
        .at(
            ply.span,
            format!(
                "{} has a missing, wrong or superfluous check sign: `{}`",
                quote(ply.span.of(cx.src)),
                moves::canonical(ply)
            ),
        )
        .safe_fix(moves::respell_sign(cx, ply));
}
