//! The game that a rule checks, its text, and facts that several rules share.

use std::{
    borrow::Cow,
    cell::{Cell, OnceCell},
};

use pgn_chess::{Language, ReplayOptions, Start, start};
use pgn_syntax::{Game, NodeId, Span, date::DateOrder};

use crate::quote::quote;

/// The data that a rule may use: one game and its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameCx<'a> {
    /// The text.
    pub src: &'a [u8],
    /// The game.
    pub game: &'a Game,
    /// The end of the game in the text, before a neighbor that is only joined to it for a trial.
    pub end: u32,
    /// The text after the game, as far as it is in memory.
    pub after: &'a [u8],
    /// How moves are read. Its character set is that of all strings that are not UTF-8.
    pub replay: ReplayOptions,
    /// How dates are read whose day and month may be in either order.
    pub dates: DateOrder,
    /// What follows the text in its file.
    pub follows: Follows,
    /// False if the text has no conflict markers.
    pub may_conflict: bool,
    /// Facts about the game that are found when a rule first asks for them.
    pub(crate) facts: &'a GameFacts,
}

/// Facts about a game that are computed lazily and once, because a rule may ask for them at every move.
#[derive(Debug, Default)]
pub(crate) struct GameFacts {
    /// See [`GameCx::start`].
    start: OnceCell<Start>,
    pub(crate) letters: PieceLetters,
    /// The first move of each variation, in the order of the text, with the move that it would replace.
    pub(crate) replaced: OnceCell<Vec<(NodeId, NodeId)>>,
    /// The variations that are not closed, each with a move in it that continues the line around it.
    pub(crate) continuations: OnceCell<Vec<(NodeId, NodeId)>>,
    /// True once a clock time in another form has been reported.
    pub(crate) has_bad_clock: Cell<bool>,
    /// True if a parenthesis is unmatched.
    pub(crate) has_unmatched_paren: OnceCell<bool>,
    /// True if the game may be a remark on the one before.
    pub(crate) may_be_remark: OnceCell<bool>,
    /// True if the file may have been cut off in the game.
    pub(crate) may_be_cut_off: OnceCell<bool>,
    /// The tag names with invisible characters.
    pub(crate) invisible_names: OnceCell<Vec<Span>>,
}

/// The language of a game's piece letters, for moves that cannot be played. See the module `piece_letters`.
#[derive(Debug, Default)]
pub(crate) struct PieceLetters {
    pub(crate) translation: OnceCell<Option<Translation>>,
    pub(crate) likeliest: OnceCell<Option<Language>>,
    /// The language of all letters but one, and this letter.
    pub(crate) nearest: OnceCell<Option<(Language, char)>>,
    /// Number of findings that have the replacements of the translation.
    pub(crate) n_copies: Cell<u32>,
}

/// The language whose letters make all moves of a game legal, and what its moves are in English letters.
#[derive(Debug)]
pub(crate) struct Translation {
    pub(crate) lang: Language,
    pub(crate) moves: Vec<(Span, Cow<'static, str>)>,
}

impl<'a> GameCx<'a> {
    /// Returns bytes of the input as quoted in messages.
    pub(crate) fn quote(&self, bytes: &[u8]) -> String {
        quote(bytes, self.replay.fallback)
    }

    /// Returns a span of the input as quoted in messages.
    pub(crate) fn quoted(&self, span: Span) -> String {
        self.quote(span.of(self.src))
    }

    /// Returns the start of the game.
    pub(crate) fn start(&self) -> &'a Start {
        self.facts.start.get_or_init(|| start(self.game, self.src))
    }

    /// Returns the index of the first node that begins at or after `at`.
    pub(crate) fn node_index(&self, at: u32) -> usize {
        self.game.nodes.partition_point(|node| node.span.start < at)
    }
}

/// What follows a part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// More of the file.
    More,
    /// The end of the file.
    Nothing,
}
