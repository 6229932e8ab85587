use pgn_syntax::Span;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P007",
    name: "tab-in-string",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("tab_in_string.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::TabInString, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let value = cx.pair_at(error.span.start).map(|pair| pair.value);
    let controls = value.into_iter().flat_map(|value| (value.start..).zip(value.of(cx.src)));
    let controls = controls.filter(|(_, byte)| byte.is_ascii_control());
    report
        .at(error.span, "a tab or control character in a tag value")
        .safe_fix(controls.map(|(at, _)| Edit::replace(Span { start: at, end: at + 1 }, " ")));
}
