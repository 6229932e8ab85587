use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P013",
    name: "brace-in-comment",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("brace_in_comment.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BraceInComment, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a `{` inside a comment")
        .help("comments do not nest: the first `}` ends this one");
}
