//! The texts of a chunk, as commands that copy or write games pass them to their collectors.

use pgn_stream::{ChunkPosition, GameNumber, PlacedText};
use pgn_syntax::{boundary::Edges, set_line_ends};

use crate::{
    games::{
        ReadGame, UnreadGame, UnreadKind,
        buffer::{Buffer, Buffers},
    },
    outputs::LineEnding,
};

/// The kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PieceKind {
    /// A game, or the last piece of one.
    Game,
    /// A piece of a game that continues.
    Part,
    /// The text of an input without games.
    NoGame,
}

/// A text of a batch. `P`: the type of its position, in the chunk or, when its place is known, in the input; `T`: the
/// type of the data that the command stores with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece<T, P> {
    pub(crate) kind: PieceKind,
    /// Offset in the batch of the end of the text.
    pub(crate) end: usize,
    pub(crate) position: P,
    /// The edges of the text.
    pub(crate) edges: Edges,
    /// True if the text differs from the bytes that were read.
    pub(crate) is_changed: bool,
    pub(crate) value: T,
}

/// The texts of a chunk, one after another.
#[derive(Debug)]
pub(crate) struct Batch<T, P> {
    pub(crate) bytes: Buffer,
    pub(crate) pieces: Vec<Piece<T, P>>,
}

impl<T, P> Default for Batch<T, P> {
    fn default() -> Batch<T, P> {
        Batch { bytes: Buffer::default(), pieces: Vec::new() }
    }
}

impl<T, P> Batch<T, P> {
    /// Returns an empty batch with capacity for about `n_bytes`.
    pub(crate) fn with_capacity(buffers: &Buffers, n_bytes: usize) -> Batch<T, P> {
        Batch { bytes: buffers.get(n_bytes), ..Batch::default() }
    }

    /// Appends `bytes`. Changes line ends to `line_ending`, unless it is `None`. Returns true if the appended bytes
    /// differ from `bytes`.
    pub(crate) fn copy(&mut self, bytes: &[u8], line_ending: Option<LineEnding>) -> bool {
        let from = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let Some(line_ending) = line_ending else { return false };
        set_line_ends(&mut self.bytes, from, line_ending == LineEnding::Crlf);
        self.bytes[from..] != *bytes
    }

    /// Returns the offset of the beginning of a text.
    pub(crate) fn start_of(&self, index: usize) -> usize {
        index.checked_sub(1).map_or(0, |before| self.pieces[before].end)
    }

    /// Returns the texts in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Piece<T, P>, &[u8])> {
        let mut from = 0;
        self.pieces.iter().map(move |piece| {
            let bytes = &self.bytes[from..piece.end];
            from = piece.end;
            (piece, bytes)
        })
    }
}

impl<T> Batch<T, ChunkPosition> {
    /// Ends the text of a game, which consists of the bytes that [`copy`](Batch::copy) has appended since the last end.
    pub(crate) fn end_game(&mut self, read: &ReadGame<'_>, is_changed: bool, value: T) {
        self.end_text(PieceKind::Game, read.position(), read.edges(), is_changed, value);
    }

    /// Adds a game whose text is not copied, as it has no output.
    pub(crate) fn add_uncopied(&mut self, read: &ReadGame<'_>, value: T) {
        self.end_text(PieceKind::Game, read.position(), Edges::UNKNOWN, false, value);
    }

    /// Ends the text of bytes that were not parsed.
    pub(crate) fn end_unread(&mut self, unread: &UnreadGame<'_>, is_changed: bool, value: T) {
        let kind = match unread.kind {
            UnreadKind::NoGame => PieceKind::NoGame,
            UnreadKind::TooLarge(_) if !unread.ends_game() => PieceKind::Part,
            UnreadKind::TooLarge(_) | UnreadKind::Fault => PieceKind::Game,
        };
        self.end_text(kind, unread.position(), unread.edges(), is_changed, value);
    }

    /// Ends a text, which consists of the bytes since the last end.
    pub(crate) fn end_text(
        &mut self,
        kind: PieceKind,
        position: ChunkPosition,
        edges: Edges,
        is_changed: bool,
        value: T,
    ) {
        let end = self.bytes.len();
        self.pieces.push(Piece { kind, end, position, edges, is_changed, value });
    }

    /// Returns the texts with other positions and data. `place`: converts a position; `convert`: converts the data of a
    /// text, given its new position.
    pub(crate) fn place<P, U>(
        self,
        place: impl Fn(ChunkPosition) -> P,
        mut convert: impl FnMut(T, &P) -> U,
    ) -> Batch<U, P> {
        let pieces = self.pieces.into_iter().map(|piece| {
            let Piece { kind, end, position, edges, is_changed, value } = piece;
            let position = place(position);
            let value = convert(value, &position);
            Piece { kind, end, position, edges, is_changed, value }
        });
        Batch { pieces: pieces.collect(), bytes: self.bytes }
    }

    /// Returns the texts with the numbers of their games in the input of `text`. Text that belongs to no game gets the
    /// number of the first game.
    pub(crate) fn number<U>(
        self,
        text: &PlacedText<'_>,
        convert: impl FnMut(T, &GameNumber) -> U,
    ) -> Batch<U, GameNumber> {
        self.place(|position| text.number(position.game.unwrap_or_default()), convert)
    }
}
