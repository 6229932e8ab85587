use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P007",
    name: "tab-in-string",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("tab_in_string.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::TabInString, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a tab or control character in a tag value");
}
