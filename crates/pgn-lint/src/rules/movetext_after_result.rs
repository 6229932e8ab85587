use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P027",
    name: "movetext-after-result",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("movetext_after_result.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::MovetextAfterResult, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "movetext after the termination marker");
}
