use super::prelude::*;
use crate::fix::escape_each;

rule!("unescaped_quote.md", Check::Syntax(SyntaxErrorKind::UnescapedQuote, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let pair = cx.pair_at(error.span.start);
    if pair.is_some_and(|pair| error.span.start < pair.value.start) {
        check_doubled(cx, error, report);
        return;
    }
    report
        .at(error.span, "a quote inside the tag value is not escaped")
        .help("write `\\\"` for a quote inside a value")
        .safe_fix(pair.into_iter().flat_map(|pair| escape_each(cx.src, pair.value, b'"')));
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
