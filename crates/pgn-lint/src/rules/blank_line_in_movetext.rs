use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P011",
    name: "blank-line-in-movetext",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("blank_line_in_movetext.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BlankLineInMovetext, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "an empty line inside the movetext")
        .safe_fix(Edit::delete_empty_lines(cx.src, error.span.start));
}
