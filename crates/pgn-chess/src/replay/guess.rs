//! Detection of the language of a game's piece letters (LEN-20).

use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
};

use pgn_syntax::{Fallback, Game, NodeKind, san::is_castling_letter};

use crate::{
    positions::start::Start,
    replay::{
        Lang, Replay, ReplayOptions,
        deviation::Deviations,
        language::Language,
        ply::{Outcome, Ply, Visitor},
    },
};

/// A visitor that hashes moves and ends the walk at the first move that cannot be played.
#[derive(Default)]
struct MovesUntilError {
    moves: DefaultHasher,
    has_error: bool,
    /// True to hash the moves; without that, the walk is faster.
    hashes_moves: bool,
}

impl Visitor for MovesUntilError {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.has_error |= matches!(ply.outcome, Outcome::Failed(_));
        ply.played_move().hash(&mut self.moves);
    }

    fn wants_played(&self, _: Deviations) -> bool {
        self.hashes_moves
    }

    fn wants_server_comments(&self) -> bool {
        false
    }

    fn wants_end(&self) -> bool {
        false
    }

    fn is_done(&self) -> bool {
        self.has_error
    }
}

impl Replay {
    /// Returns the options for one game: with the language of its piece letters if it is to be guessed.
    ///
    /// [`Replay::walk`] does the same. With these options, several walks over a game need only one guess.
    ///
    /// ```
    /// use pgn_chess::{Lang, Replay, ReplayOptions, pgn_syntax::Games, start};
    ///
    /// let pgn = b"1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *";
    /// let mut games = Games::new(pgn);
    /// let game = games.next().unwrap();
    /// let options = ReplayOptions { lang: Lang::Auto, ..ReplayOptions::default() };
    /// let of_game = Replay::new().options_for(game, pgn, &start(game, pgn), &options);
    /// assert_eq!(of_game.lang.other().unwrap().code(), "fr");
    /// ```
    pub fn options_for(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        options: &ReplayOptions,
    ) -> ReplayOptions {
        if options.lang != Lang::Auto {
            return *options;
        }
        let found = self.guess_language(game, src, start, options);
        ReplayOptions { lang: found.map_or(Lang::English, Lang::from), ..*options }
    }

    /// Returns the first language whose piece letters make the whole game legal, or `None` if there is none, or several
    /// in which the game has different moves (LEN-20).
    ///
    /// English is preferred. Other languages must have all [letters](crate::letters_of_pieces) of the game: a game in
    /// English with a typing error is not one in another language. Replays the game once per language, as far as its
    /// moves are legal, so it is meant for games that failed in English.
    ///
    /// ```
    /// use pgn_chess::{Replay, ReplayOptions, pgn_syntax::Games, start};
    ///
    /// let pgn = b"1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *";
    /// let mut games = Games::new(pgn);
    /// let game = games.next().unwrap();
    /// let options = ReplayOptions::default();
    /// let lang = Replay::new().guess_language(game, pgn, &start(game, pgn), &options);
    /// assert_eq!(lang.unwrap().code(), "fr");
    /// ```
    pub fn guess_language(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        options: &ReplayOptions,
    ) -> Option<Language> {
        let mut moves = |lang, hashes_moves| {
            let options = ReplayOptions { lang: Lang::from(lang), judge_signs: false, ..*options };
            let mut visitor = MovesUntilError { hashes_moves, ..MovesUntilError::default() };
            let end = self.walk(game, src, start, &options, &mut visitor);
            end.first_error.is_none().then(|| visitor.moves.finish())
        };
        if moves(Language::ENGLISH, false).is_some() {
            return Some(Language::ENGLISH);
        }
        let letters = letters_of_pieces(game, src, options.fallback);
        let may_be = |language: &Language| language.is_likely(&letters);
        let mut found: Option<(Language, u64)> = None;
        for language in Language::all().filter(may_be) {
            if found.is_some_and(|(found, _)| found.has_same_letters_as(language)) {
                continue;
            }
            match (found, moves(language, true)) {
                (None, Some(moves)) => found = Some((language, moves)),
                (Some((_, known)), Some(moves)) if moves != known => return None,
                _ => (),
            }
        }
        found.map(|(language, _)| language)
    }
}

/// Returns the letters that moves of a game begin with, those of castling excepted: each once, as it is written.
/// `fallback`: the character set of moves that are not UTF-8.
///
/// ```
/// use pgn_chess::{letters_of_pieces, pgn_syntax::{Fallback, Games}};
///
/// let pgn = b"1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 4. O-O *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// assert_eq!(letters_of_pieces(game, pgn, Fallback::default()), ['C', 'F']);
/// ```
#[must_use]
pub fn letters_of_pieces(game: &Game, src: &[u8], fallback: Fallback) -> Vec<char> {
    let moves = game.nodes.iter().filter(|node| matches!(node.kind, NodeKind::Move { .. }));
    let letters: BTreeSet<char> = moves
        .filter_map(|node| first_char(node.span.of(src), fallback))
        .filter(|letter| letter.is_uppercase() && !is_castling_letter((*letter).into()))
        .collect();
    letters.into_iter().collect()
}

/// Returns the first character of a text; `None` if it is not UTF-8, and no other set is given than the default, which is
/// also assumed where the set is not known.
fn first_char(text: &[u8], fallback: Fallback) -> Option<char> {
    match std::str::from_utf8(text) {
        Ok(text) => text.chars().next(),
        Err(_) if fallback == Fallback::WINDOWS_1252 => None,
        Err(_) => fallback.decode(text).chars().next(),
    }
}
