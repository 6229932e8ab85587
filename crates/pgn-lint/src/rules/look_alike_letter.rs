use super::prelude::*;

use memchr::memmem;
use pgn_syntax::other_number::ascii_number;

use crate::numbers;

rule!(
    "look_alike_letter.md",
    Check::Respelling(Deviations::LOOK_ALIKE, "has letters of another script; in ASCII it is"),
    Check::Syntax(SyntaxErrorKind::OtherNumber, check_number),
    Check::NonAscii(check_ellipsis)
);

fn check_number(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    let text = error.span.of(cx.src);
    let Some(ascii) = ascii_number(text) else { return };
    let follows = cx.src.get(error.span.end as usize);
    let blank = if follows.is_none_or(u8::is_ascii_whitespace) { "" } else { " " };
    report
        .at(error.span, format!("{} is a move number in other signs: `{ascii}`", cx.quote(text)))
        .safe_fix([Edit::replace(error.span, format!("{ascii}{blank}"))]);
}

/// The ellipsis, three dots in one character, in UTF-8.
const ELLIPSIS: &[u8] = "…".as_bytes();

/// Reports the move numbers with an ellipsis, once.
fn check_ellipsis(cx: &GameCx<'_>, _: &[Span], report: &mut Report<'_>) {
    let (start, end) = (cx.game.movetext_start as usize, cx.game.end as usize);
    if memmem::find(cx.src.get(start..end).unwrap_or_default(), ELLIPSIS).is_none() {
        return;
    }
    let (mut first, mut edits) = (None, Vec::new());
    numbers::each_turn(cx, |mv, is_black| {
        let before = &cx.src[..mv.start as usize];
        let Some(number) = before.trim_ascii_end().strip_suffix(ELLIPSIS) else { return };
        let n_dots = number.iter().rev().take_while(|byte| **byte == b'.').count();
        let dots = number.len() - n_dots;
        if dots > start && number[dots - 1].is_ascii_digit() {
            let span = Span::new(dots, number.len() + ELLIPSIS.len());
            let digits = number[..dots].iter().rev().take_while(|byte| byte.is_ascii_digit());
            first.get_or_insert(Span::new(dots - digits.count(), span.end as usize));
            edits.push(Edit::replace(span, if is_black { "..." } else { "." }));
        }
    });
    let Some(first) = first else { return };
    let others = lines::others(edits.len(), "as has", "as have");
    report
        .at(first, format!("{} has an ellipsis for its dots{others}", cx.quoted(first)))
        .help("other readers do not know this character: write dots, as `export` does")
        .otherwise()
        .safe_fix(edits);
}
