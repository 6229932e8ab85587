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
    let mut prefixes: Vec<Span> = Vec::new();
    for mark in cx.game.errors.iter().filter(|error| quotes_line(cx, error)) {
        // The marks of a line are one word, so that the blanks between them are deleted once.
        match prefixes.last_mut() {
            Some(last) if has_only_blanks(cx.src, last.end, mark.span.start) => {
                last.end = mark.span.end;
            }
            _ => prefixes.push(mark.span),
        }
    }
    let Some(first) = prefixes.first() else { return };
    let others = lines::others(prefixes.len(), "and so does", "and so do");
    report
        .at(
            *first,
            format!("this {} marks its line as quoted, as in mail{others}", cx.quoted(*first)),
        )
        .help("delete the `>` at the beginning of each line")
        .unsafe_fix(prefixes.iter().filter_map(|prefix| Edit::delete_word(cx.src, *prefix)));
}

/// Returns true if the text from `start` to `end` is empty or has only blanks.
fn has_only_blanks(src: &[u8], start: u32, end: u32) -> bool {
    src.get(start as usize..end as usize).is_some_and(|text| text.iter().all(pgn_syntax::is_blank))
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
