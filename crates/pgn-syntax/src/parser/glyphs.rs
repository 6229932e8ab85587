//! Move suffixes and NAGs (8.2.4).

use super::state::{State, error, record_token};
use crate::{
    attempt,
    error::SyntaxErrorKind as Kind,
    game::Game,
    movetext::{Node, NodeKind},
    nag::{sign_at, suffix_nag},
    san::SanCode,
    scan::{Class, byte, class, is_delimiter, is_token_end, skip_white},
    span::Span,
};

/// Returns the end of the `!` and `?` at `at`.
pub(super) fn suffix_end(src: &[u8], at: usize) -> usize {
    let mut end = at;
    while class(src, end) == Class::Suffix && end < src.len() {
        end += 1;
    }
    end
}

/// Returns true if question marks stand for a move that is not known, as in `2. ??? ??? 3. Nf3` and `2. ? 1-0`: after a move
/// number, or after such a move, and without a move after them.
#[cold]
pub(super) fn is_missing_move(src: &[u8], game: &Game, state: &State, at: usize) -> bool {
    let end = suffix_end(src, at);
    let is_after_missing = || {
        let last = game.nodes.last();
        last.is_some_and(|node| {
            matches!(node.kind, NodeKind::Move { code: SanCode::NOT_PLAIN, .. })
                && byte(src, node.span.start as usize) == b'?'
                && (node.span.end as usize) < at
        })
    };
    let next = skip_white(src, end);
    src[at..end].iter().all(|byte| *byte == b'?')
        && (state.number.is_some() || is_after_missing())
        && (next == src.len() || matches!(src[next], b'?' | b'0'..=b'9' | b')' | b'*'))
}

/// Reads a suffix: `!`, `?` or a pair of them. Returns its end.
pub(super) fn read_suffix(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let mut end = suffix_end(src, at);
    let is_glued = state.move_end == at;
    record_token(game, state, at, end);
    if end - at > 2 {
        error(game, Kind::BadSuffix, at, end);
    } else if !is_glued {
        error(game, Kind::DetachedSuffix, at, end);
    }
    let nag = suffix_nag(&src[at..end]);
    note_nag(game, state, nag, at, end);
    push_nag(game, Span::new(at, end), NodeKind::Suffix(nag));
    // A check sign after the suffix adds nothing: the board shows whether there is a check.
    if is_glued && matches!(byte(src, end), b'+' | b'#') && is_delimiter(byte(src, end + 1)) {
        error(game, Kind::BadSuffix, at, end + 1);
        end += 1;
        state.token_end = end;
    }
    end
}

/// Reads a NAG: `$` and its number. Returns its end.
pub(super) fn read_nag(src: &[u8], game: &mut Game, state: &mut State, at: usize) -> usize {
    let mut end = at + 1;
    let mut value = 0_u32;
    while byte(src, end).is_ascii_digit() {
        value = value.saturating_mul(10).saturating_add(u32::from(src[end] - b'0'));
        end += 1;
    }
    let divided = if end == at + 1 { divided_nag(src, state, end) } else { None };
    if let Some(divided) = divided {
        (end, value) = divided;
    }
    record_token(game, state, at, end);
    if divided.is_some() {
        error(game, Kind::DividedNag, at, end);
    } else if end == at + 1 {
        error(game, Kind::NagWithoutNumber, at, end);
        return end;
    }
    let Ok(nag) = u8::try_from(value) else {
        error(game, Kind::NagRange, at, end);
        return end;
    };
    if nag == 0 {
        error(game, Kind::NagZero, at, end);
    }
    note_nag(game, state, nag, at, end);
    push_nag(game, Span::new(at, end), NodeKind::Nag(nag));
    end
}

/// Returns the end and the value of the number of a NAG that blanks or a line end divide: `$ 14`. `after`: the end of its
/// sign.
///
/// A number that is due, or may be that of a move as numbers have no dots here, is no part of it, nor is one among words.
fn divided_nag(src: &[u8], state: &State, after: usize) -> Option<(usize, u32)> {
    let at = attempt::skip_line_gap(src, after);
    let digits = src.get(at..)?.iter().take(3).take_while(|byte| byte.is_ascii_digit()).count();
    let end = at + digits;
    let value = std::str::from_utf8(&src[at..end]).ok()?.parse::<u8>().ok()?;
    let is_nag = at > after
        && value > 0
        && state.has_dots
        && !state.is_due(value.into())
        && !state.is_in_words()
        && is_token_end(src, end)
        && byte(src, end) != b'.'
        && !attempt::is_in_prose(src, at, end);
    is_nag.then_some((end, value.into()))
}

/// Returns the glyph for a sign that stands alone in parentheses or brackets: `(!)`, `(N)`, `[±]`, `($18)`. `inside`: the
/// text between them.
pub(super) fn enclosed_sign(inside: &[u8]) -> Option<NodeKind> {
    let text = inside.trim_ascii();
    if let Some(sign) = sign_at(text).filter(|sign| sign.text.len() == text.len()) {
        return Some(NodeKind::Glyph { white: sign.white, black: sign.black });
    }
    let nag = match text {
        [b'!' | b'?', ..] if suffix_end(text, 0) == text.len() => suffix_nag(text),
        [b'$', digits @ ..] => std::str::from_utf8(digits).ok()?.parse().ok()?,
        _ => return None,
    };
    (nag > 0).then_some(NodeKind::Glyph { white: nag, black: nag })
}

/// Adds the glyph `kind`, which is reported. Returns its end.
pub(super) fn push_glyph(
    game: &mut Game,
    state: &mut State,
    (at, end): (usize, usize),
    kind: NodeKind,
) -> usize {
    record_token(game, state, at, end);
    error(game, Kind::InlineGlyph, at, end);
    push_nag(game, Span::new(at, end), kind);
    end
}

/// Adds a NAG, suffix or glyph to the nodes.
pub(super) fn push_nag(game: &mut Game, span: Span, kind: NodeKind) {
    game.has_nags = true;
    game.nodes.push(Node { span, kind });
}

/// Compares a NAG with the other NAGs of the same move, and reports duplicates and wrong positions.
fn note_nag(game: &mut Game, state: &mut State, nag: u8, start: usize, end: usize) {
    if !state.line.has_move {
        error(game, Kind::NagWithoutMove, start, end);
        return;
    }
    if state.line.is_annotated {
        error(game, Kind::NagPosition, start, end);
    }
    let line = &mut state.line;
    let n = line.n_nags as usize;
    if nag != 0 && line.nags[..n].contains(&nag) {
        error(game, Kind::DuplicateNag, start, end);
    } else if n < line.nags.len() && nag != 0 {
        line.nags[n] = nag;
        line.n_nags += 1;
    }
}
