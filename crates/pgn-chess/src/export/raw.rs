//! The bytes of a game as they stand, without the text around it.

use std::borrow::Cow;

use pgn_syntax::{
    CommentKind, Game, NodeKind, Span, SyntaxError, SyntaxErrorKind, has_crlf, line_end,
};

/// Returns the bytes of a game without the text between it and its neighbors.
///
/// ```
/// use pgn_chess::{export::raw_bytes, pgn_syntax::Games};
///
/// let pgn = b"\n[White \"Tal\"]\n\n1. e4 *\n\n";
/// assert_eq!(raw_bytes(Games::new(pgn).next().unwrap(), pgn), b"[White \"Tal\"]\n\n1. e4 *");
/// ```
#[must_use]
pub fn raw_bytes<'a>(game: &Game, src: &'a [u8]) -> &'a [u8] {
    raw_span(game, src).of(src)
}

/// Returns the raw game without junk before it: of the text before the first tag pair or move, only comments and escape
/// lines are kept.
///
/// Junk can contain moves: after a parenthesis that was opened between two games they belong to no game, but without
/// that parenthesis they would begin one.
///
/// ```
/// use pgn_chess::{export::raw_text, pgn_syntax::Games};
///
/// let pgn = b"[White \"Tal\"]\n\n1. e4 *\n\n";
/// assert_eq!(*raw_text(Games::new(pgn).next().unwrap(), pgn), *b"[White \"Tal\"]\n\n1. e4 *");
/// ```
#[must_use]
pub fn raw_text<'a>(game: &Game, src: &'a [u8]) -> Cow<'a, [u8]> {
    let whole = raw_span(game, src);
    let has_junk = has_junk_inside(game, whole);
    let start = if has_junk { game.start } else { whole.start };
    let kept = lines_before(game, start);
    if kept.is_empty() && !has_junk {
        return Cow::Borrowed(whole.of(src));
    }
    let from_tags = Span { start, ..whole }.of(src);
    let ending: &[u8] = if has_crlf(from_tags) { b"\r\n" } else { b"\n" };
    let mut text = Vec::new();
    for (span, is_open) in kept {
        text.extend_from_slice(span.of(src).trim_ascii_end());
        text.extend_from_slice(if is_open { b"}" } else { b"" });
        text.extend_from_slice(ending);
    }
    text.extend_from_slice(from_tags);
    Cow::Owned(text)
}

/// Returns what [`raw_text`] leaves out of [`raw_bytes`]: the junk between the comments before a game and its tags.
///
/// ```
/// use pgn_chess::{export::junk_inside, pgn_syntax::Games};
///
/// let pgn = b"{lead}\njunk\n[White \"Tal\"]\n\n1. e4 *\n\n";
/// let mut games = Games::new(pgn);
/// assert_eq!(junk_inside(games.next().unwrap(), pgn).trim_ascii(), b"junk");
/// ```
#[must_use]
pub fn junk_inside(game: &Game, src: &[u8]) -> Vec<u8> {
    let whole = raw_span(game, src);
    let (mut junk, mut from) = (Vec::new(), whole.start);
    if has_junk_inside(game, whole) {
        let end = Span { start: game.start, end: game.start };
        for span in lines_before(game, end.start).into_iter().map(|(span, _)| span).chain([end]) {
            let text = Span { start: from, end: span.start.max(from) }.of(src);
            // Line ends between comments and escape lines are no junk.
            if !text.trim_ascii().is_empty() {
                junk.extend_from_slice(text.trim_ascii_start());
            }
            from = from.max(span.end);
        }
    }
    junk
}

/// Returns true if there is junk among the comments and escape lines before a game.
fn has_junk_inside(game: &Game, whole: Span) -> bool {
    let is_junk = |error: &SyntaxError| error.kind == SyntaxErrorKind::JunkBetweenGames;
    whole.start < game.start && game.errors.iter().any(is_junk)
}

/// Returns the comments and escape lines of a game that begin before `end`, in order, each with true if it is a comment
/// without its end.
fn lines_before(game: &Game, end: u32) -> Vec<(Span, bool)> {
    let escapes = game.escapes.iter().take_while(|line| line.start < end);
    let mut lines: Vec<(Span, bool)> = escapes.map(|line| (*line, false)).collect();
    for comment in game.nodes.iter().take_while(|node| node.span.start < end) {
        lines.push((comment.span, comment.kind == NodeKind::Comment(CommentKind::Open)));
    }
    lines.sort_by_key(|(span, _)| span.start);
    lines
}

/// Returns the span of [`raw_bytes`].
///
/// ```
/// use pgn_chess::{export::raw_span, pgn_syntax::Games};
///
/// let pgn = b"\n[White \"Tal\"]\n\n1. e4 *\n\n";
/// let span = raw_span(Games::new(pgn).next().unwrap(), pgn);
/// assert_eq!((span.start, span.end), (1, 23));
/// ```
#[must_use]
pub fn raw_span(game: &Game, src: &[u8]) -> Span {
    let first = game.nodes.first().map_or(game.start, |node| node.span.start.min(game.start));
    let last = game.nodes.last().map_or(game.end, |node| node.span.end.max(game.end)) as usize;
    // Single characters after the last token have no nodes.
    let rest = &src[last..(game.span.end as usize).max(last)];
    let last = last + line_end(rest, 0);
    let len = src[first as usize..last].trim_ascii_end().len();
    Span::new(first as usize, first as usize + len)
}
