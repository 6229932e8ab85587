use super::prelude::*;

rule!("nag_range.md", Check::Syntax(SyntaxErrorKind::NagRange, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is beyond `$255`", cx.quoted(error.span)))
        .unsafe_fix(Edit::delete_word(cx.src, error.span));
}
