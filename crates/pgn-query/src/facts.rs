//! What is known of a game when it is asked about.

use pgn_chess::{GameEnd, Outcome, Ply, Replay, ReplayOptions, Visitor, start};
use pgn_openings::{Opening, Openings};
use pgn_syntax::{Fallback, Game};

use crate::field::Source;

/// How far a game must be read to know a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Depth {
    /// The tag pairs, the marker, the bytes, and where they stand.
    Tags,
    /// The movetext as text.
    Movetext,
    /// The first moves on a board, as far as openings are known.
    Opening,
    /// The moves on a board.
    Moves,
}

/// A game and where it stands.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game. At [`Depth::Tags`] its movetext may not have been read.
    pub game: &'a Game,
    /// The bytes that it points into.
    pub src: &'a [u8],
    /// The character set of strings that are no UTF-8.
    pub encoding: Fallback,
    /// The name of its file.
    pub file: Option<&'a str>,
    /// Its number in the file, from 1.
    pub number: Option<u64>,
    /// Its opening by the moves, at [`Depth::Opening`]; tags that name one go before.
    pub opening: Option<&'a Opening>,
    /// What its moves are, at [`Depth::Moves`].
    pub played: Option<&'a Played>,
}

impl<'a> Facts<'a> {
    /// A game of nowhere.
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

    /// The game with its opening, if one of the sources asks for it and the tags do not say. It is
    /// played only as far as openings are known.
    #[must_use]
    pub fn with_opening<'s>(
        self,
        mut sources: impl Iterator<Item = &'s Source>,
        replay: &mut Replay,
        options: &ReplayOptions,
    ) -> Facts<'a> {
        if !sources.any(|source| source.depth() == Depth::Opening && !source.is_said(&self)) {
            return self;
        }
        let Facts { game, src, .. } = self;
        let start = start(game, src);
        let options = replay.options_for(game, src, &start, options);
        let opening = Openings::builtin().classify(game, src, &start, replay, &options);
        Facts { opening, ..self }
    }
}

/// What the moves of a game are.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it has ended.
    pub end: GameEnd,
    /// Moves of any line that could not be played, a first position that cannot be, and null moves
    /// of the main line that are not allowed.
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
