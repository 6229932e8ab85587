//! What the loop over the games of a chunk gives to a command: a game that was read, bytes that were not, and the
//! chunk when its place is known.

use pgn_stream::{ChunkOffset, ChunkPosition, ChunkView, GameIndex, Piece, Place, PlacedText};
use pgn_syntax::{Game, Span, boundary::Edges};

/// A game of a chunk that has been read.
#[derive(Clone, Copy)]
pub(crate) struct ReadGame<'a> {
    pub(crate) index: GameIndex,
    pub(crate) game: &'a Game,
    pub(crate) chunk: &'a ChunkView<'a>,
    pub(crate) answer: Answer<'a>,
}

/// Whether `--where` selects a game.
#[derive(Clone, Copy)]
pub(crate) enum Answer<'a> {
    /// There is no `--where`.
    NotAsked,
    /// It does, with what was found out on the way.
    Selected(&'a pgn_query::QueryState),
    Unselected,
}

impl<'a> ReadGame<'a> {
    /// Returns the bytes of the chunk.
    pub(crate) fn src(&self) -> &'a [u8] {
        self.chunk.bytes
    }

    /// Returns the bytes of the game.
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.game.span.of(self.chunk.bytes)
    }

    /// Returns true unless `--where` leaves the game out.
    pub(crate) fn is_selected(&self) -> bool {
        !matches!(self.answer, Answer::Unselected)
    }

    /// Returns the place where `--where` has found what it asks for, and what there is to say of it.
    pub(crate) fn found(&self) -> Option<(pgn_query::MatchPlace, Option<&'a str>)> {
        let Answer::Selected(found) = self.answer else { return None };
        Some((found.place()?, found.note()))
    }

    /// Returns true if the game begins with the first byte of its input.
    pub(crate) fn begins_input(&self) -> bool {
        self.chunk.is_first && self.game.span.start == 0
    }

    /// Returns what the bytes of the game begin and end with.
    pub(crate) fn edges(&self) -> Edges {
        Edges::of(self.game, self.chunk.bytes, self.begins_input())
    }

    /// Returns the position of the first byte of the game's text.
    pub(crate) fn position(&self) -> ChunkPosition {
        self.position_at(ChunkOffset(self.game.start))
    }

    /// Returns the position of a byte of the chunk that is of the game.
    pub(crate) fn position_at(&self, offset: ChunkOffset) -> ChunkPosition {
        ChunkPosition { offset, game: Some(self.index) }
    }
}

/// Bytes of a chunk that are passed on unread.
#[derive(Clone, Copy)]
pub(crate) struct Unread<'a> {
    /// The game that they are of; 0 where there is none.
    pub(crate) index: GameIndex,
    pub(crate) kind: UnreadKind,
    pub(crate) span: Span,
    /// The game as far as it was read, if the work on it has failed.
    pub(crate) game: Option<&'a Game>,
    /// `--where` does not leave them out.
    pub(crate) is_selected: bool,
    pub(crate) chunk: &'a ChunkView<'a>,
}

/// Why bytes are passed on unread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnreadKind {
    /// They are the text of an input without games.
    NoGame,
    /// They are a game that is too large to be parsed, or a piece of one.
    TooLarge(Piece),
    /// They are a game on which the work has ended with a panic.
    Fault,
}

impl<'a> Unread<'a> {
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.span.of(self.chunk.bytes)
    }

    /// Returns true if they are a game, or the last piece of one.
    pub(crate) fn ends_game(&self) -> bool {
        match self.kind {
            UnreadKind::NoGame => false,
            UnreadKind::TooLarge(piece) => piece.is_last,
            UnreadKind::Fault => true,
        }
    }

    /// Returns what they begin and end with, as far as that is known.
    pub(crate) fn edges(&self) -> Edges {
        let begins_input = self.chunk.is_first && self.span.start == 0;
        self.game.map_or(Edges::UNREAD, |game| Edges::of(game, self.chunk.bytes, begins_input))
    }

    /// Returns the position of the first of the bytes, or of the text of a game that was read.
    pub(crate) fn position(&self) -> ChunkPosition {
        match self.kind {
            UnreadKind::NoGame => ChunkPosition::default(),
            UnreadKind::TooLarge(_) | UnreadKind::Fault => {
                let offset = ChunkOffset(self.game.map_or(self.span.start, |game| game.start));
                ChunkPosition { offset, game: Some(self.index) }
            }
        }
    }
}

/// A chunk whose place in its input is known.
pub(crate) struct PlacedChunk<'a> {
    pub(crate) view: &'a ChunkView<'a>,
    /// Where the bytes of its games end.
    rest: usize,
    /// All of its bytes at their place: turns positions in the chunk into positions in the input.
    pub(crate) text: PlacedText<'a>,
}

impl<'a> PlacedChunk<'a> {
    pub(crate) fn new(view: &'a ChunkView<'a>, rest: usize, place: &Place) -> PlacedChunk<'a> {
        PlacedChunk { view, rest, text: PlacedText::new(view.bytes, place) }
    }

    /// Returns the bytes of its games.
    pub(crate) fn read(&self) -> &'a [u8] {
        &self.view.bytes[..self.rest]
    }

    /// Returns the bytes behind its games, which the next chunk begins with.
    pub(crate) fn unread(&self) -> &'a [u8] {
        &self.view.bytes[self.rest..]
    }
}
