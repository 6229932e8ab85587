use super::prelude::*;

use pgn_chess::{deviation::Deviations, replay::Ply};

use crate::moves;

pub(super) static RULE: Rule = Rule {
    code: "M016",
    name: "wrong-capture-sign",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("wrong_capture_sign.md"),
    checks: &[Check::Deviation(Deviations::WRONG_CAPTURE, check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    report
        .at(
            ply.span,
            format!(
                "{} is no capture, or its sign is not an `x`: `{}`",
                quote(ply.span.of(cx.src)),
                moves::canonical(ply)
            ),
        )
        .safe_fix(moves::respell(cx, ply));
}
