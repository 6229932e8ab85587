use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "T012",
    name: "bad-tag-name",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("bad_tag_name.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BadTagName, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("{} is no tag name", quote(error.span.of(cx.src))))
        .help("a tag name is letters, digits and underscores, and begins with none of the latter");
}
