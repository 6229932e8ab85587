use super::prelude::*;

rule!("unescaped_quote.md", Check::Syntax(SyntaxErrorKind::UnescapedQuote, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "a quote inside the tag value is not escaped")
        .help("write `\\\"` for a quote inside a value")
        .safe_fix(edits(cx, error.span));
}

/// Returns edits that add a backslash before each unescaped quote of the value.
fn edits(cx: &GameCx<'_>, quote: Span) -> Vec<Edit> {
    let Some(pair) = cx.pair_at(quote.start) else { return Vec::new() };
    let mut edits = Vec::new();
    let mut bytes = (pair.value.start..).zip(pair.value.of(cx.src)).peekable();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => edits.push(Edit::insert(at, "\\")),
            b'\\' if bytes.peek().is_some_and(|(_, next)| b"\"\\".contains(next)) => {
                bytes.next();
            }
            _ => (),
        }
    }
    edits
}
