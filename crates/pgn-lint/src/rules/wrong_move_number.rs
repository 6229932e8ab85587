use super::prelude::*;

use pgn_chess::Ply;
use pgn_syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "M006",
    name: "wrong-move-number",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("wrong_move_number.md"),
    checks: &[Check::Number(check)],
};

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, span: Span, _written: u32, report: &mut Report<'_>) {
    let dots = if ply.turn.is_white() { "." } else { "..." };
    report.at(
        span,
        format!("the move number is {} instead of `{}{dots}`", quote(span.of(cx.src)), ply.number),
    );
}
