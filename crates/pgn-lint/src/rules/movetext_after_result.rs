use super::prelude::*;

use pgn_syntax::Marker;

pub(super) static RULE: Rule = Rule {
    code: "P027",
    name: "movetext-after-result",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("movetext_after_result.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::MovetextAfterResult, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    match Marker::read(text) {
        Some(_) => report.at(error.span, format!("{} is a second termination marker", quote(text))),
        None => report.at(error.span, "movetext after the termination marker"),
    };
}
