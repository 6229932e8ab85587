use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    include_str!("non_ascii_token.md"),
    &[Check::Syntax(SyntaxErrorKind::NonAsciiToken, check)],
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let message = format!(
        "{} is not ASCII and stands outside strings and comments",
        quote(error.span.of(cx.src))
    );
    report.at(error.span, message).unsafe_fix(in_braces(error.span));
}
