use super::{malformed_tag::is_without_value, prelude::*};
use crate::{
    clock,
    doubts::{HELP_CUT_OFF, pair_with_colon},
    markup,
};

rule!(
    "unexpected_symbol.md",
    Check::Syntax(SyntaxErrorKind::UnexpectedSymbol, check),
    Check::Game(check_times)
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if is_without_value(cx.src, error.span)
        || pair_with_colon(cx, error.span).is_some()
        || time_in_parentheses(cx, &error).is_some()
    {
        return;
    }
    let rest = Span { start: error.span.end, end: cx.game.span.end.max(error.span.end) };
    let ends_file = rest.of(cx.src).iter().all(u8::is_ascii_whitespace) && cx.may_be_cut_off();
    let message = format!("{} is not a move, nor any other token of PGN", cx.quoted(error.span));
    let edits = parentheses(cx, error.span).map_or(in_braces(error.span), in_place_of);
    report
        .at(error.span, message)
        .help(if ends_file {
            HELP_CUT_OFF
        } else if markup::is_forum_tag(error.span.of(cx.src)) {
            markup::HELP_FORUM_TAG
        } else {
            "put words into a comment: `{…}`"
        })
        .unsafe_fix(edits.into_iter().filter(|_| !ends_file));
}

/// Returns the edits that put braces in place of parentheses.
fn in_place_of(parentheses: Span) -> [Edit; 2] {
    let Span { start, end } = parentheses;
    [(start, "{"), (end - 1, "}")]
        .map(|(start, brace)| Edit::replace(Span { start, end: start + 1 }, brace))
}

/// Returns the span of the parentheses in which words are alone on a line, with the blanks beside these. A parenthesis of
/// another line can be text of a comment.
fn parentheses(cx: &GameCx<'_>, words: Span) -> Option<Span> {
    let src = &cx.src[..cx.game.span.end.max(words.end) as usize];
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let (before, after) = (&src[..words.start as usize], &src[words.end as usize..]);
    let n_before = before.iter().rev().take_while(is_blank).count();
    let start = before.len().checked_sub(n_before + 1)?;
    let end = words.end as usize + after.iter().take_while(is_blank).count();
    let is_enclosed = src[start] == b'(' && src.get(end) == Some(&b')');
    is_enclosed.then(|| Span::new(start, end + 1))
}

/// Reports the times in parentheses, as move lists of servers have them after each move, once.
fn check_times(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let times = || cx.game.errors.iter().filter_map(|error| time_in_parentheses(cx, error));
    let Some(first) = times().next() else { return };
    let text = cx.quoted(first);
    let others = lines::others(times().count(), "as is", "as are");
    let edits = times().flat_map(in_place_of);
    report
        .at(first, format!("{text} is a time in parentheses, not a variation{others}"))
        .help("`export` makes it a comment; in PGN, the time spent is `{[%emt 0:00:05]}`")
        .unsafe_fix(edits);
}

/// Returns the span of an error on a time in parentheses, with these.
fn time_in_parentheses(cx: &GameCx<'_>, error: &SyntaxError) -> Option<Span> {
    let is_time =
        error.kind == SyntaxErrorKind::UnexpectedSymbol && clock::is_shown(error.span.of(cx.src));
    let around = parentheses(cx, error.span)?;
    (is_time && around.len() == error.span.len() + 2).then_some(around)
}
