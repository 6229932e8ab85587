use pgn_syntax::Span;

use super::prelude::*;

pub(super) static RULE: Rule = Rule {
    code: "P002",
    name: "malformed-tag",
    severity: Severity::Error,
    otherwise: None,
    page: include_str!("malformed_tag.md"),
    checks: &[Check::Syntax(SyntaxErrorKind::MalformedTag, check)],
};

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the brackets of this tag pair are broken")
        .help("a tag pair is `[Name \"value\"]`")
        .safe_fix(edits(cx, error.span));
}

/// Returns an edit that removes a superfluous bracket, or adds a missing one if its place is free.
fn edits(cx: &GameCx<'_>, span: Span) -> Vec<Edit> {
    let (before, behind) = cx.src.split_at(span.end as usize);
    match span.of(cx.src) {
        [b'[' | b']'] => vec![Edit::delete(span)],
        [] if cx.pair_at(span.start).is_some_and(|pair| pair.span.start == span.start) => {
            vec![Edit::insert(span.start, "[")]
        }
        [] if before.ends_with(b"\"") => {
            let n_blanks = behind.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let is_free = matches!(behind.get(n_blanks), None | Some(b'\n' | b'\r' | b'['));
            if is_free { vec![Edit::insert(span.start, "]")] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
