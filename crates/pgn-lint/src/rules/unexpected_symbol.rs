use super::{malformed_tag::is_without_value, prelude::*};

rule!(
    "unexpected_symbol.md",
    Check::Syntax(SyntaxErrorKind::UnexpectedSymbol, check),
    Check::Game(check_times)
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if is_without_value(cx.src, error.span) || is_time(cx, &error) {
        return;
    }
    let message =
        format!("{} is not a move, nor any other token of PGN", quote(error.span.of(cx.src)));
    report
        .at(error.span, message)
        .help("put words into a comment: `{…}`")
        .unsafe_fix(in_braces(error.span));
}

/// Reports the times in parentheses, as move lists of servers have them after each move, once.
fn check_times(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let times = || cx.game.errors.iter().filter(|error| is_time(cx, error));
    let Some(first) = times().next() else { return };
    let text = quote(first.span.of(cx.src));
    let others = lines::others(times().count(), Verb::Be);
    let brace =
        |start: u32, text: &'static str| Edit::replace(Span { start, end: start + 1 }, text);
    let edits = times().flat_map(|it| [brace(it.span.start, "{"), brace(it.span.end - 1, "}")]);
    report
        .at(first.span, format!("{text} is a time in parentheses, not a variation{others}"))
        .help("`export` makes it a comment; in PGN, the time spent is `{[%emt 0:00:05]}`")
        .unsafe_fix(edits);
}

/// Returns true for an error on a time in parentheses.
fn is_time(cx: &GameCx<'_>, error: &SyntaxError) -> bool {
    let text = error.span.of(cx.src);
    let is_clock = matches!(text, [b'(', b'0'..=b'9', ..]) && text.contains(&b':');
    error.kind == SyntaxErrorKind::UnexpectedSymbol && is_clock && !text.contains(&b' ')
}
