//! Bytes to games: one pass, no recursion, no failure.
//!
//! The parser finds the games of a chunk and fills one [`Game`] after another. Everything that
//! deviates becomes a [`SyntaxError`](crate::SyntaxError) beside the game. Where a game ends is settled in product.md 3
//! and does not depend on legality.

mod comment;
mod dense;
mod ending;
mod glyphs;
mod movetext;
mod number;
mod state;
mod tag_section;
mod variation;
mod words;

pub(crate) use self::{
    comment::comment_into,
    state::{State, index},
};
use self::{ending::End, state::Frame, tag_section::Tags};
use std::num::NonZeroUsize;

use crate::{
    error::SyntaxErrorKind as Kind,
    game::Game,
    lead::{Lead, LeadEnd},
    movetext::{Node, NodeKind},
    san_memo::SanMemo,
    span::{Span, TooLarge},
    split::CommentEnds,
    tag_memo::TagMemo,
    tag_reader, word,
};

/// How to read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Braces in comments nest (C10): a repair for files of editors that write so.
    pub nested_comments: bool,
    /// How much of each game is read.
    pub depth: Depth,
    /// Of a game with more elements before its movetext, in it or behind it only the ends are found
    /// ([`Game::is_too_dense`]). An element is a move, move number, NAG, comment, parenthesis, marker, escape line or
    /// error; a tag pair counts as two, an open variation as two more. It takes up to 16 bytes of memory. `None`: all
    /// are kept.
    pub most_elements: Option<NonZeroUsize>,
}

impl ReadOptions {
    /// Returns how many elements are kept.
    pub(crate) fn most_elements(self) -> usize {
        self.most_elements.map_or(usize::MAX, NonZeroUsize::get)
    }
}

/// How much of each game is read. Where games begin and end does not depend on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Depth {
    /// All of it.
    #[default]
    Movetext,
    /// Tag pairs and the marker. The rest of the movetext is passed over where a quick look shows where
    /// it ends: nodes, errors and plies of the movetext may be missing then, all of them or none.
    Tags,
}

/// A chunk of an input, and where it stands in it.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The bytes: they begin where a game begins.
    pub src: &'a [u8],
    /// The input begins with `src`.
    pub is_first: bool,
    /// The input ends with `src`.
    pub is_last: bool,
    /// Some of the bytes that follow `src`: enough to hold a tag pair, if one follows. May be empty.
    pub after: &'a [u8],
}

impl<'a> Part<'a> {
    /// A whole input.
    #[must_use]
    pub fn whole(src: &'a [u8]) -> Part<'a> {
        Part { src, is_first: true, is_last: true, after: b"" }
    }
}

/// Reads the games of one chunk after another. Made once a thread: it keeps its memory.
///
/// ```
/// use pgn_syntax::{Game, Parser, Part};
///
/// let (mut parser, mut game) = (Parser::default(), Game::default());
/// let chunk = Part { is_last: false, ..Part::whole(b"1. e4 *\n\n1. d4 d5 ") };
/// parser.start(&chunk);
/// assert!(parser.next_game(&chunk, &mut game));
/// assert_eq!(game.span.of(chunk.src), b"1. e4 *\n\n");
/// // The second game goes on in the next chunk, which begins with its bytes.
/// assert!(!parser.next_game(&chunk, &mut game));
/// assert_eq!(&chunk.src[parser.rest()..], b"1. d4 d5 ");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parser {
    options: ReadOptions,
    ends: CommentEnds,
    /// What stands between the game read last and the next one, read ahead.
    lead: Lead,
    lead_end: Option<LeadEnd>,
    /// Where the next game's span starts.
    at: usize,
    is_done: bool,
    frames: Vec<Frame>,
    /// Where the movetext of the game read last begins, if it was passed over.
    passed_over: Option<usize>,
    memo: SanMemo,
    tag_memo: TagMemo,
}

impl Parser {
    /// A parser that reads as `options` say.
    #[must_use]
    pub fn new(options: ReadOptions) -> Parser {
        Parser { options, ..Parser::default() }
    }

    /// Begins a chunk.
    ///
    /// # Panics
    ///
    /// If the chunk has more than [`TooLarge::MAX`] bytes, as its spans could not say where they are.
    pub fn start(&mut self, part: &Part<'_>) {
        assert!(part.src.len() <= TooLarge::MAX, "a chunk of more than 4 GiB");
        self.ends.reset();
        self.lead.clear();
        self.lead_end = None;
        self.at = 0;
        self.is_done = false;
        self.passed_over = None;
    }

    /// Where the bytes begin that no game has taken: after the last game of a chunk they belong to
    /// the next chunk; in the last chunk of an input without games they are what it holds.
    #[must_use]
    pub fn rest(&self) -> usize {
        self.at
    }

    /// Whether the game read last was the last of the chunk.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Reads the next game of the chunk. `false`: there is none, or it goes on in the next chunk.
    pub fn next_game(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        game.clear();
        self.passed_over = None;
        if self.is_done {
            return false;
        }
        let lead_end = match self.lead_end.take() {
            Some(end) => end,
            None => self.read_lead(part),
        };
        let start = match lead_end {
            LeadEnd::Game(start) => start,
            LeadEnd::Text => {
                self.is_done = true;
                return part.is_last && self.take_lone_marker(part, game);
            }
        };
        self.lead.give_to(game);
        game.start = index(start);
        let end = self.read_game(part, game, start);
        let End::At(end) = end else {
            game.clear();
            self.is_done = true;
            return false;
        };
        game.span = Span::new(self.at, end);
        self.at = end;
        if end < part.src.len() {
            let next = self.lead_end.take().unwrap_or_else(|| self.read_lead(part));
            if next == LeadEnd::Text {
                self.is_done = true;
                if part.is_last {
                    // Nothing follows: it closes the last game.
                    self.lead.give_to(game);
                    game.span.end = index(part.src.len());
                    self.at = part.src.len();
                } else {
                    // It may be the game's still: both are read again with what follows.
                    self.at = game.span.start as usize;
                    game.clear();
                    return false;
                }
            }
            self.lead_end = Some(next);
        } else {
            self.is_done = true;
        }
        if game.is_too_dense {
            game.forget_elements(|_| false);
        }
        true
    }

    /// Reads the movetext of the game read last, if it was passed over at [`Depth::Tags`]: the game is
    /// then as [`Depth::Movetext`] would have read it.
    pub fn read_on(&mut self, part: &Part<'_>, game: &mut Game) {
        let Some(start) = self.passed_over.take() else { return };
        let depth = std::mem::take(&mut self.options.depth);
        // Those of what has been read ahead are kept.
        let ends = std::mem::take(&mut self.ends);
        game.marker = None;
        let end = self.read_movetext(part, game, start);
        debug_assert!(matches!(end, End::At(end) if index(end) == game.span.end));
        self.ends = ends;
        self.options.depth = depth;
    }

    fn read_lead(&mut self, part: &Part<'_>) -> LeadEnd {
        self.lead.clear();
        let is_input_start = part.is_first && self.at == 0;
        let options =
            ReadOptions { most_elements: self.options.most_elements, ..ReadOptions::default() };
        self.lead.read(part, self.at, is_input_start, options, &mut self.ends)
    }

    /// Reads an input that holds nothing but markers: the first is an empty game (C35), others are
    /// dropped as behind any game.
    fn take_lone_marker(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        let Some((marker, span)) = self.lead.lone_marker() else { return false };
        if !part.is_first {
            return false;
        }
        self.lead.give_to(game);
        game.errors.retain(|error| error.kind != Kind::MovetextAfterResult || error.span != span);
        game.nodes.push(Node { span, kind: NodeKind::Marker(marker) });
        game.marker = Some((marker, span));
        game.span = Span::new(self.at, part.src.len());
        (game.start, game.movetext_start, game.end) = (span.start, span.start, span.end);
        self.at = part.src.len();
        true
    }

    fn read_game(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> End {
        let mut at = start;
        game.movetext_start = index(at);
        let byte = part.src[at];
        if byte == b'['
            || !word::starts_game(part.src, at) && tag_reader::opens_without_bracket(part.src, at)
        {
            match self.read_tags(part, game, at) {
                Tags::Movetext(next) => at = next,
                Tags::End(end) => return end,
            }
        }
        self.read_movetext(part, game, at)
    }
}

/// The games of a whole input, one after another.
///
/// ```
/// use pgn_syntax::{Games, Marker, TagName};
///
/// let pgn = b"[White \"Tal\"]\n\n1. e4 e5 1-0\n\n1. d4 *\n";
/// let mut games = Games::new(pgn);
/// let game = games.next().unwrap();
/// assert_eq!(game.tag(pgn, TagName::WHITE).unwrap().value.of(pgn), b"Tal");
/// assert_eq!(game.marker.unwrap().0, Marker::WhiteWins);
/// assert_eq!(games.next().unwrap().n_plies, 1);
/// assert!(games.next().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Games<'a> {
    part: Part<'a>,
    parser: Parser,
    game: Game,
}

impl<'a> Games<'a> {
    /// Returns the games of `src`.
    ///
    /// # Panics
    ///
    /// If `src` has more than [`TooLarge::MAX`] bytes: [`Games::try_new`] returns an error instead, and
    /// [`crate::GameReader`] reads inputs of any size.
    #[must_use]
    pub fn new(src: &'a [u8]) -> Games<'a> {
        Games::try_new(src).expect("at most 4 GiB of text")
    }

    /// Returns the games of `src`.
    ///
    /// # Errors
    ///
    /// `src` has more than [`TooLarge::MAX`] bytes.
    pub fn try_new(src: &'a [u8]) -> Result<Games<'a>, TooLarge> {
        TooLarge::check(src.len())?;
        let part = Part::whole(src);
        let mut parser = Parser::default();
        parser.start(&part);
        Ok(Games { part, parser, game: Game::default() })
    }

    /// The next game; it is overwritten by the one after it.
    #[expect(
        clippy::should_implement_trait,
        reason = "the game borrows from the reader, so this is no Iterator"
    )]
    pub fn next(&mut self) -> Option<&Game> {
        self.parser.next_game(&self.part, &mut self.game).then_some(&self.game)
    }
}
