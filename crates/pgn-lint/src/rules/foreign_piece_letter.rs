use super::prelude::*;

use crate::{explanation, piece_letters};

rule!("foreign_piece_letter.md", Check::Move(MoveErrorKind::ForeignLetter, check));

fn check(cx: &GameCx<'_>, ply: &Ply<'_>, report: &mut Report<'_>) {
    let name = moves::quoted_with_number(cx, ply);
    let found = report
        .at(ply.span, format!("{name} has the piece letter of another language"))
        .help("PGN uses K, Q, R, B, N; `--lang` reads other letters")
        .fen(ply.before.fen());
    if let Some((lang, edits)) = piece_letters::translate(cx) {
        found.help(piece_letters::help(lang)).unsafe_fix(edits);
    } else if explanation::add(found, cx, ply) {
        // The rest of the game is in English letters.
        found.message = format!("{name} does not begin with a piece letter of PGN").into();
    } else if let Some(lang) = piece_letters::likeliest_language(cx) {
        found.help(format!(
            "PGN uses K, Q, R, B, N; `--lang {}` reads {} letters",
            lang.code(),
            lang.name()
        ));
    } else if let Some((lang, letter)) = piece_letters::nearest_language(cx) {
        found.help(format!(
            "the piece letters of the game are {} but for `{letter}`: `--lang {}` reads them, and English ones",
            lang.name(),
            lang.code()
        ));
    }
}
