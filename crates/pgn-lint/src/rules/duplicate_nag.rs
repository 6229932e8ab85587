use super::prelude::*;

rule!("duplicate_nag.md", Check::Syntax(SyntaxErrorKind::DuplicateNag, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is repeated", cx.quoted(error.span)))
        .safe_fix(Edit::delete_word(cx.src, error.span));
}
