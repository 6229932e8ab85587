use super::prelude::*;

rule!("comment_in_tags.md", Check::Syntax(SyntaxErrorKind::CommentInTags, check));

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a comment before or among the tag pairs");
}
