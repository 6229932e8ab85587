//! The movetext of a variant that is not known, token by token (VAR-03, VAR-09).
//!
//! Which side moves, what a number counts, and which characters a move has, depend on the variant. Therefore numbers,
//! moves, NAGs and parentheses are copied; only white space, comments and the lengths of lines are those of export
//! format.

use pgn_syntax::{
    CommentKind, Game, Node, NodeKind, Span, SyntaxError, SyntaxErrorKind, control_char,
    write::Layout,
};

use crate::export::{
    export_options::{ExportForm, ExportOptions},
    raw::raw_span,
};

/// A piece of the movetext.
#[derive(Clone, Copy)]
pub(crate) enum Token<'a> {
    /// Text without white space.
    Text(&'a [u8]),
    /// A comment.
    Comment(&'a Node),
}

/// Returns true if the text of a deviation of this kind is copied.
pub(crate) fn is_copied(kind: SyntaxErrorKind) -> bool {
    !matches!(
        kind,
        SyntaxErrorKind::EscapeLine
            | SyntaxErrorKind::StrayBrace
            | SyntaxErrorKind::UnmatchedParen
            | SyntaxErrorKind::JunkBetweenGames
            | SyntaxErrorKind::MovetextAfterResult
    )
}

/// Returns true if no text of the raw game is after the termination marker. A marker may be part of a move, as in
/// `P*2e`.
pub(crate) fn is_whole(game: &Game, src: &[u8]) -> bool {
    let Span { end, .. } = raw_span(game, src);
    !game.errors.iter().any(|error| {
        error.kind == SyntaxErrorKind::MovetextAfterResult
            && (game.movetext_start..end).contains(&error.span.start)
    })
}

/// Calls `take` with each token of the movetext, without the termination marker. In the reduced form there are no
/// comments, NAGs and variations.
pub(crate) fn each_token<'a>(
    game: &'a Game,
    src: &'a [u8],
    form: ExportForm,
    mut take: impl FnMut(Token<'a>),
) {
    let is_reduced = form == ExportForm::Reduced;
    let end = game.marker.map_or(game.end, |(_, span)| span.start);
    // A parenthesis that is not closed is copied, and closed.
    let is_dropped = |error: &&SyntaxError| !is_copied(error.kind) && !error.is_open_variation(src);
    let mut dropped = game.errors.iter().filter(is_dropped).map(|error| error.span).peekable();
    let mut at = game.movetext_start;
    let mut skip_to = 0;
    for (index, node) in game.nodes.iter().enumerate() {
        let after = match node.kind {
            _ if index < skip_to => continue,
            NodeKind::Comment(CommentKind::Words) if node.span.start < end => continue,
            NodeKind::Comment(_) => node.span.end,
            NodeKind::Nag(_) | NodeKind::Suffix(_) | NodeKind::Glyph { .. } if is_reduced => {
                node.span.end
            }
            NodeKind::RavOpen { end, .. } if is_reduced => {
                skip_to = end.0 as usize + 1;
                game.nodes.get(end.0 as usize).map_or(node.span.end, |close| close.span.end)
            }
            NodeKind::RavClose if node.span.is_empty() => node.span.end,
            _ => continue,
        };
        each_text(src, at, node.span.start.min(end), &mut dropped, &mut take);
        if node.kind == NodeKind::RavClose {
            take(Token::Text(b")"));
        } else if !is_reduced {
            take(Token::Comment(node));
        }
        at = after.max(at);
    }
    each_text(src, at, end, &mut dropped, &mut take);
}

/// Returns the printing ASCII characters of the comments among the tokens of the movetext, with a NUL after each comment
/// that is not empty.
pub(crate) fn comment_letters(game: &Game, src: &[u8], form: ExportForm) -> Vec<u8> {
    let mut letters = Vec::new();
    each_token(game, src, form, |token| {
        if let Token::Comment(node) = token {
            let text = node.comment_text(src).trim_ascii();
            letters.extend(text.iter().copied().filter(u8::is_ascii_graphic));
            letters.extend((!text.is_empty()).then_some(0));
        }
    });
    letters
}

/// Calls `take` with each text between white space in `src[from..to]`, without the spans in `dropped`.
fn each_text<'a>(
    src: &'a [u8],
    from: u32,
    to: u32,
    dropped: &mut std::iter::Peekable<impl Iterator<Item = Span>>,
    take: &mut impl FnMut(Token<'a>),
) {
    let mut at = from;
    while at < to {
        while dropped.next_if(|span| span.end <= at).is_some() {}
        let next = dropped.peek().copied().filter(|span| span.start < to);
        let piece_end = next.map_or(to, |span| span.start.max(at));
        let mut piece = &src[at as usize..piece_end as usize];
        while !piece.is_empty() {
            let len = piece.len();
            let is_blank = |i: &usize| {
                piece[*i].is_ascii_whitespace() || control_char::length(&piece[*i..]).is_some()
            };
            let text_len = (0..len).find(is_blank).unwrap_or(len);
            if text_len > 0 {
                take(Token::Text(&piece[..text_len]));
            }
            piece = &piece[text_len..];
            piece = &piece[control_char::length(piece).unwrap_or(1).min(piece.len())..];
        }
        at = next.map_or(to, |span| span.end.max(piece_end));
    }
}

/// Writes the movetext of a game, without its marker. Returns the spans of comments without words, which are not
/// written.
pub(crate) fn write(
    game: &Game,
    src: &[u8],
    options: &ExportOptions,
    layout: &mut Layout,
    out: &mut Vec<u8>,
) -> Vec<Span> {
    let mut empty = Vec::new();
    each_token(game, src, options.form, |token| match token {
        Token::Text(text) => layout.token(out, options.fallback.decode(text).as_bytes()),
        Token::Comment(node) => {
            let text = options.repaired(node.comment_text(src));
            if !layout.comment(out, &text, options.fallback) {
                empty.push(node.span);
            }
        }
    });
    empty
}
