//! The values that the loop over the games of a chunk passes to a command: a game, bytes that were not parsed, and a
//! chunk whose place is known.

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

/// The verdict of `--where` on a game.
#[derive(Clone, Copy)]
pub(crate) enum Answer<'a> {
    /// There is no `--where`.
    NotAsked,
    /// `--where` selects the game. The state has the places of the matches.
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

    /// Returns false if `--where` excludes the game.
    pub(crate) fn is_selected(&self) -> bool {
        !matches!(self.answer, Answer::Unselected)
    }

    /// Returns the place that `--where` has matched, and a note on it; `None` if there is no such place.
    pub(crate) fn found(&self) -> Option<(pgn_query::MatchPlace, Option<&'a str>)> {
        let Answer::Selected(found) = self.answer else { return None };
        Some((found.place()?, found.note()))
    }

    /// Returns true if the game begins with the first byte of its input.
    pub(crate) fn begins_input(&self) -> bool {
        self.chunk.is_first && self.game.span.start == 0
    }

    /// Returns the edges of the game.
    pub(crate) fn edges(&self) -> Edges {
        Edges::of(self.game, self.chunk.bytes, self.begins_input())
    }

    /// Returns the position of the first byte of the game's text.
    pub(crate) fn position(&self) -> ChunkPosition {
        self.position_at(ChunkOffset(self.game.start))
    }

    /// Returns the position of a byte of the game.
    pub(crate) fn position_at(&self, offset: ChunkOffset) -> ChunkPosition {
        ChunkPosition { offset, game: Some(self.index) }
    }
}

/// Bytes of a chunk that were not parsed.
#[derive(Clone, Copy)]
pub(crate) struct UnreadGame<'a> {
    /// Index of the game to which the bytes belong; 0 if there is none.
    pub(crate) index: GameIndex,
    pub(crate) kind: UnreadKind,
    pub(crate) span: Span,
    /// The game as far as it was read; `None` unless the work on it ended with a panic.
    pub(crate) game: Option<&'a Game>,
    /// False if there is a `--where` that cannot be evaluated, because the game was not read.
    pub(crate) is_selected: bool,
    pub(crate) chunk: &'a ChunkView<'a>,
}

/// The reason why bytes were not parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnreadKind {
    /// The bytes are the text of an input without games.
    NoGame,
    /// The bytes are an oversized game, or a piece of one.
    TooLarge(Piece),
    /// The bytes are a game on which the work ended with a panic.
    Fault,
}

impl<'a> UnreadGame<'a> {
    pub(crate) fn bytes(&self) -> &'a [u8] {
        self.span.of(self.chunk.bytes)
    }

    /// Returns true if the bytes are a whole game, or the last piece of one.
    pub(crate) fn ends_game(&self) -> bool {
        match self.kind {
            UnreadKind::NoGame => false,
            UnreadKind::TooLarge(piece) => piece.is_last,
            UnreadKind::Fault => true,
        }
    }

    /// Returns the edges of the bytes, as far as they are known.
    pub(crate) fn edges(&self) -> Edges {
        let begins_input = self.chunk.is_first && self.span.start == 0;
        self.game.map_or(Edges::OVERSIZED, |game| Edges::of(game, self.chunk.bytes, begins_input))
    }

    /// Returns the position of the first byte, or of the text of a game that was read.
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
    /// Offset of the end of the games.
    end: usize,
    /// All bytes of the chunk at their place. Converts positions in the chunk to positions in the input.
    pub(crate) text: PlacedText<'a>,
}

impl<'a> PlacedChunk<'a> {
    pub(crate) fn new(view: &'a ChunkView<'a>, end: usize, place: &Place) -> PlacedChunk<'a> {
        PlacedChunk { view, end, text: PlacedText::new(view.bytes, place) }
    }

    /// Returns the bytes of the games.
    pub(crate) fn read(&self) -> &'a [u8] {
        &self.view.bytes[..self.end]
    }

    /// Returns the bytes after the games, with which the next chunk begins.
    pub(crate) fn unread(&self) -> &'a [u8] {
        &self.view.bytes[self.end..]
    }
}
