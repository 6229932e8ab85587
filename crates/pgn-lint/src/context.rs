//! The data about a game that rules, and facts that several rules use, work with.

use pgn_chess::resolve::ResolveOptions;
use pgn_syntax::{Game, date::DateOrder};

use crate::piece_letters::PieceLetters;

/// The data that a rule may use: one game and its text.
#[derive(Clone, Copy, Debug)]
pub struct GameCx<'a> {
    /// The text.
    pub src: &'a [u8],
    /// The game.
    pub game: &'a Game,
    /// The text after the game, as far as it is in memory.
    pub after: &'a [u8],
    /// True if null moves are accepted in the main line.
    pub allow_null: bool,
    /// How moves are read.
    pub moves: ResolveOptions,
    /// How dates are read whose day and month may be in either order.
    pub dates: DateOrder,
    /// What follows the text in its file.
    pub follows: Follows,
    /// False if the text has no conflict markers.
    pub may_conflict: bool,
    /// What is known of the language of its piece letters.
    pub(crate) letters: &'a PieceLetters,
}

/// What follows a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// More of the file.
    More,
    /// The end of the file.
    Nothing,
}
