use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "A003",
    name: "nag-without-number",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("nag_without_number.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::NagWithoutNumber, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report.at(error.span, "`$` without a number").unsafe_fix(Edit::delete_word(cx.src, error.span));
}
