use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P009",
    name: "comment-in-tags",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("comment_in_tags.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::CommentInTags, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "a comment before or among the tag pairs");
}
