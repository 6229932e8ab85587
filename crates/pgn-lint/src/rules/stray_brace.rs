use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P016",
    name: "stray-brace",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("stray_brace.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::StrayBrace, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a `}` without its `{`")
        .unsafe_fix(Edit::delete_word(cx.src, error.span));
}
