use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P002",
    name: "malformed-tag",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("malformed_tag.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::MalformedTag, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the brackets of this tag pair are broken")
        .help("a tag pair is `[Name \"value\"]`");
}
