use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P026",
    name: "missing-termination",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("missing_termination.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::MissingTermination, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    // A comment that was left open holds the marker, and is another rule's.
    if !cx.game.errors.iter().any(|other| other.kind == SyntaxErrorKind::UnterminatedComment) {
        report
            .at(error.span, "the game has no termination marker")
            .help("`1-0`, `0-1`, `1/2-1/2` or `*` ends a game");
    }
}
