use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "F004",
    name: "bom",
    severity: Severity::Warning,
    otherwise: None,
    page: include_str!("bom.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::Bom, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a byte order mark is not part of PGN")
        .help("save the file as UTF-8 without one; `export` writes none")
        .safe_fix([Edit::delete(error.span)]);
}
