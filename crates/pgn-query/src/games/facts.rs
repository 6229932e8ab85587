//! The data about a game that queries use.

use pgn_chess::{GameEnd, Replay, ReplayOptions, start};
use pgn_openings::{Opening, Openings};
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
    pub played: Option<&'a GameEnd>,
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

    /// Returns the options for reading the moves, in the character set of the facts.
    pub(crate) fn reading(&self, options: &ReplayOptions) -> ReplayOptions {
        ReplayOptions { fallback: self.encoding, ..*options }
    }

    /// Returns the facts with the opening by the moves, which are played as far as openings are known.
    #[must_use]
    pub fn by_moves(self, replay: &mut Replay, options: &ReplayOptions) -> Facts<'a> {
        let Facts { game, src, .. } = self;
        let start = start(game, src);
        let options = &self.reading(options);
        let opening = Openings::builtin().classify(game, src, &start, replay, options);
        Facts { opening, ..self }
    }
}

/// Plays the moves of a whole game.
pub fn play(game: &Game, src: &[u8], replay: &mut Replay, options: &ReplayOptions) -> GameEnd {
    let options = ReplayOptions { judge_signs: false, ..*options };
    replay.walk(game, src, &start(game, src), &options, &mut ())
}
