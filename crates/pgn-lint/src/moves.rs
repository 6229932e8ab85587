//! Moves in messages, and edits that respell them.

use pgn_chess::{
    Move, Position,
    replay::{Outcome, Ply},
    resolve::resolve,
    shakmaty::Role,
};
use pgn_syntax::{Node, NodeKind, Span, span::index};

use crate::{
    context::GameCx,
    fix::Edit,
    reading_language::{as_in, can_replace},
    rule::{Diagnostic, Report},
};

/// Upper bound on the number of moves listed in a message.
const MAX_LISTED: usize = 30;

/// Returns a move with its number as in messages: `3. Bb6`, in backquotes.
pub(crate) fn quoted_with_number(cx: &GameCx<'_>, ply: &Ply<'_>) -> String {
    cx.quote(&[ply.numbered().as_bytes(), b" ", ply.span.of(cx.src)].concat())
}

/// Returns the canonical form of a played move, with the piece letters that its text has.
pub(crate) fn canonical(cx: &GameCx<'_>, ply: &Ply<'_>) -> String {
    let text = ply.span.of(cx.src);
    ply.canonical_san().map_or(String::new(), |san| as_in(cx, text, san.as_str()).into_owned())
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
    let message = format!("{text} {words} `{}`", canonical(cx, ply));
    report.at(ply.span, message).safe_fix(respell(cx, ply, Part::Move))
}

/// A part of the text of a move.
#[derive(Clone, Copy)]
pub(crate) enum Part {
    Move,
    /// `+` or `#`.
    Sign,
}

/// Returns an edit that writes one part of a played move as in canonical SAN, without changing the other part.
pub(crate) fn respell(cx: &GameCx<'_>, ply: &Ply<'_>, part: Part) -> Option<Edit> {
    let text = ply.span.of(cx.src);
    // A respelling would lose what is not part of the move.
    if text.iter().any(|byte| b"!?".contains(byte)) || text.ends_with(b"(=)") {
        return None;
    }
    let stem = text.iter().rposition(|byte| !b"+#".contains(byte))? + 1;
    let is_move = matches!(text[stem - 1], b'1'..=b'8' | b'O' | b'o' | b'0' | b')')
        || b"QRBNqrbn".contains(&text[stem - 1]);
    let is_mark = text[..stem].ends_with(b"p)") || text[..stem].ends_with(b".)");
    let canonical = canonical(cx, ply);
    let edit =
        |span: Span, new: &str| can_replace(cx, text, new).then(|| Edit::turn(cx.src, span, new));
    let (mv, sign) = canonical.split_at(canonical.trim_end_matches(['+', '#']).len());
    // Marks that are words are replaced together with the move.
    if !is_move || is_mark {
        let is_sign = |byte: &u8| b"+#".contains(byte);
        let written = text.iter().position(is_sign).map_or(&[][..], |at| {
            let n_signs = text[at..].iter().take_while(|byte| is_sign(byte)).count();
            &text[at..at + n_signs]
        });
        // Another rule reports a sign where there is no check, so the sign is kept.
        let kept = if sign.is_empty() { String::from_utf8_lossy(written) } else { sign.into() };
        return edit(ply.span, &format!("{mv}{kept}"));
    }
    let at = ply.span.start + index(stem);
    match part {
        Part::Move => edit(Span { end: at, ..ply.span }, mv),
        Part::Sign => edit(Span { start: at, ..ply.span }, sign),
    }
}

/// Returns the move of a node, if it is legal in `position`.
pub(crate) fn legal(cx: &GameCx<'_>, position: &Position, node: &Node) -> Option<Move> {
    let NodeKind::Move { code, .. } = node.kind else { return None };
    let found = resolve(position, code, node.span.of(cx.src), &cx.replay.resolve());
    found.ok().map(|found| found.mv)
}

/// Returns the legal moves of pieces with this role, in backquotes, at most [`MAX_LISTED`].
pub(crate) fn of_role(cx: &GameCx<'_>, ply: &Ply<'_>, role: Role) -> Vec<String> {
    let fits = |san: &str| match role {
        Role::Pawn => san.starts_with(|char: char| char.is_ascii_lowercase()),
        Role::King => san.starts_with(['K', 'O']),
        _ => san.starts_with(role.upper_char()),
    };
    let sans = ply.before.legal_sans();
    listed(cx, ply, sans.iter().map(|san| san.as_str()).filter(|san| fits(san)))
}

/// Returns the first [`MAX_LISTED`] of some moves in backquotes, with the piece letters that the text of `ply` has.
fn listed<'a>(cx: &GameCx<'_>, ply: &Ply<'_>, sans: impl Iterator<Item = &'a str>) -> Vec<String> {
    let text = ply.span.of(cx.src);
    sans.take(MAX_LISTED).map(|san| format!("`{}`", as_in(cx, text, san))).collect()
}

/// Returns the legal moves that an ambiguous move can mean, in backquotes; empty for any other move.
pub(crate) fn candidates(cx: &GameCx<'_>, ply: &Ply<'_>) -> Vec<String> {
    let Outcome::Failed(error) = &ply.outcome else { return Vec::new() };
    let sans = error.candidates(ply.before);
    listed(cx, ply, sans.iter().map(|san| san.as_str()))
}
