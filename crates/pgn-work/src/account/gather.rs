//! The collector of an account: stores the games of a side with the marks by which they are found again.

use std::io;

use pgn_collate::account::{Account, Marker, Marks, Place, Side};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo, Position, TextOffset};
use pgn_syntax::{Fallback, count_line_ends};

use crate::{
    Reading,
    batch::Batch,
    games::{PlacedChunk, ReadGame, Unread, Work},
    reader::Collector,
    texts::Texts,
};

/// The work of an account on each game.
pub(super) struct AccountWork<'a> {
    pub(super) reading: &'a Reading,
    pub(super) side: Side,
}

/// The games of a chunk. `P`: the type of their positions; `O`: the type of their offsets; both are in the chunk or,
/// when its place is known, in the input.
#[derive(Debug)]
pub(super) struct Gathered<P = Position, O = TextOffset> {
    games: Batch<Item<O>, P>,
    /// Number of games that cannot be compared, because they were too large to be parsed or caused an internal fault.
    n_unread: u64,
}

impl<P, O> Default for Gathered<P, O> {
    fn default() -> Gathered<P, O> {
        Gathered { games: Batch::default(), n_unread: 0 }
    }
}

#[derive(Debug)]
struct Item<O> {
    /// Offset of the bytes.
    offset: O,
    len: u32,
    marks: Marks,
    /// If it is a tree of the result, those of its lines.
    lines: Vec<Marks>,
}

impl Work for AccountWork<'_> {
    type Scratch = Marker;
    type Draft = Gathered<ChunkPosition, ChunkOffset>;
    type Out = Gathered;

    fn scratch(&self, fallback: Fallback) -> Marker {
        Marker::new(fallback, self.reading.replay_options())
    }

    fn game(&self, marker: &mut Marker, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let game = read.game;
        // Only games of the inputs are shown, and those of plain files are read again from the file.
        if self.side == Side::Input && read.chunk.input.stays.is_none() {
            out.games.copy(read.bytes(), None);
        }
        marker.set_dates(self.reading.dates(read.chunk.input));
        let lines = match self.side {
            Side::Result => marker.lines_of_tree(game, read.src()),
            _ => Vec::new(),
        };
        let item = Item {
            offset: ChunkOffset(game.span.start),
            len: game.span.end - game.span.start,
            marks: marker.marks(game, read.src()),
            lines,
        };
        out.games.end_game(read, false, item);
    }

    fn unread(&self, _: &mut Marker, unread: &Unread<'_>, out: &mut Self::Draft) {
        out.n_unread += u64::from(unread.ends_game());
    }

    fn end(&self, _: &mut Marker, bytes: &[u8], _: &mut Self::Draft) -> Option<u64> {
        Some(count_line_ends(bytes))
    }

    fn finish(&self, _: &mut Marker, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let text = &chunk.text;
        let settle = |Item { offset, len, marks, lines }: Item<ChunkOffset>, _: &Position| Item {
            offset: text.offset(offset),
            len,
            marks,
            lines,
        };
        let games = draft.games.place(|position| text.position(position), settle);
        Gathered { games, n_unread: draft.n_unread }
    }
}

/// The collector of one side.
pub(super) struct AccountSink<'a> {
    reading: &'a Reading,
    side: Side,
    texts: &'a mut Texts,
    account: &'a mut Account,
    /// Number of games that cannot be compared.
    pub(super) n_unread: u64,
}

impl<'a> AccountSink<'a> {
    pub(super) fn new(
        reading: &'a Reading,
        side: Side,
        texts: &'a mut Texts,
        account: &'a mut Account,
    ) -> AccountSink<'a> {
        AccountSink { reading, side, texts, account, n_unread: 0 }
    }
}

impl Collector<Gathered> for AccountSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input, self.reading.fallback(input));
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, found: Gathered) -> io::Result<Flow> {
        self.n_unread += found.n_unread;
        for (piece, bytes) in found.games.iter() {
            let Item { offset, len, marks, lines } = &piece.value;
            let offset = match input.stays {
                Some(_) => offset.0,
                None => self.texts.copy(bytes)?,
            };
            let place = Place {
                side: if lines.is_empty() { self.side } else { Side::Tree },
                index: 0,
                input: self.texts.input()?,
                number: piece.position.game.unwrap_or_default().0,
                line: piece.position.line.0,
                offset,
                len: *len,
            };
            self.account.push(&place, marks)?;
            for line in lines {
                self.account.push(&Place { side: Side::LineOfTree, ..place }, line)?;
            }
        }
        Ok(Flow::Continue)
    }
}
