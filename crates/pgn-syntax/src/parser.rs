//! The PGN parser: one pass over the bytes, without recursion, that never fails.
//!
//! The parser finds the games of a chunk and fills one [`Game`] after another. Each deviation from the
//! standard becomes a [`SyntaxError`](crate::SyntaxError) beside the game. Where a game ends (GAM-01 to GAM-08)
//! does not depend on the legality of its moves.

mod brackets;
mod comment;
mod dense;
mod digits;
mod ending;
mod expected;
mod glyphs;
mod marks;
mod movetext;
mod number;
mod other_chars;
mod plain_moves;
mod preamble;
mod report;
pub(crate) mod skim;
mod state;
mod tag_junk;
mod tag_section;
mod variation;
mod words;

use self::{
    preamble::{Preamble, PreambleEnd},
    state::Frame,
    tag_section::Tags,
};
use std::num::NonZeroUsize;

use crate::{
    cut_points::CommentEnds,
    game::{
        Game,
        error::SyntaxErrorKind as Kind,
        movetext::{Node, NodeKind},
        tag_name_cache::TagNameCache,
        tag_reader,
    },
    text::{
        scan::is_line_end,
        span::{Span, TooLarge, index},
    },
    tokens::{game_start, san_cache::LazyCache},
};

/// Options of the parser.
///
/// ```
/// use pgn_syntax::{Game, Parser, Part, ReadOptions};
///
/// let text = Part::whole(b"1. e4 {the {best} move} *");
/// let options = ReadOptions { nested_comments: true, ..ReadOptions::default() };
/// let (mut parser, mut game) = (Parser::new(options), Game::default());
/// parser.start(&text);
/// assert!(parser.next_game(&text, &mut game));
/// assert!(game.errors.is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Braces in comments nest, against the standard (C10). For files of editors that write nested comments.
    pub nested_comments: bool,
    /// How much of each game is read.
    pub depth: ReadDepth,
    /// The number of elements that are kept of a game; `None` keeps all of them.
    ///
    /// Of a game with more elements, only the span, end and marker are found ([`Game::is_too_dense`]). An element is a
    /// move, move number, NAG, comment, parenthesis, marker, escape line or error and takes up to 16 bytes of
    /// memory. A tag pair counts as two elements, and an open variation as two more.
    pub max_elements: Option<NonZeroUsize>,
}

impl ReadOptions {
    /// Returns the number of elements that are kept.
    pub(crate) fn max_elements(self) -> usize {
        self.max_elements.map_or(usize::MAX, NonZeroUsize::get)
    }
}

/// How much of each game is parsed. Where games begin and end does not depend on it.
///
/// ```
/// use pgn_syntax::{Game, Marker, Parser, Part, ReadDepth, ReadOptions};
///
/// let text = Part::whole(b"[White \"Tal\"]\n\n1. e4 e5 1-0\n\n[White \"Benko\"]\n\n1. c4 *\n");
/// let options = ReadOptions { depth: ReadDepth::Tags, ..ReadOptions::default() };
/// let (mut parser, mut game) = (Parser::new(options), Game::default());
/// parser.start(&text);
/// assert!(parser.next_game(&text, &mut game));
/// assert_eq!(game.marker.unwrap().0, Marker::WhiteWins);
/// assert!(game.nodes.is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ReadDepth {
    /// Everything.
    #[default]
    Movetext,
    /// Tag pairs and the marker. The rest of the movetext is skipped where the fast scan finds its end; the
    /// nodes, errors and plies of the movetext are then missing as a whole.
    Tags,
}

/// A chunk of an input and its position in the input.
///
/// ```
/// use pgn_syntax::{Game, Parser, Part};
///
/// let (mut parser, mut game) = (Parser::default(), Game::default());
/// // The first chunk of an input, which ends with a game, and the text after it.
/// let part = Part { is_last: false, after: b"[Event \"B\"]", ..Part::whole(b"1. e4 *\n\n") };
/// parser.start(&part);
/// assert!(parser.next_game(&part, &mut game));
/// assert!(part.can_change_end_of(&game));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The bytes of the chunk, which begin at the start of a game.
    pub src: &'a [u8],
    /// True if the input begins with `src`.
    pub is_first: bool,
    /// True if the input ends with `src`.
    pub is_last: bool,
    /// Bytes that follow `src`: enough of them to hold a tag pair, if one follows. May be empty.
    pub after: &'a [u8],
}

/// The number of bytes after a game that are looked at to find its end, apart from comments and empty lines.
const REACH: usize = 4096;

impl<'a> Part<'a> {
    /// Returns the part that is a whole input.
    #[must_use]
    pub fn whole(src: &'a [u8]) -> Part<'a> {
        Part { src, is_first: true, is_last: true, after: b"" }
    }

    /// Returns true if the bytes after a chunk could change where `game` ends, so that it must be read again at the
    /// beginning of the next chunk.
    ///
    /// This is for chunks that are not cut at a boundary as [`find_boundary`](crate::cut_points::find_boundary) returns it. A cut
    /// after a line end changes only a game that ends there.
    ///
    /// # Panics
    ///
    /// Panics if `game` ends beyond the end of the chunk.
    #[must_use]
    pub fn can_change_end_of(&self, game: &Game) -> bool {
        let n_after = self.src.len() - game.span.end as usize;
        let is_cut_after_line = self.src.last().is_some_and(is_line_end);
        !self.is_last && (n_after == 0 || n_after < REACH && !is_cut_after_line)
    }
}

/// A parser for the games of one chunk after another.
///
/// A parser keeps its buffers: make one per thread and reuse it.
///
/// ```
/// use pgn_syntax::{Game, Parser, Part};
///
/// let (mut parser, mut game) = (Parser::default(), Game::default());
/// let chunk = Part { is_last: false, ..Part::whole(b"1. e4 *\n\n1. d4 d5 ") };
/// parser.start(&chunk);
/// assert!(parser.next_game(&chunk, &mut game));
/// assert_eq!(game.span.of(chunk.src), b"1. e4 *\n\n");
/// // The second game continues in the next chunk, which begins with its bytes.
/// assert!(!parser.next_game(&chunk, &mut game));
/// assert_eq!(&chunk.src[parser.rest()..], b"1. d4 d5 ");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Parser {
    options: ReadOptions,
    ends: CommentEnds,
    /// The text between the last game and the next one, which is read ahead.
    preamble: Preamble,
    preamble_end: Option<PreambleEnd>,
    /// The offset where the span of the next game starts.
    at: usize,
    is_done: bool,
    frames: Vec<Frame>,
    /// The offset of the movetext of the last game, if it was skipped.
    skimmed_movetext: Option<usize>,
    san_cache: LazyCache,
    tag_names: TagNameCache,
    /// True to read movetext without [`plain_moves`].
    #[cfg(test)]
    is_general_only: bool,
}

impl Parser {
    /// Returns a parser with these options.
    #[must_use]
    pub fn new(options: ReadOptions) -> Parser {
        Parser { options, ..Parser::default() }
    }

    /// Prepares the parser for the first game of `part`.
    ///
    /// # Panics
    ///
    /// Panics if the chunk has more than [`TooLarge::MAX`] bytes, as spans hold 32-bit offsets.
    pub fn start(&mut self, part: &Part<'_>) {
        assert!(part.src.len() <= TooLarge::MAX, "a chunk of more than 4 GiB");
        self.ends = CommentEnds::default();
        self.preamble.clear();
        self.preamble_end = None;
        self.at = 0;
        self.is_done = false;
        self.skimmed_movetext = None;
    }

    /// Returns the offset of the first byte that belongs to no game.
    ///
    /// After the last game of a chunk, the bytes from there on belong to the next chunk. The last chunk of an input has
    /// such bytes only if the input has no games.
    #[must_use]
    pub fn rest(&self) -> usize {
        self.at
    }

    /// Returns true if the game read last was the last game of the chunk.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.is_done
    }

    /// Reads the next game of the chunk into `game`.
    ///
    /// Returns false if there is none, or if it continues in the next chunk.
    ///
    /// # Panics
    ///
    /// Panics if the text of `part` is shorter than that of the part that [`Parser::start`] was called with.
    pub fn next_game(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        game.clear();
        self.skimmed_movetext = None;
        if self.is_done {
            return false;
        }
        let preamble_end = match self.preamble_end.take() {
            Some(end) => end,
            None => self.read_preamble(part),
        };
        let start = match preamble_end {
            PreambleEnd::Game(start) => start,
            PreambleEnd::Text => {
                self.is_done = true;
                return part.is_last && self.take_lone_marker(part, game);
            }
        };
        self.preamble.give_to(game);
        game.start = index(start);
        let end = self.read_game(part, game, start);
        let Some(end) = end else {
            game.clear();
            self.is_done = true;
            return false;
        };
        game.span = Span::new(self.at, end);
        self.at = end;
        if end < part.src.len() {
            let next = self.preamble_end.take().unwrap_or_else(|| self.read_preamble(part));
            if next == PreambleEnd::Text {
                self.is_done = true;
                if part.is_last {
                    // No game follows: this text belongs to the last game.
                    self.preamble.give_to(game);
                    game.span.end = index(part.src.len());
                    self.at = part.src.len();
                } else {
                    // The text may still belong to the game: both are read again at the beginning of the next chunk.
                    self.at = game.span.start as usize;
                    game.clear();
                    return false;
                }
            }
            self.preamble_end = Some(next);
        } else {
            self.is_done = true;
        }
        if game.is_too_dense {
            game.forget_elements(|_| false);
        }
        true
    }

    /// Parses the movetext of the game read last, if it was skipped at [`ReadDepth::Tags`].
    ///
    /// The game is then as [`ReadDepth::Movetext`] would have read it.
    pub fn read_on(&mut self, part: &Part<'_>, game: &mut Game) {
        let Some(start) = self.skimmed_movetext.take() else { return };
        let depth = std::mem::take(&mut self.options.depth);
        // The ends that were found while reading ahead are still needed.
        let ends = std::mem::take(&mut self.ends);
        game.marker = None;
        let end = self.read_movetext(part, game, start);
        debug_assert_eq!(end.map(index), Some(game.span.end));
        self.ends = ends;
        self.options.depth = depth;
    }

    fn read_preamble(&mut self, part: &Part<'_>) -> PreambleEnd {
        self.preamble.clear();
        let is_input_start = part.is_first && self.at == 0;
        let options =
            ReadOptions { max_elements: self.options.max_elements, ..ReadOptions::default() };
        self.preamble.read(part, self.at, is_input_start, options, &mut self.ends)
    }

    /// Reads an input that holds only markers: the first one is an empty game (C35), others are dropped as
    /// they are after any game.
    fn take_lone_marker(&mut self, part: &Part<'_>, game: &mut Game) -> bool {
        let Some((marker, span)) = self.preamble.lone_marker() else { return false };
        if !part.is_first {
            return false;
        }
        self.preamble.give_to(game);
        game.errors.retain(|error| error.kind != Kind::MovetextAfterResult || error.span != span);
        game.nodes.push(Node { span, kind: NodeKind::Marker(marker) });
        game.marker = Some((marker, span));
        game.span = Span::new(self.at, part.src.len());
        (game.start, game.movetext_start, game.end) = (span.start, span.start, span.end);
        self.at = part.src.len();
        true
    }

    /// Reads the game that begins at `start`. Returns its end, or `None` if the text ends before the end is known.
    fn read_game(&mut self, part: &Part<'_>, game: &mut Game, start: usize) -> Option<usize> {
        let mut at = start;
        game.movetext_start = index(at);
        let byte = part.src[at];
        if byte == b'['
            || !game_start::starts_game(part.src, at)
                && tag_reader::opens_without_bracket(part.src, at)
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
    /// Panics if `src` has more than [`TooLarge::MAX`] bytes. [`Games::try_new`] returns an error instead,
    /// and [`crate::GameReader`] reads inputs of any size.
    #[must_use]
    pub fn new(src: &'a [u8]) -> Games<'a> {
        Games::try_new(src).expect("at most 4 GiB of text")
    }

    /// Returns the games of `src`.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if `src` has more than [`TooLarge::MAX`] bytes.
    pub fn try_new(src: &'a [u8]) -> Result<Games<'a>, TooLarge> {
        TooLarge::check(src.len())?;
        Ok(Games::start(src, Parser::default()))
    }

    /// Returns the games of `src`, read with `options`.
    ///
    /// # Panics
    ///
    /// Panics if `src` has more than [`TooLarge::MAX`] bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use pgn_syntax::{Games, ReadOptions};
    ///
    /// let options = ReadOptions { nested_comments: true, ..ReadOptions::default() };
    /// let mut games = Games::with_options(b"1. e4 {a {b} 1-0} e5 *", options);
    /// assert_eq!(games.next().unwrap().n_plies, 2);
    /// ```
    #[must_use]
    pub fn with_options(src: &'a [u8], options: ReadOptions) -> Games<'a> {
        TooLarge::check(src.len()).expect("at most 4 GiB of text");
        Games::start(src, Parser::new(options))
    }

    /// Returns the games of `src`, which is short enough, read by `parser`.
    fn start(src: &'a [u8], mut parser: Parser) -> Games<'a> {
        let part = Part::whole(src);
        parser.start(&part);
        Games { part, parser, game: Game::default() }
    }

    /// Returns the next game, which is valid until the call after it, or `None` after the last game.
    #[expect(
        clippy::should_implement_trait,
        reason = "the game borrows from the reader, so this cannot be an Iterator"
    )]
    pub fn next(&mut self) -> Option<&Game> {
        self.parser.next_game(&self.part, &mut self.game).then_some(&self.game)
    }
}
