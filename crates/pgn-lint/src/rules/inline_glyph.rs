use pgn_syntax::{NodeKind, Span};

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
        .at(error.span, format!("the sign {} is among the moves", quote(error.span.of(cx.src))))
        .help("PGN writes it as a NAG")
        .safe_fix(nag(cx, error.span));
}

/// Returns an edit that writes the NAG, if it is the same for both sides.
fn nag(cx: &GameCx<'_>, span: Span) -> Option<Edit> {
    let NodeKind::Glyph { white, black } = cx.node_at(span.start)?.kind else { return None };
    let is_glued = span.start > 0 && !cx.src[span.start as usize - 1].is_ascii_whitespace();
    let blank = if is_glued { " " } else { "" };
    let is_prose = cx.has_words_near(span.start, 1);
    (white == black && !is_prose).then(|| Edit::replace(span, format!("{blank}${white}")))
}
