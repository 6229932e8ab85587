use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F014",
    name: "escape-line",
    severity: Severity::Info,
    otherwise: None,
    page: include_str!("escape_line.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::EscapeLine, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "an escape line: no reader looks at it");
}
