use super::prelude::*;

rule!("bad_quote.md", Check::Syntax(SyntaxErrorKind::BadQuote, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    report
        .at(error.span, "the tag value is not in straight double quotes")
        .help("only the straight double quote delimits a string")
        .safe_fix(edits(cx, error.span));
}

/// Returns edits that make both quotes straight, if there is a closing one.
fn edits(cx: &GameCx<'_>, open: Span) -> Vec<Edit> {
    let Some(pair) = cx.pair_at(open.start).filter(|pair| pair.value.start == open.end) else {
        return Vec::new();
    };
    let close = &cx.src[pair.value.end as usize..pair.span.end as usize];
    let close_len =
        close.trim_ascii_end().strip_suffix(b"]").map_or(0, |it| it.trim_ascii_end().len());
    if close_len == 0
        || cx.has_bad_name(pair)
        || pair.value.of(cx.src).iter().any(|byte| b"\"\\".contains(byte))
    {
        return Vec::new();
    }
    let close = Span::new(pair.value.end as usize, pair.value.end as usize + close_len);
    vec![Edit::replace(open, "\""), Edit::turn(cx.src, close, "\"")]
}
