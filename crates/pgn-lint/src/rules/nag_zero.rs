use super::prelude::*;

rule!("nag_zero.md", Check::Syntax(SyntaxErrorKind::NagZero, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "`$0` has no meaning").safe_fix(Edit::delete_word(cx.src, error.span));
}
