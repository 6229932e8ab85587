use super::prelude::*;

rule!("nag_without_move.md", Check::Syntax(SyntaxErrorKind::NagWithoutMove, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} before any move of its line", cx.quoted(error.span)))
        .help("a NAG belongs to the move before it");
}
