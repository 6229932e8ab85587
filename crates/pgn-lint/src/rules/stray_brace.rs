use super::prelude::*;

rule!("stray_brace.md", Check::Syntax(SyntaxErrorKind::StrayBrace, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a `}` without its `{`")
        .unsafe_fix(Edit::delete_word(cx.src, error.span));
}
