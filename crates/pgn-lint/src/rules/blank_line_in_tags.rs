use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P010",
    name: "blank-line-in-tags",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("blank_line_in_tags.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BlankLineInTags, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "an empty line in the tag section")
        .safe_fix(Edit::delete_empty_lines(cx.src, error.span.start));
}
