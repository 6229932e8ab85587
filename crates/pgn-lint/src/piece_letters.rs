//! The language of a game's piece letters, if its moves cannot be played in English ones.

use std::borrow::Cow;

use pgn_chess::{
    Lang, Language, Ply, Replay, ReplayOptions, Visitor, letters_of_pieces, shakmaty::Role,
};
use pgn_syntax::Span;

use crate::{
    context::{GameCx, Translation},
    fix::Edit,
    moves::{Part, respell},
};

/// The pieces that have a letter in every language.
const PIECES: [Role; 5] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Returns true if the move of a pawn ends with the letter of the piece of its promotion.
fn ends_in_piece(text: &[u8]) -> bool {
    let last = text.iter().rev().find(|byte| !b"+#)] ".contains(byte));
    last.is_some_and(|byte| byte.is_ascii_uppercase() && *byte != b'O' || *byte >= 0x80)
}

/// The number of findings of a game that get the edits of all its moves.
const MAX_COPIES: u32 = 16;

/// Returns the only language whose letters make all moves of the game legal, with the edits that put them into English
/// letters; without edits if enough findings have them.
pub(crate) fn translate(cx: &GameCx<'_>) -> Option<(Language, Vec<Edit>)> {
    let letters = &cx.facts.letters;
    let Translation { lang, moves } =
        letters.translation.get_or_init(|| translation(cx)).as_ref()?;
    letters.n_copies.set(letters.n_copies.get() + 1);
    let moves = if letters.n_copies.get() > MAX_COPIES { &[] } else { &moves[..] };
    let edits = moves.iter().map(|(span, text)| Edit { span: *span, text: text.clone() });
    Some((*lang, edits.collect()))
}

/// Returns the likeliest language that has all piece letters of a game; `None` if no other than
/// English has them.
pub(crate) fn likeliest_language(cx: &GameCx<'_>) -> Option<Language> {
    *cx.facts.letters.likeliest.get_or_init(|| likeliest(cx))
}

/// Returns the language that has all piece letters of a game but one, and this letter; `None` if there is none.
pub(crate) fn nearest_language(cx: &GameCx<'_>) -> Option<(Language, char)> {
    *cx.facts
        .letters
        .nearest
        .get_or_init(|| Language::nearest(&letters_of_pieces(cx.game, cx.src, cx.replay.fallback)))
}

/// Returns the language of [`translate`] without the edits.
pub(crate) fn translated_language(cx: &GameCx<'_>) -> Option<Language> {
    cx.facts.letters.translation.get_or_init(|| translation(cx)).as_ref().map(|it| it.lang)
}

/// Returns true if a move begins with the `P` of a pawn in English, and this is a piece in `lang`.
pub(crate) fn has_piece_for_pawn(lang: Language, text: &[u8]) -> bool {
    text.starts_with(b"P") && PIECES.iter().any(|&role| lang.letters(role) == "P")
}

fn translation(cx: &GameCx<'_>) -> Option<Translation> {
    struct Translator<'a> {
        cx: &'a GameCx<'a>,
        moves: Vec<(Span, Cow<'static, str>)>,
    }
    impl Visitor for Translator<'_> {
        fn ply(&mut self, ply: &Ply<'_>) {
            let text = ply.span.of(self.cx.src);
            let has_letter = text.first().is_some_and(|byte| !b"abcdefghO0o".contains(byte));
            if ply.played_move().is_some() && (has_letter || ends_in_piece(text)) {
                let edits = respell(self.cx, ply, Part::Move).filter(|edit| !edit.is_nothing());
                self.moves.extend(edits.map(|edit| (edit.span, edit.text)));
            }
        }
    }
    let start = cx.start();
    let mut replay = Replay::new();
    let lang = replay.guess_language(cx.game, cx.src, start, &cx.replay)?;
    let options = ReplayOptions { lang: lang.into(), ..cx.replay };
    // The letters of the edits are English, whatever language the game was read in.
    let english = GameCx { replay: ReplayOptions { lang: Lang::English, ..cx.replay }, ..*cx };
    let mut translator = Translator { cx: &english, moves: Vec::new() };
    replay.walk(cx.game, cx.src, start, &options, &mut translator);
    Some(Translation { lang, moves: translator.moves })
}

/// Returns the help of a finding on a move of a game that is legal as a whole in the letters of `lang`.
pub(crate) fn help(lang: Language) -> String {
    format!("in {} letters the whole game is legal: `--lang {}`", lang.name(), lang.code())
}

/// Returns the help of a finding on a move whose letter is another piece in `lang`, in a game that is not legal in English.
pub(crate) fn help_likely(lang: Language) -> String {
    format!("it is another piece in {}: `--lang {}` reads such letters", lang.name(), lang.code())
}

fn likeliest(cx: &GameCx<'_>) -> Option<Language> {
    let letters = letters_of_pieces(cx.game, cx.src, cx.replay.fallback);
    Language::all().find(|lang| lang.is_likely(&letters))
}
