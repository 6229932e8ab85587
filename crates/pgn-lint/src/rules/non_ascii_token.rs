use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P024",
    name: "non-ascii-token",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("non_ascii_token.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::NonAsciiToken, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(
            error.span,
            format!(
                "{} is not ASCII and stands outside strings and comments",
                quote(error.span.of(cx.src))
            ),
        )
        .unsafe_fix(in_braces(error.span));
}
