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
    let mut langs = cx.replay.lang.other().into_iter().chain([Language::ENGLISH]);
    langs.find_map(|lang| lang.role_of(&words)).unwrap_or(Role::Pawn)
}

/// Returns a move in SAN with the piece letters of the move `text`: those of the language that moves are read in, unless
/// `text` has English ones.
pub(crate) fn as_in<'s>(cx: &GameCx<'_>, text: &[u8], san: &'s str) -> Cow<'s, str> {
    let lang = cx.replay.lang.other().filter(|lang| !is_english(cx, text, *lang));
    lang.map_or(san.into(), |lang| lang.spell(san).into())
}

/// Returns true if the piece of a move has no letter of a language, and an English one, which may be in lower case.
fn is_english(cx: &GameCx<'_>, text: &[u8], lang: Language) -> bool {
    has_no_piece(cx, text, lang)
        && (text.iter().any(|byte| b"KQRBN".contains(byte))
            || matches!(text, [b'k' | b'q' | b'r' | b'n', ..] | [b'b', b'a'..=b'h' | b'x', ..]))
}

/// Returns true if a move does not begin with the letter of a piece in a language. The letter of its pawn may be an
/// English piece.
fn has_no_piece(cx: &GameCx<'_>, text: &[u8], lang: Language) -> bool {
    matches!(lang.role_of(&cx.replay.fallback.decode(text)), None | Some(Role::Pawn))
}

/// Returns true if `new` can replace the move `old`: it has no piece letters, or `old` shows in which language and, if they
/// are not ASCII, in which encoding they are.
pub(crate) fn can_replace(cx: &GameCx<'_>, old: &[u8], new: &str) -> bool {
    let has_piece = new.chars().any(|char| char.is_uppercase() && char != 'O');
    let is_open = |lang| has_no_piece(cx, old, lang) && !is_english(cx, old, lang);
    let is_encoded = new.is_ascii() || !old.is_ascii() && std::str::from_utf8(old).is_ok();
    is_encoded && !(has_piece && cx.replay.lang.other().is_some_and(is_open))
}
