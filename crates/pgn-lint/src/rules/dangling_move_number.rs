use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P029",
    name: "dangling-move-number",
    severity: Severity::Style,
    otherwise: None,
    page: include_str!("dangling_move_number.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::DanglingMoveNumber, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("the move number {} has no move", quote(error.span.of(cx.src))))
        .safe_fix(Edit::delete_word(cx.src, error.span));
}
