use super::prelude::*;
use crate::doubts::is_doubled;

rule!("unescaped_quote.md", Check::Syntax(SyntaxErrorKind::UnescapedQuote, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if is_doubled(cx) {
        check_doubled(cx, error, report);
        return;
    }
    report
        .at(error.span, "a quote inside the tag value is not escaped")
        .help("write `\\\"` for a quote inside a value")
        .safe_fix(edits(cx, error.span));
}

/// Reports the quotes that occur twice around all values, once.
fn check_doubled(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_quote = |span: Span| cx.src.get(span.start as usize) == Some(&b'"');
    let values = cx.game.tags.iter().map(|pair| pair.value).filter(|value| !value.is_empty());
    let mut quotes = values.flat_map(|Span { start, end }| {
        [Span { start, end: start + 1 }, Span { start: end - 1, end }]
    });
    let Some(first) = quotes.clone().find(|span| is_quote(*span)) else { return };
    if error.span.start == first.start {
        let edits: Vec<Edit> = quotes.by_ref().map(Edit::delete).collect();
        report
            .at(first, "the values have their quotes twice, as in CSV of a spreadsheet")
            .help("delete the second quotes")
            .unsafe_fix(edits);
    }
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
