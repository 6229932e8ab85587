use super::prelude::*;

rule!(
    "percent_in_comment_column_1.md",
    Check::Syntax(SyntaxErrorKind::PercentInCommentColumn1, check)
);

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a line of this comment begins with `%`")
        .safe_fix([Edit::insert(error.span.start, " ")]);
}
