//! Options of a replay.

use pgn_syntax::Fallback;

use crate::replay::{language::Language, resolve::ResolveOptions};

/// Options of a replay.
///
/// ```
/// use pgn_chess::{Replay, ReplayOptions, pgn_syntax::Games, start};
///
/// let pgn = b"1. e4 -- 2. d4 *";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// let is_legal = |allow_null| {
///     let options = ReplayOptions { allow_null, ..ReplayOptions::default() };
///     Replay::new().walk(game, pgn, &start(game, pgn), &options, &mut ()).is_legal()
/// };
/// assert!(is_legal(true) && !is_legal(false));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayOptions {
    /// True to accept null moves in the main line.
    pub allow_null: bool,
    /// True to read a promotion without its piece as a promotion to a queen.
    pub assume_queen: bool,
    /// The language of the piece letters.
    pub lang: Lang,
    /// The character set of moves that are not UTF-8.
    pub fallback: Fallback,
    /// True to compare check and mate signs with the board. See [`crate::Deviations::CHECK_SIGN`].
    pub judge_signs: bool,
}

impl ReplayOptions {
    /// Returns the options for reading one move. [`Lang::Auto`] reads the letters of English.
    #[must_use]
    pub fn resolve(self) -> ResolveOptions {
        ResolveOptions {
            assume_queen: self.assume_queen,
            lang: self.lang.other(),
            fallback: self.fallback,
        }
    }
}

impl Default for ReplayOptions {
    fn default() -> ReplayOptions {
        ReplayOptions {
            allow_null: false,
            assume_queen: false,
            lang: Lang::English,
            fallback: Fallback::WINDOWS_1252,
            judge_signs: true,
        }
    }
}

/// The language of piece letters.
///
/// ```
/// use pgn_chess::{Lang, Language};
///
/// let german = Language::find("de").unwrap();
/// assert_eq!(Lang::from(german).other(), Some(german));
/// assert_eq!(Lang::from(Language::ENGLISH), Lang::English);
/// assert_eq!(Lang::Auto.other(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lang {
    /// English.
    #[default]
    English,
    /// Another language. [`Lang::from`] returns [`Lang::English`] for English, which is read faster.
    Of(Language),
    /// The language is guessed for each game that is not legal in English. See [`crate::Replay::guess_language`].
    Auto,
}

impl Lang {
    /// Returns the language, if it is known and other than English.
    #[must_use]
    pub fn other(self) -> Option<Language> {
        if let Lang::Of(language) = self { Some(language) } else { None }
    }
}

impl From<Language> for Lang {
    fn from(language: Language) -> Lang {
        if language == Language::ENGLISH { Lang::English } else { Lang::Of(language) }
    }
}
