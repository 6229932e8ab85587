use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "A008",
    name: "detached-suffix",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("detached_suffix.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::DetachedSuffix, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, format!("{} stands apart from its move", quote(error.span.of(cx.src))));
}
