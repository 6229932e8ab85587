//! Moves in messages, and edits that respell them.

use pgn_chess::replay::{Outcome, Ply};
use pgn_syntax::{Span, span::index};

use crate::{
    context::GameCx,
    fix::Edit,
    rule::{Diagnostic, Report},
};

/// Upper bound on the number of moves listed in a message.
const MAX_LISTED: usize = 30;

/// Returns a move with its number as in messages: `3. Bb6`, in backquotes.
pub(crate) fn quoted_with_number(cx: &GameCx<'_>, ply: &Ply<'_>) -> String {
    cx.quote(&[ply.numbered().as_bytes(), b" ", ply.span.of(cx.src)].concat())
}

/// Returns the canonical form of a played move.
pub(crate) fn canonical(ply: &Ply<'_>) -> String {
    ply.canonical_san().map_or(String::new(), |san| san.as_str().to_owned())
}

/// Reports a played move that is not in canonical SAN, with a safe fix. The message consists of the move, `words` and the
/// canonical form.
pub(crate) fn report_respelling<'r>(
    cx: &GameCx<'_>,
    ply: &Ply<'_>,
    report: &'r mut Report<'_>,
    words: &str,
) -> &'r mut Diagnostic {
    let text = cx.quoted(ply.span);
    let message = format!("{text} {words} `{}`", canonical(ply));
    report.at(ply.span, message).safe_fix(respell(cx, ply))
}

/// Returns an edit that spells a played move in canonical SAN, without changing its check sign.
pub(crate) fn respell(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Edit> {
    respell_part(cx, ply, Part::Move)
}

/// Returns an edit that writes the check sign of a move, without changing the move itself.
pub(crate) fn respell_sign(cx: &GameCx<'_>, ply: &Ply<'_>) -> Option<Edit> {
    respell_part(cx, ply, Part::Sign)
}

/// A part of the text of a move.
#[derive(Clone, Copy)]
enum Part {
    Move,
    /// `+` or `#`.
    Sign,
}

fn respell_part(cx: &GameCx<'_>, ply: &Ply<'_>, part: Part) -> Option<Edit> {
    let text = ply.span.of(cx.src);
    // A respelling would lose what is not part of the move.
    if text.iter().any(|byte| b"!?".contains(byte)) || text.ends_with(b"(=)") {
        return None;
    }
    let stem = text.iter().rposition(|byte| !b"+#".contains(byte))? + 1;
    let is_move = matches!(text[stem - 1], b'1'..=b'8' | b'O' | b'o' | b'0' | b')')
        || b"QRBNqrbn".contains(&text[stem - 1]);
    let is_mark = text[..stem].ends_with(b"p)") || text[..stem].ends_with(b".)");
    let canonical = canonical(ply);
    // Marks that are words are replaced together with the move.
    if !is_move || is_mark {
        return Some(Edit::turn(cx.src, ply.span, &canonical));
    }
    let at = ply.span.start + index(stem);
    let (mv, sign) = canonical.split_at(canonical.trim_end_matches(['+', '#']).len());
    Some(match part {
        Part::Move => Edit::turn(cx.src, Span { end: at, ..ply.span }, mv),
        Part::Sign => Edit::turn(cx.src, Span { start: at, ..ply.span }, sign),
    })
}

/// Returns the legal moves of the piece that `text` begins with, in backquotes, at most [`MAX_LISTED`].
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

/// Returns the legal moves that an ambiguous move can mean, in backquotes; empty for any other move.
pub(crate) fn candidates(ply: &Ply<'_>) -> Vec<String> {
    let Outcome::Failed(error) = &ply.outcome else { return Vec::new() };
    let sans = error.candidates(ply.before);
    sans.iter().take(MAX_LISTED).map(|san| format!("`{}`", san.as_str())).collect()
}
