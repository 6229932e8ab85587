use super::prelude::*;

rule!("command_outside_comment.md", Check::Syntax(SyntaxErrorKind::CommandOutsideComment, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is outside a comment", cx.quoted(error.span)))
        .help("commands must be in comments: `{[%clk 0:05:00]}`")
        .safe_fix(in_braces(error.span));
}
