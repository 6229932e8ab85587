use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P017",
    name: "unmatched-paren",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("unmatched_paren.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::UnmatchedParen, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "`(` and `)` do not match");
}
