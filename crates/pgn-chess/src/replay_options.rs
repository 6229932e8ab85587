//! Options of a replay.

use crate::language::Language;

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
    /// The language of the piece letters; `None` for English.
    pub lang: Option<Language>,
    /// True to detect the language of each game. See [`crate::Replay::options_for`].
    pub guess_lang: bool,
    /// True to compare check and mate signs with the board. See [`crate::Deviations::CHECK_SIGN`].
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
