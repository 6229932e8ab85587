use super::prelude::*;

rule!("unescaped_quote.md", Check::Syntax(SyntaxErrorKind::UnescapedQuote, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if cx.pair_at(error.span.start).is_some_and(|pair| error.span.start < pair.value.start) {
        check_doubled(cx, error, report);
        return;
    }
    report
        .at(error.span, "a quote inside the tag value is not escaped")
        .help("write `\\\"` for a quote inside a value")
        .safe_fix(edits(cx, error.span));
}

/// Reports the second quotes around values, once for all of them.
fn check_doubled(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_doubled = |value: &Span| cx.src[..value.start as usize].ends_with(b"\"\"");
    let mut values = cx.game.tags.iter().map(|pair| pair.value).filter(is_doubled).peekable();
    if values.peek().is_some_and(|value| value.start == error.span.end) {
        let quotes = values.flat_map(|Span { start, end }| {
            [Span { start: start - 1, end: start }, Span { start: end, end: end + 1 }]
        });
        report
            .at(error.span, "values have their quotes twice, as in CSV of a spreadsheet")
            .help("delete the second quotes")
            .unsafe_fix(quotes.map(Edit::delete).collect::<Vec<_>>());
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
