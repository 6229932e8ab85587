use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P008",
    name: "bad-escape",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bad_escape.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BadEscape, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a backslash before neither quote nor backslash")
        .help("write `\\\\` for a backslash");
}
