use super::prelude::*;

rule!("backslash_brace.md", Check::Syntax(SyntaxErrorKind::BackslashBrace, check));

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the comment ends in `\\}`")
        .help("comments have no escapes: the comment ends at this `}`");
}
