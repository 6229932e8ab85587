use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P019",
    name: "rav-without-move",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("rav_without_move.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::RavWithoutMove, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a variation before any move: there is nothing it could replace");
}
