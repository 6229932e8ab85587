//! Moves as messages name them.

use pgn_chess::{
    position::Position,
    replay::{GameEnd, Outcome, Ply},
    shakmaty::Color,
};
use pgn_syntax::Marker;

use crate::{diagnostic::quote, rule::GameCx};

/// More moves than this are not listed.
const MAX_LISTED: usize = 30;

/// `3. Bb6`, in backquotes.
pub(crate) fn name(cx: &GameCx<'_>, ply: &Ply<'_>) -> String {
    let dots = if ply.turn.is_white() { "." } else { "..." };
    quote(format_bytes(&format!("{}{dots} ", ply.number), ply.span.of(cx.src)).as_slice())
}

fn format_bytes(before: &str, text: &[u8]) -> Vec<u8> {
    [before.as_bytes(), text].concat()
}

/// The canonical form of a move that was played.
pub(crate) fn canonical(ply: &Ply<'_>) -> String {
    ply.canonical_san().map_or(String::new(), |san| san.as_str().to_owned())
}

/// The legal moves of the kind of piece that `text` names.
pub(crate) fn of_same_piece(ply: &Ply<'_>, text: &[u8]) -> Vec<String> {
    let piece = match text.first() {
        Some(&letter @ (b'K' | b'Q' | b'R' | b'B' | b'N')) => Some(letter),
        Some(b'O' | b'o' | b'0') => Some(b'K'),
        _ => None,
    };
    let fits = |san: &str| {
        let first = san.as_bytes().first().copied().unwrap_or_default();
        match piece {
            Some(b'K') => matches!(first, b'K' | b'O'),
            Some(letter) => first == letter,
            None => first.is_ascii_lowercase(),
        }
    };
    let sans = ply.before.legal_sans();
    let sans = sans.iter().map(|san| san.as_str()).filter(|san| fits(san));
    sans.take(MAX_LISTED).map(|san| format!("`{san}`")).collect()
}

/// The moves that an ambiguous one can be.
pub(crate) fn candidates(ply: &Ply<'_>) -> Vec<String> {
    let Outcome::Failed(error) = &ply.outcome else { return Vec::new() };
    let sans = error.candidates(ply.before);
    sans.iter().take(MAX_LISTED).map(|san| format!("`{}`", san.as_str())).collect()
}

/// What mate or stalemate in the last position makes of the result; in standard chess and Chess960.
pub(crate) fn board_result(end: &GameEnd) -> Option<Marker> {
    let position = end.position.as_ref().filter(|_| end.is_mainline_complete)?;
    match position {
        Position::Standard(_) if position.is_checkmate() => Some(match position.turn() {
            Color::White => Marker::BlackWins,
            Color::Black => Marker::WhiteWins,
        }),
        Position::Standard(_) if position.is_stalemate() => Some(Marker::Draw),
        _ => None,
    }
}
