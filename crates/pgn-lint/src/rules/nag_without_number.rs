use super::prelude::*;

rule!("nag_without_number.md", Check::Syntax(SyntaxErrorKind::NagWithoutNumber, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "`$` without a number").unsafe_fix(Edit::delete_word(cx.src, error.span));
}
