//! The games that `diff` and the account compare: their data and the places at which their texts are read again.

use std::io;

use pgn_collate::Location;
use pgn_stream::{ChunkOffset, ChunkPosition, InputInfo, PlacedText, Position, TextOffset};
use pgn_syntax::Span;

use crate::{
    games::{
        ReadGame, UnreadGame,
        batch::{Batch, Piece},
    },
    inputs::texts::Texts,
};

/// The games of a chunk, each with data of type `T`. `P`: the type of their positions; `O`: the type of their offsets;
/// both are in the chunk or, when its place is known, in the input.
#[derive(Debug, Default)]
pub(crate) struct Gathered<T, P = Position, O = TextOffset> {
    pub(crate) games: Batch<GatheredGame<T, O>, P>,
    /// Number of games that cannot be compared, because they were too large to be parsed or caused an internal fault.
    pub(crate) n_unread: u64,
}

/// A game, with data by which it is compared.
#[derive(Debug)]
pub(crate) struct GatheredGame<T, O = TextOffset> {
    /// Offset of the text.
    offset: O,
    /// Length of the text in bytes.
    len: u32,
    pub(crate) data: T,
}

impl<T> Gathered<T, ChunkPosition, ChunkOffset> {
    /// Copies the text of the next game, unless it can be read again from the input.
    pub(crate) fn copy(&mut self, read: &ReadGame<'_>, text: Span) {
        if read.chunk.input.rereadable.is_none() {
            self.games.copy(text.of(read.src()), None);
        }
    }

    /// Adds a game. `text`: the part that is read again.
    pub(crate) fn add(&mut self, read: &ReadGame<'_>, text: Span, data: T) {
        let (offset, len) = (ChunkOffset(text.start), text.end - text.start);
        self.games.end_game(read, false, GatheredGame { offset, len, data });
    }

    pub(crate) fn add_unread(&mut self, unread: &UnreadGame<'_>) {
        self.n_unread += u64::from(unread.ends_game());
    }

    /// Returns the games with their positions and offsets in the input.
    pub(crate) fn place(self, text: &PlacedText<'_>) -> Gathered<T> {
        let convert = |GatheredGame { offset, len, data }, _: &Position| GatheredGame {
            offset: text.offset(offset),
            len,
            data,
        };
        let games = self.games.place(|position| text.position(position), convert);
        Gathered { games, n_unread: self.n_unread }
    }
}

/// Returns the location of a game of `input`, the current input of `texts`, with 0 as its index. Copies `bytes`, the text
/// of the game, to `texts` if it cannot be read again from the input.
pub(crate) fn locate<T, S>(
    side: S,
    input: &InputInfo,
    game: &Piece<GatheredGame<T>, Position>,
    bytes: &[u8],
    texts: &mut Texts,
) -> io::Result<Location<S>> {
    let GatheredGame { offset, len, .. } = game.value;
    Ok(Location {
        side,
        index: 0,
        input: texts.input()?,
        number: game.position.game.unwrap_or_default(),
        line: game.position.line,
        offset: if input.rereadable.is_some() { offset.0 } else { texts.copy(bytes)? },
        len,
    })
}
