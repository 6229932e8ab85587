use super::prelude::*;

use pgn_chess::replay::{FinalZeros, GameEnd};
use pgn_syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "P026",
    name: "missing-termination",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("missing_termination.md"),
    checks: &[
        Check::Syntax(SyntaxErrorKind::MissingTermination, check),
        Check::End(EndFact::Zeros, check_zeros),
    ],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // A comment that was left open holds the marker, and is another rule's.
    if !cx.game.errors.iter().any(|other| other.kind == SyntaxErrorKind::UnterminatedComment) {
        report.at(error.span, MESSAGE).help(HELP);
    }
}

/// `0-0` as the last word is a marker, if a bad one, or castling and then no marker.
fn check_zeros(cx: &GameCx<'_>, end: &GameEnd, report: &mut Report<'_>) {
    if end.final_zeros == FinalZeros::Castling {
        report.at(Span { start: cx.game.end, end: cx.game.end }, MESSAGE).help(HELP);
    }
}

const MESSAGE: &str = "the game has no termination marker";
const HELP: &str = "`1-0`, `0-1`, `1/2-1/2` or `*` ends a game";
