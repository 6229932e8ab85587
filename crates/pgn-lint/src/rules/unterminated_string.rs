use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P005",
    name: "unterminated-string",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("unterminated_string.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::UnterminatedString, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "the string has no closing quote on its line");
}
