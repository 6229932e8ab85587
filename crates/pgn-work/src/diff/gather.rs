//! The games of one side into the store, each with what it can be found by.

use std::io;

use pgn_chess::{Replay, ReplayOptions};
use pgn_collate::{
    Judging, Key, KeyOptions,
    identity::{Identifier, Identity},
    versions::{Pairing, Side, Version},
};
use pgn_stream::{ChunkOffset, ChunkPosition, Flow, InputInfo, Located, TextOffset};
use pgn_syntax::{Fallback, count_line_ends};

use crate::{
    games::{PlacedChunk, ReadGame, Unread, Work},
    reader::Collector,
    texts::{Lane, Place as TextPlace, Texts},
};

/// Returns the bytes of a game.
pub(super) fn read<'a>(version: &Version, texts: &'a mut Texts) -> io::Result<&'a [u8]> {
    let lane = match version.side {
        Side::Old => Lane::One,
        Side::New => Lane::Other,
    };
    let Version { offset, len, input, .. } = *version;
    texts.read(TextPlace { offset, len: len as usize, input: Some(input) }, lane)
}

/// What a thread keeps from game to game.
pub(super) struct Buffers {
    identifier: Identifier,
    /// For what a reader gets of a game.
    replay: Replay,
}

/// How games are read.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    pub(super) fallback: Fallback,
    pub(super) replay: ReplayOptions,
}

/// The games of a chunk. `I`: a game with its position in the chunk or, when that is known, in the input.
#[derive(Debug)]
pub(super) struct Batch<I> {
    /// The bytes of all games, if they cannot be read again where they are.
    copies: Option<Vec<u8>>,
    items: Vec<I>,
    /// Games that cannot be compared: too large to be parsed, or with an internal fault.
    n_unread: u64,
}

impl<I> Default for Batch<I> {
    fn default() -> Batch<I> {
        Batch { copies: None, items: Vec::new(), n_unread: 0 }
    }
}

/// A game. `O`: an offset in the chunk or, when that is known, in the input.
#[derive(Debug)]
pub(super) struct Item<O> {
    /// Where its bytes begin.
    offset: O,
    len: u32,
    identity: Identity,
}

/// A game whose place is known.
type Placed = Located<Item<TextOffset>>;

impl Wanted {
    pub(super) fn key_options(&self) -> KeyOptions {
        KeyOptions {
            key: Key::Moves,
            min_plies: 1,
            fallback: self.fallback,
            replay: self.replay,
            judging: Judging::Length,
        }
    }
}

impl Work for Wanted {
    type Scratch = Buffers;
    type Draft = Batch<Located<Item<ChunkOffset>, ChunkPosition>>;
    type Out = Batch<Placed>;

    fn scratch(&self) -> Buffers {
        Buffers { identifier: Identifier::new(self.key_options()), replay: Replay::new() }
    }

    fn game(&self, buffers: &mut Buffers, read: &ReadGame<'_>, out: &mut Self::Draft) {
        let (game, src) = (read.game, read.src());
        if out.items.is_empty() && read.chunk.input.stays.is_none() {
            out.copies = Some(Vec::new());
        }
        if let Some(copies) = &mut out.copies {
            copies.extend_from_slice(read.bytes());
        }
        let Buffers { identifier, replay } = buffers;
        let meaning = || pgn_lint::meaning(game, src, replay, &self.replay);
        let value = Item {
            offset: ChunkOffset(game.span.start),
            len: game.span.end - game.span.start,
            identity: identifier.identity(game, src, meaning),
        };
        out.items.push(Located { value, position: read.position() });
    }

    fn unread(&self, _: &mut Buffers, unread: &Unread<'_>, out: &mut Self::Draft) {
        out.n_unread += u64::from(unread.ends_game());
    }

    fn end(&self, _: &mut Buffers, bytes: &[u8], _: &mut Self::Draft) -> Option<u64> {
        Some(count_line_ends(bytes))
    }

    fn finish(&self, _: &mut Buffers, draft: Self::Draft, chunk: &PlacedChunk<'_>) -> Self::Out {
        let text = &chunk.text;
        let place = |Located { value, position }: Located<Item<ChunkOffset>, _>| {
            let Item { offset, len, identity } = value;
            let value = Item { offset: text.offset(offset), len, identity };
            text.locate(Located { value, position })
        };
        let Batch { copies, items, n_unread } = draft;
        Batch { copies, items: items.into_iter().map(place).collect(), n_unread }
    }
}

/// The sink of a side.
pub(super) struct Gatherer<'a> {
    pub(super) side: Side,
    pub(super) texts: &'a mut Texts,
    pub(super) pairing: &'a mut Pairing,
    pub(super) n_games: u64,
    /// Some games cannot be compared.
    pub(super) has_unread: bool,
}

impl Collector<Batch<Placed>> for Gatherer<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input);
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, batch: Batch<Placed>) -> io::Result<Flow> {
        self.has_unread |= batch.n_unread > 0;
        let mut copies = batch.copies.as_deref();
        for Located { value: item, position } in &batch.items {
            let copy = copies.as_mut().map(|rest| {
                let (bytes, others) = rest.split_at(item.len as usize);
                *rest = others;
                bytes
            });
            let offset = copy.map_or(Ok(item.offset.0), |bytes| self.texts.copy(bytes))?;
            let version = Version {
                side: self.side,
                index: self.n_games,
                input: self.texts.input()?,
                number: position.game.unwrap_or_default().0,
                line: position.line.0,
                offset,
                len: item.len,
            };
            self.n_games += 1;
            self.pairing.push(&version, &item.identity)?;
        }
        Ok(Flow::Continue)
    }
}
