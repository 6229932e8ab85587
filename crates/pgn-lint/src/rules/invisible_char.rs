use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F008",
    name: "invisible-char",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("invisible_char.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::InvisibleChar, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "an invisible character that is no space of PGN")
        .help("replace it with a plain space, or delete it")
        .safe_fix([Edit::blank_out(cx.src, error.span)]);
}
