use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P004",
    name: "bad-quote",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("bad_quote.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::BadQuote, check)],
};

fn check(_cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the tag value stands in other quotes than `\"`")
        .help("only the straight double quote delimits a string");
}
