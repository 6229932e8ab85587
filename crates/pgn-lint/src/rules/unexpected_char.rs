use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P022",
    name: "unexpected-char",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("unexpected_char.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::UnexpectedChar, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, format!("{} has no meaning here", quote(error.span.of(cx.src))));
}
