//! The lines of a game, for rules of layout.

use std::ops::Range;

use pgn_syntax::Span;

use crate::{
    fix::past_line_end,
    rule::{Follows, GameCx},
};

/// A line that begins in a game: its bytes without the line end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    pub(crate) span: Span,
    /// It begins where the game does, behind other text.
    pub(crate) is_joined: bool,
}

pub(crate) fn is_end(byte: &u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// Space, HT, VT.
pub(crate) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B)
}

/// The lines of a part of a game; escape lines are left out.
pub(crate) fn of<'a>(cx: &GameCx<'a>, part: Range<u32>) -> impl Iterator<Item = Line> + use<'a> {
    let src = cx.src;
    let (mut at, end) = (part.start as usize, part.end as usize);
    std::iter::from_fn(move || {
        while at < end {
            let start = at;
            let len = src[start..end].iter().position(is_end).unwrap_or(end - start);
            at = start + len;
            at += match src[at..end] {
                [b'\r', b'\n', ..] => 2,
                [_, ..] => 1,
                [] => 0,
            };
            let is_joined = start > 0 && !is_end(&src[start - 1]);
            if is_joined || src.get(start) != Some(&b'%') {
                return Some(Line { span: Span::new(start, start + len), is_joined });
            }
        }
        None
    })
}

/// Returns true if a line of text ends here, and no empty line parts it from what follows.
pub(crate) fn is_close(before: &[u8]) -> bool {
    let text = before.trim_ascii_end();
    !text.is_empty() && before.last().is_some_and(is_end) && n_ends(&before[text.len()..]) == 1
}

/// Returns where the first line that is not empty begins, and where the last one ends with its line end.
pub(crate) fn without_empty(text: &[u8]) -> Range<usize> {
    let is_white = |byte: &u8| is_blank(*byte) || is_end(byte);
    let Some(first) = text.iter().position(|byte| !is_white(byte)) else { return 0..0 };
    let last = text.iter().rposition(|byte| !is_white(byte)).unwrap_or(first);
    let start = text[..first].iter().rposition(is_end).map_or(0, |end| end + 1);
    let n = text[last..].iter().position(is_end);
    start..n.map_or(text.len(), |n| past_line_end(text, last + n))
}

/// Line ends of a stretch, CR LF once.
pub(crate) fn n_ends(text: &[u8]) -> usize {
    let ends = text.iter().filter(|byte| is_end(byte)).count();
    ends - text.windows(2).filter(|two| two == b"\r\n").count()
}

/// Where the white space at the end of a game begins.
pub(crate) fn content_end(cx: &GameCx<'_>) -> u32 {
    let text = cx.game.span.of(cx.src);
    let is_white = |byte: &u8| is_blank(*byte) || is_end(byte);
    let len = text.iter().rposition(|byte| !is_white(byte)).map_or(0, |last| last + 1);
    cx.game.span.start + u32::try_from(len).unwrap_or(0)
}

/// Whether no game follows in the file.
pub(crate) fn is_last(cx: &GameCx<'_>) -> bool {
    cx.follows == Follows::Nothing && cx.game.span.end as usize == cx.src.len()
}

/// How many empty lines stand in a stretch that begins behind a token, and the place of the second
/// one, or of the first that is missing; nothing if it is one.
pub(crate) fn not_one(cx: &GameCx<'_>, stretch: Range<u32>) -> Option<(usize, Span)> {
    let text = &cx.src[stretch.start as usize..stretch.end as usize];
    let n = n_ends(text);
    if n == 2 {
        return None;
    }
    let start = match n {
        0 | 1 => stretch.start,
        _ => {
            // Behind the second line end.
            let mut lines = of(cx, stretch.clone()).skip(2);
            lines.next().map_or(stretch.end, |line| line.span.start)
        }
    };
    let end = if n > 2 { stretch.end } else { start };
    Some((n.saturating_sub(1), Span { start, end }))
}

/// `, as do 12 more of this game`; the verb is that of lines that do the same.
pub(crate) fn others(n: usize, verb: Verb) -> String {
    let (one, many) = match verb {
        Verb::Do => ("does", "do"),
        Verb::Have => ("has", "have"),
    };
    match n {
        0 | 1 => String::new(),
        2 => format!(", as {one} one more of this game"),
        n => format!(", as {many} {} more of this game", n - 1),
    }
}

/// What others do.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Verb {
    Do,
    Have,
}
