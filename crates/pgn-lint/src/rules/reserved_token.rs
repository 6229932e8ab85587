use super::prelude::*;

rule!("reserved_token.md", Check::Syntax(SyntaxErrorKind::ReservedToken, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is reserved for future use", quote(error.span.of(cx.src))))
        .unsafe_fix(Edit::delete_word(cx.src, error.span));
}
