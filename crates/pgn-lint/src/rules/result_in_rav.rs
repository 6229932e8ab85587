use super::prelude::*;

rule!("result_in_rav.md", Check::Syntax(SyntaxErrorKind::ResultInRav, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} inside a variation", cx.quoted(error.span)))
        .unsafe_fix(in_braces(error.span));
}
