//! Detection of the language of a game's piece letters (LEN-20).

use pgn_syntax::Game;

use crate::{
    deviation::Deviations,
    language::Language,
    ply::{Outcome, Ply, Visitor},
    replay::{Replay, ReplayOptions},
    start::Start,
};

/// A visitor that ends the walk at the first move that cannot be played. Holds true after that move.
struct UntilError(bool);

impl Visitor for UntilError {
    fn ply(&mut self, ply: &Ply<'_>) {
        self.0 |= matches!(ply.outcome, Outcome::Failed(_));
    }

    fn wants_played(&self, _: Deviations) -> bool {
        false
    }

    fn wants_server_comments(&self) -> bool {
        false
    }

    fn wants_end(&self) -> bool {
        false
    }

    fn is_done(&self) -> bool {
        self.0
    }
}

impl Replay {
    /// Returns the options for one game: with the language of its piece letters if `guess_lang` is set.
    ///
    /// ```
    /// use pgn_chess::{Replay, ReplayOptions, pgn_syntax::Games, start};
    ///
    /// let pgn = b"1. e4 e5 2. Cf3 Cc6 3. Fb5 a6 *";
    /// let mut games = Games::new(pgn);
    /// let game = games.next().unwrap();
    /// let options = ReplayOptions { guess_lang: true, ..ReplayOptions::default() };
    /// let of_game = Replay::new().options_for(game, pgn, &start(game, pgn), &options);
    /// assert_eq!(of_game.lang.unwrap().code(), "fr");
    /// ```
    pub fn options_for(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        options: &ReplayOptions,
    ) -> ReplayOptions {
        if !options.guess_lang {
            return *options;
        }
        let lang = self.guess_language(game, src, start, options);
        ReplayOptions { lang: lang.filter(|lang| lang.code() != "en"), ..*options }
    }

    /// Returns the language whose piece letters make the whole game legal, or `None` if there is none or several
    /// with different letters (LEN-20).
    ///
    /// English is preferred. Replays the game once per language, as far as its moves are legal, so it is meant for games
    /// that failed in English.
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
        let mut legal = |lang| {
            let options = ReplayOptions { lang: Some(lang), judge_signs: false, ..*options };
            self.walk(game, src, start, &options, &mut UntilError(false)).first_error.is_none()
        };
        let english = Language::find("en").filter(|&english| legal(english));
        if english.is_some() {
            return english;
        }
        let mut found: Option<Language> = None;
        for language in Language::all() {
            if found.is_some_and(|found| found.has_same_letters_as(language)) || !legal(language) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some(language);
        }
        found
    }
}
