//! How games are replayed, as the caller wants it.

use crate::language::Language;

/// How games are replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayOptions {
    /// A null move in the main line is accepted.
    pub allow_null: bool,
    /// A promotion without its piece is one to a queen.
    pub assume_queen: bool,
    /// Piece letters are those of this language.
    pub lang: Option<Language>,
    /// The language is guessed, game by game: see [`crate::Replay::options_for`].
    pub guess_lang: bool,
    /// Check and mate signs are judged: [`crate::Deviations::CHECK_SIGN`].
    pub judge_signs: bool,
}

impl Default for ReplayOptions {
    fn default() -> ReplayOptions {
        ReplayOptions {
            allow_null: false,
            assume_queen: false,
            lang: None,
            guess_lang: false,
            judge_signs: true,
        }
    }
}
