use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P012",
    name: "unterminated-comment",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("unterminated_comment.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::UnterminatedComment, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "this comment is never closed")
        .help("it is taken to end before the next tag section");
}
