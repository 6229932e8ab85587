use super::prelude::*;

rule!("nag_position.md", Check::Syntax(SyntaxErrorKind::NagPosition, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let message = format!("{} is after a comment or variation", cx.quoted(error.span));
    report.at(error.span, message);
}
