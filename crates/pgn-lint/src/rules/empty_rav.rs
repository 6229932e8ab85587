use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P018",
    name: "empty-rav",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("empty_rav.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::EmptyRav, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a variation without a move");
}
