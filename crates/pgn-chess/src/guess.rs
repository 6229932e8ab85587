//! Detection of the language of a game's piece letters (LEN-20).

use pgn_syntax::Game;

use crate::{
    language::Language,
    replay::{Replay, ReplayOptions},
    start::Start,
};

impl Replay {
    /// Returns the options for one game: with the language of its piece letters if `guess_lang` is set.
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
    /// English is preferred. Replays the game once per language, so it is meant for games that failed in English.
    pub fn guess_language(
        &mut self,
        game: &Game,
        src: &[u8],
        start: &Start,
        options: &ReplayOptions,
    ) -> Option<Language> {
        let mut legal = |lang| {
            let options = ReplayOptions { lang: Some(lang), judge_signs: false, ..*options };
            self.walk(game, src, start, &options, &mut ()).first_error.is_none()
        };
        let english = Language::find("en").filter(|&english| legal(english));
        if english.is_some() {
            return english;
        }
        let mut found: Option<Language> = None;
        for language in Language::all() {
            if found.is_some_and(|found| found.has_letters_of(language)) || !legal(language) {
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
