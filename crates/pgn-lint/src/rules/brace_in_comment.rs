use super::prelude::*;

rule!("brace_in_comment.md", Check::Syntax(SyntaxErrorKind::BraceInComment, check));

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a `{` inside a comment")
        .help("comments do not nest: the first `}` ends this one");
}
