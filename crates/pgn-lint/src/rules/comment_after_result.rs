use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P028",
    name: "comment-after-result",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("comment_after_result.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::CommentAfterResult, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a comment after the termination marker");
}
