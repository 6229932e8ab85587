use pgn_syntax::{is_name_byte, line_end, past_line_end};

use super::prelude::*;
use crate::doubts::pair_with_colon;

rule!(
    "malformed_tag.md",
    Check::Syntax(SyntaxErrorKind::MalformedTag, check),
    Check::Syntax(SyntaxErrorKind::RavWithoutMove, check_parenthesis),
    Check::Syntax(SyntaxErrorKind::UnexpectedSymbol, check_name)
);

/// Reports a tag pair that has only a name, which is read as a word of the movetext.
fn check_name(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if let Some((name, value)) = pair_with_colon(cx, error.span) {
        let value = String::from_utf8_lossy(value);
        let pair = format!("[{} \"{value}\"]", name.text());
        report
            .at(
                error.span,
                format!("this line is meant as the tag pair {}", cx.quote(pair.as_bytes())),
            )
            .help("a tag pair is `[Name \"value\"]`")
            .unsafe_fix([Edit::replace(error.span, pair)]);
        return;
    }
    if is_without_value(cx.src, error.span) {
        report
            .at(error.span, format!("the tag pair {} has no value", cx.quoted(error.span)))
            .help("a tag pair is `[Name \"value\"]`, with `?` for a value that is not known");
    }
}

/// Returns true if the words at `span` are a name in brackets that is alone on its line: `[Site]`.
pub(super) fn is_without_value(src: &[u8], span: Span) -> bool {
    let (before, after) = (&src[..span.start as usize], &src[span.end as usize..]);
    let is_alone = before.last().is_none_or(is_line_end) && after.first().is_none_or(is_line_end);
    let name = span.of(src).strip_prefix(b"[").and_then(|name| name.strip_suffix(b"]"));
    is_alone
        && name.is_some_and(|name| {
            name.first().is_some_and(u8::is_ascii_uppercase) && name.iter().all(is_name_byte)
        })
}

/// Reports a tag pair in parentheses, which is read as a variation.
fn check_parenthesis(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if let Some(line) = in_parentheses(cx.src, error.span.start) {
        report.at(line, "a tag pair in parentheses").help("a tag pair is `[Name \"value\"]`");
    }
}

/// Returns the rest of the line at a parenthesis that opens a tag pair: `(Result "1-0")`.
pub(super) fn in_parentheses(src: &[u8], at: u32) -> Option<Span> {
    let text = src.get(at as usize..)?;
    // First what needs no look at the rest of the line: many parentheses may be on one.
    if src[..at as usize].last().is_some_and(|byte| !is_line_end(byte))
        || !text.get(1).is_some_and(u8::is_ascii_uppercase)
    {
        return None;
    }
    let line = &text[..line_end(text, 0)];
    let n_letters = line.get(1..)?.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let value = line[1 + n_letters..].trim_ascii_start();
    (n_letters > 1 && value.starts_with(b"\""))
        .then(|| Span::new(at as usize, at as usize + line.trim_ascii_end().len()))
}

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_pair = |text: &[u8]| text.starts_with(b"[") && text.ends_with(b"\"]");
    if is_pair(error.span.of(cx.src)) && cx.pair_at(error.span.start).is_none() {
        report
            .at(
                error.span,
                "this tag pair is on the line of the moves, and is read as a comment of this game",
            )
            .help(if opens_with_tag(&cx.src[error.span.end as usize..]) {
                "begin a new line with it, after an empty line: it is then a tag of the game that begins here"
            } else {
                "if a game begins here, begin a new line with it, after an empty line"
            });
        return;
    }
    report
        .at(error.span, "the brackets of this tag pair are broken")
        .help("a tag pair is `[Name \"value\"]`")
        .safe_fix(edits(cx, error.span));
}

/// Returns true if nothing is on the first line of `text`, and the second one begins with a bracket.
fn opens_with_tag(text: &[u8]) -> bool {
    let end = line_end(text, 0);
    text[..end].trim_ascii().is_empty() && text[past_line_end(text, end)..].starts_with(b"[")
}

/// Returns an edit that removes a superfluous bracket, or adds a missing one if its place is free.
fn edits(cx: &GameCx<'_>, span: Span) -> Vec<Edit> {
    let (before, after) = cx.src.split_at(span.end as usize);
    match span.of(cx.src) {
        [b'[' | b']'] => vec![Edit::delete(span)],
        [] if cx.pair_at(span.start).is_some_and(|pair| pair.span.start == span.start) => {
            vec![Edit::insert(span.start, "[")]
        }
        [] if before.ends_with(b"\"") => {
            let n_blanks = after.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            let is_free = matches!(after.get(n_blanks), None | Some(b'\n' | b'\r' | b'['));
            if is_free { vec![Edit::insert(span.start, "]")] } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
