use super::prelude::*;
use crate::{fix::escape_each, rule::Diagnostic};

rule!("bad_escape.md", Check::Syntax(SyntaxErrorKind::BadEscape, check));

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let is_last = cx.pair_at(error.span.start).is_some_and(|pair| error.span.end == pair.value.end);
    let message = match is_last {
        true => "a backslash at the end of the value, where it escapes the closing quote",
        false => "a backslash before neither quote nor backslash",
    };
    let found = report.at(error.span, message).help("write `\\\\` for a backslash");
    double(cx, error.span, found);
}

/// Doubles the backslashes of the value that escape nothing. The last character of a value can only
/// be a literal backslash; any other may be superfluous, so its fix is unsafe.
fn double(cx: &GameCx<'_>, first: Span, found: &mut Diagnostic) {
    let Some(pair) = cx.pair_at(first.start) else { return };
    let is_sure = first.end == pair.value.end && !cx.has_bad_name(pair);
    found.fix(Applicability::safe_if(is_sure), escape_each(cx.src, pair.value, b'\\'));
}
