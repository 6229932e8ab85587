//! Markup among the tokens of a game: that of HTML, and the marks of forums.

use pgn_syntax::{Span, SyntaxErrorKind, html};

use crate::context::GameCx;

/// Upper bound on the length of a piece, in bytes.
const MAX_LEN: usize = 200;

/// Yields the tags and character entities of HTML among the tokens of a game.
pub(crate) fn of<'a>(cx: &GameCx<'a>) -> impl Iterator<Item = Span> + use<'a> {
    let GameCx { src, game, .. } = *cx;
    let mut end = 0;
    let kinds = [
        SyntaxErrorKind::InvisibleChar,
        SyntaxErrorKind::ReservedToken,
        SyntaxErrorKind::UnexpectedSymbol,
        SyntaxErrorKind::UnexpectedChar,
        SyntaxErrorKind::JunkBetweenGames,
        SyntaxErrorKind::UnquotedTagValue,
    ];
    game.errors.iter().filter(move |error| kinds.contains(&error.kind)).filter_map(move |error| {
        let start = error.span.start.max(end) as usize;
        let until = (error.span.end as usize).max(start);
        let at = start + src[start..until].iter().position(|byte| b"<&".contains(byte))?;
        let piece = Span::new(at, at + len(&src[at..])?);
        end = piece.end;
        Some(piece)
    })
}

/// Elements of HTML that pages with games, mails and exports of word processors have.
const ELEMENTS: &str = "\
    a abbr b big blockquote body br button center code col dd div dl dt em font form frame h1 \
    h2 h3 h4 h5 h6 head hr html i iframe img input label li link meta nobr ol option p param \
    pre s script select small span strike strong style sub sup table tbody td textarea tfoot \
    th thead title tr tt u ul";

/// Returns the length of the tag or entity that a text begins with.
fn len(text: &[u8]) -> Option<usize> {
    let text = &text[..text.len().min(MAX_LEN)];
    match text {
        [b'<', b'!' | b'/' | b'a'..=b'z' | b'A'..=b'Z', ..] => {
            let inner = text[1..].strip_prefix(b"/").unwrap_or(&text[1..]);
            let n = inner.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
            let is_element = |it: &str| inner[..n].eq_ignore_ascii_case(it.as_bytes());
            let is_name = inner.first() == Some(&b'!') || ELEMENTS.split(' ').any(is_element);
            let end = memchr::memchr3(b'>', b'\n', b'[', text)?;
            (is_name && text[end] == b'>').then_some(end + 1)
        }
        [b'&', ..] => html::entity_len(text),
        _ => None,
    }
}

/// The help for a mark of a forum.
pub(crate) const HELP_FORUM_TAG: &str =
    "delete this mark of a forum, and begin a new line with the tag pairs of each game";

/// Returns true if a text is a mark that forums have around a game, such as `[pgn]` and `[/pgn]`.
pub(crate) fn is_forum_tag(text: &[u8]) -> bool {
    let name = text.strip_prefix(b"[").and_then(|name| name.strip_suffix(b"]")).unwrap_or_default();
    let name = name.strip_prefix(b"/").unwrap_or(name);
    name.get(..3).is_some_and(|name| name.eq_ignore_ascii_case(b"pgn"))
        && name.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}
