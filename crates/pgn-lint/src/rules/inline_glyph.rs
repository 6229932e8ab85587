use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "A009",
    name: "inline-glyph",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("inline_glyph.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::InlineGlyph, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, format!("the sign {} stands in the movetext", quote(error.span.of(cx.src))))
        .help("PGN writes it as a NAG");
}
