use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P006",
    name: "unescaped-quote",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("unescaped_quote.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::UnescapedQuote, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a quote inside the tag value is not escaped")
        .help("write `\\\"` for a quote inside a value");
}
