use super::prelude::*;

use pgn_syntax::Span;

pub(super) static RULE: Rule = Rule {
    code: "F021",
    name: "oversized-game",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("oversized_game.md"),
    checks: &[Check::Oversized(check)],
};

fn check(report: &mut Report<'_>, span: Span) {
    report
        .at(span, "the game is too large, and was not read")
        .help("`--max-game-size` lets larger games be read");
}
