use super::prelude::*;

rule!(
    "reserved_token.md",
    Check::Syntax(SyntaxErrorKind::ReservedToken, check),
    Check::Game(check_quoted)
);

fn check(cx: &GameCx<'_>, error: SyntaxError, report: &mut Report<'_>) {
    if !quotes_line(cx, &error) {
        report
            .at(error.span, format!("{} is reserved for future use", cx.quoted(error.span)))
            .unsafe_fix(Edit::delete_word(cx.src, error.span));
    }
}

/// Reports the `>` before lines, as mail has them in quoted text, once.
fn check_quoted(cx: &GameCx<'_>, report: &mut Report<'_>) {
    let marks = || cx.game.errors.iter().filter(|error| quotes_line(cx, error));
    let Some(first) = marks().next() else { return };
    let n = marks().count();
    let others = match n - 1 {
        0 => String::new(),
        1 => ", and so does one more of this game".to_owned(),
        n => format!(", and so do {n} more of this game"),
    };
    report
        .at(first.span, format!("this `>` marks its line as quoted, as in mail{others}"))
        .help("delete the `>` at the beginning of each line")
        .unsafe_fix(marks().filter_map(|mark| Edit::delete_word(cx.src, mark.span)));
}

/// Upper bound on the number of bytes before a `>` that are looked at.
const REACH: usize = 64;

/// Returns true for a `>` with nothing but blanks and other such signs before it on its line.
fn quotes_line(cx: &GameCx<'_>, error: &SyntaxError) -> bool {
    let at = error.span.start as usize;
    if error.kind != SyntaxErrorKind::ReservedToken || cx.src[at] != b'>' {
        return false;
    }
    let before = &cx.src[at.saturating_sub(REACH)..at];
    let last = before.iter().rposition(|byte| !b"> \t".contains(byte));
    match last {
        Some(last) => is_line_end(&before[last]),
        None => at <= REACH,
    }
}
