//! The data about a game that queries use.

use pgn_chess::{GameEnd, Outcome, Ply, Replay, ReplayOptions, Visitor, start};
use pgn_openings::Opening;
use pgn_syntax::{Fallback, Game};

/// How far a game must be read to establish a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The tag pairs, the marker, the bytes and their place.
    Tags,
    /// The movetext, without playing the moves.
    Movetext,
    /// The first moves, played as far as openings are known.
    Opening,
    /// All moves, played.
    Moves,
}

/// A game with its place.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game; at [`Depth::Tags`] its movetext may be unread.
    pub game: &'a Game,
    /// The text of the game.
    pub src: &'a [u8],
    /// The character set of strings that are not UTF-8.
    pub encoding: Fallback,
    /// The name of the file.
    pub file: Option<&'a str>,
    /// The number of the game in the file, from 1.
    pub number: Option<u64>,
    /// The opening by the moves, at [`Depth::Opening`]; tags with an opening take precedence.
    pub opening: Option<&'a Opening>,
    /// The result of playing the moves, at [`Depth::Moves`].
    pub played: Option<&'a Played>,
}

impl<'a> Facts<'a> {
    /// Returns the facts of a game without a file.
    #[must_use]
    pub fn new(game: &'a Game, src: &'a [u8]) -> Facts<'a> {
        Facts {
            game,
            src,
            encoding: Fallback::default(),
            file: None,
            number: None,
            opening: None,
            played: None,
        }
    }
}

/// The result of playing the moves of a game.
#[derive(Clone, Debug)]
pub struct Played {
    /// The end of the game.
    pub end: GameEnd,
    /// The number of errors: moves of any line that cannot be played, an invalid start position,
    /// and null moves of the main line that are not allowed.
    pub n_errors: u32,
}

impl Played {
    /// Plays the whole game.
    #[must_use]
    pub fn of(game: &Game, src: &[u8], replay: &mut Replay, options: &ReplayOptions) -> Played {
        let start = start(game, src);
        let mut errors = Errors { n: 0, null_is_error: !options.allow_null };
        let options = ReplayOptions { judge_signs: false, ..*options };
        let end = replay.walk(game, src, &start, &options, &mut errors);
        Played { n_errors: errors.n + u32::from(start.position.is_err()), end }
    }
}

struct Errors {
    n: u32,
    null_is_error: bool,
}

impl Visitor for Errors {
    fn ply(&mut self, ply: &Ply<'_>) {
        let is_error = match ply.outcome {
            Outcome::Failed(_) => true,
            Outcome::Null => self.null_is_error && ply.depth == 0,
            Outcome::Played { .. } | Outcome::Skipped => false,
        };
        self.n += u32::from(is_error);
    }

    fn wants_played(&self, _: pgn_chess::Deviations) -> bool {
        false
    }
}
