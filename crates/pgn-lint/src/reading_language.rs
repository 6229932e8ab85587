//! Piece letters of the language that moves are read in (`--lang`).

use std::borrow::Cow;

use pgn_chess::{Language, shakmaty::Role};

use crate::context::GameCx;

/// Returns the role of the piece that moves in a move as it is written.
pub(crate) fn role(cx: &GameCx<'_>, text: &[u8]) -> Role {
    if matches!(text, [b'O' | b'o' | b'0', b'-' | b'O' | b'o' | b'0', ..]) {
        return Role::King;
    }
    let words = cx.replay.fallback.decode(text);
    let langs = cx.replay.lang.other().into_iter().chain([Language::ENGLISH]);
    langs.filter_map(|lang| lang.role_of(&words)).next().unwrap_or(Role::Pawn)
}

/// Returns a move in SAN with the piece letters of the move `text`: those of the language that moves are read in, unless
/// `text` has English ones.
pub(crate) fn as_in<'s>(cx: &GameCx<'_>, text: &[u8], san: &'s str) -> Cow<'s, str> {
    let is_english = |lang: Language| {
        // The letter of a pawn may be one of an English piece.
        matches!(lang.role_of(&cx.replay.fallback.decode(text)), None | Some(Role::Pawn))
            && text.iter().any(|byte| b"KQRBN".contains(byte))
    };
    let Some(lang) = cx.replay.lang.other().filter(|lang| !is_english(*lang)) else {
        return san.into();
    };
    let mut in_lang = String::new();
    for char in san.chars() {
        match Role::from_char(char).filter(|_| char.is_ascii_uppercase()) {
            Some(role) => in_lang.push_str(lang.letters(role)),
            None => in_lang.push(char),
        }
    }
    in_lang.into()
}

/// Returns true if `new` can replace `old` in the text of a game: its letters are ASCII, or those of `old` show that the
/// text is UTF-8.
pub(crate) fn can_replace(old: &[u8], new: &str) -> bool {
    new.is_ascii() || !old.is_ascii() && std::str::from_utf8(old).is_ok()
}
