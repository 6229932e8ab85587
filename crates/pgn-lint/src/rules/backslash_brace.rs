use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P014",
    name: "backslash-brace",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("backslash_brace.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BackslashBrace, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the comment ends in `\\}`")
        .help("comments have no escapes: the comment ends at this `}`");
}
