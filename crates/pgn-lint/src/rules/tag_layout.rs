use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "L001",
    name: "tag-layout",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("tag_layout.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::TagLayout, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "this tag pair has no line of its own");
}
