//! The lines of a game, for layout rules.

use std::ops::Range;

use pgn_syntax::{
    Span, count_line_ends, is_blank, is_line_end, is_white_space, line_end, line_start, next_line,
    past_line_end, span::index,
};

use crate::context::{Follows, GameCx};

/// A line that begins in a game, without its line end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextLine {
    pub(crate) span: Span,
    /// True if the game begins on this line after other text.
    pub(crate) is_joined: bool,
}

/// Returns the span of the blanks before `at`, which may be empty.
pub(crate) fn blanks_before(src: &[u8], at: u32) -> Span {
    let before = &src[..at as usize];
    let n_blanks = before.iter().rev().take_while(|byte| is_blank(byte)).count();
    Span::new(before.len() - n_blanks, before.len())
}

/// Yields the lines of a part of a game, except escape lines.
pub(crate) fn of<'a>(
    cx: &GameCx<'a>,
    part: Range<u32>,
) -> impl Iterator<Item = TextLine> + use<'a> {
    let src = cx.src;
    let (mut at, end) = (part.start as usize, part.end as usize);
    std::iter::from_fn(move || {
        while at < end {
            let start = at;
            let text_end = line_end(&src[..end], start);
            at = past_line_end(&src[..end], text_end);
            let is_joined = start > 0 && !is_line_end(&src[start - 1]);
            if is_joined || src.get(start) != Some(&b'%') {
                return Some(TextLine { span: Span::new(start, text_end), is_joined });
            }
        }
        None
    })
}

/// Returns the first character of `text` that ends a line in Unicode but not in PGN. The text after it in a `;` comment
/// may have been meant as movetext or as further games.
pub(crate) fn foreign_line_end(text: &[u8]) -> Option<char> {
    let text = std::str::from_utf8(text).ok()?;
    text.chars().find(|char| matches!(char, '\u{85}' | '\u{2028}' | '\u{2029}'))
}

/// Returns true if `before` ends with a line end after text, without an empty line.
pub(crate) fn ends_without_empty_line(before: &[u8]) -> bool {
    let text = before.trim_ascii_end();
    !text.is_empty()
        && before.last().is_some_and(is_line_end)
        && count_line_ends(&before[text.len()..]) == 1
}

/// Returns the range from the first line that is not empty to the end of the last one, with its
/// line end.
pub(crate) fn without_empty(text: &[u8]) -> Range<usize> {
    let Some(first) = text.iter().position(|byte| !is_white_space(byte)) else { return 0..0 };
    let last = text.iter().rposition(|byte| !is_white_space(byte)).unwrap_or(first);
    line_start(text, first)..next_line(text, last)
}

/// Returns the offset of the white space at the end of a game.
pub(crate) fn content_end(cx: &GameCx<'_>) -> u32 {
    let text = cx.game.span.of(cx.src);
    let len = text.iter().rposition(|byte| !is_white_space(byte)).map_or(0, |last| last + 1);
    cx.game.span.start + index(len)
}

/// Returns true if the empty line that begins at `at` is only what CR CR LF is read as, which is a finding of the file.
pub(crate) fn is_within_line_end(src: &[u8], at: u32) -> bool {
    let (before, after) = src.split_at(at as usize);
    before.ends_with(b"\r") && after.starts_with(b"\r\n")
}

/// Returns true if no game follows in the file.
pub(crate) fn is_last(cx: &GameCx<'_>) -> bool {
    cx.follows == Follows::Nothing && cx.game.span.end as usize == cx.src.len()
}

/// Returns the number of empty lines in `stretch`, which begins after a token; `None` if there is exactly one. The span
/// is that of all empty lines after the first one, or an empty span where the missing line should be.
pub(crate) fn wrong_empty_lines(cx: &GameCx<'_>, stretch: Range<u32>) -> Option<(u64, Span)> {
    let text = &cx.src[stretch.start as usize..stretch.end as usize];
    let n = count_line_ends(text);
    if n == 2 {
        return None;
    }
    let start = match n {
        0 | 1 => stretch.start,
        _ => {
            // The line after the second line end.
            let mut lines = of(cx, stretch.clone()).skip(2);
            lines.next().map_or(stretch.end, |line| line.span.start)
        }
    };
    let end = if n > 2 { stretch.end } else { start };
    Some((n.saturating_sub(1), Span { start, end }))
}

/// Returns a phrase such as `, as do 12 more of this game`, for `n` places with the same fault. It begins with
/// `one` for a single other place, and else with `many`.
pub(crate) fn others(n: usize, one: &str, many: &str) -> String {
    match n {
        0 | 1 => String::new(),
        2 => format!(", {one} one more of this game"),
        n => format!(", {many} {} more of this game", n - 1),
    }
}
