use super::prelude::*;

rule!("non_ascii_token.md", Check::Syntax(SyntaxErrorKind::NonAsciiToken, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let message =
        format!("{} is not ASCII and is outside strings and comments", cx.quoted(error.span));
    report.at(error.span, message).unsafe_fix(in_braces(error.span));
}
