//! The games of one side into the store, each with what it can be found by.

use std::io;

use pgn_chess::{Replay, ReplayOptions};
use pgn_collate::{
    Judging, Key, KeyOptions,
    identity::{Identifier, Identity},
    versions::{Pairing, Side, Version},
};
use pgn_stream::{ChunkView, Flow, InputInfo, Place};
use pgn_syntax::{Fallback, Game, Span, count_line_ends};

use crate::{
    games::Work,
    reader::{Reports, Taker},
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

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    /// The bytes of all games, if they cannot be read again where they are.
    copies: Option<Vec<u8>>,
    items: Vec<Item>,
    /// Games that cannot be compared: too large to be parsed, or with an internal fault.
    n_unread: u64,
}

#[derive(Debug)]
struct Item {
    /// Where its bytes begin in the chunk; in the input after `finish`.
    offset: u64,
    len: u32,
    /// Where it begins in the chunk; its line after `finish`.
    line: u64,
    /// In the chunk from 0; in the input from 1 after `finish`.
    number: u64,
    identity: Identity,
}

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
    type Out = Batch;

    fn scratch(&self) -> Buffers {
        Buffers { identifier: Identifier::new(self.key_options()), replay: Replay::new() }
    }

    fn game(
        &self,
        buffers: &mut Buffers,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Batch,
    ) {
        if out.items.is_empty() && chunk.input.stays.is_none() {
            out.copies = Some(Vec::new());
        }
        if let Some(copies) = &mut out.copies {
            copies.extend_from_slice(game.span.of(chunk.bytes));
        }
        let Buffers { identifier, replay } = buffers;
        let meaning = || pgn_lint::meaning(game, chunk.bytes, replay, &self.replay);
        out.items.push(Item {
            offset: u64::from(game.span.start),
            len: game.span.end - game.span.start,
            line: u64::from(game.start),
            number: index,
            identity: identifier.identity(game, chunk.bytes, meaning),
        });
    }

    fn leftover(&self, _: &[u8], _: &mut Batch) {}

    fn too_large(&self, _: u64, _: &[u8], _: Span, is_end: bool, out: &mut Batch) {
        out.n_unread += u64::from(is_end);
    }

    fn finish(
        &self,
        _: &mut Buffers,
        mut out: Batch,
        chunk: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Batch {
        let (mut at, mut line) = (0, place.first_line);
        for item in &mut out.items {
            let start =
                usize::try_from(item.line).unwrap_or(usize::MAX).clamp(at, chunk.bytes.len());
            line += count_line_ends(&chunk.bytes[at..start]);
            at = start;
            (item.line, item.number) = (line, item.number + place.first_game);
            item.offset += place.offset;
        }
        out
    }

    fn fault(&self, _: u64, _: &Game, _: &ChunkView<'_>, out: &mut Batch) {
        out.n_unread += 1;
    }
}

/// The sink of a side.
pub(super) struct Gatherer<'a> {
    pub(super) side: Side,
    pub(super) texts: &'a mut Texts,
    pub(super) pairing: &'a mut Pairing,
    pub(super) n_games: u64,
    pub(super) reports: Reports,
}

impl Taker<Batch> for Gatherer<'_> {
    fn reports(&mut self) -> &mut Reports {
        &mut self.reports
    }

    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.texts.begin(input);
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, batch: Batch) -> io::Result<Flow> {
        // What is not compared cannot be called the same.
        self.reports.has_incomplete |= batch.n_unread > 0;
        let mut copies = batch.copies.as_deref();
        for item in &batch.items {
            let copy = copies.as_mut().map(|rest| {
                let (bytes, others) = rest.split_at(item.len as usize);
                *rest = others;
                bytes
            });
            let offset = copy.map_or(Ok(item.offset), |bytes| self.texts.copy(bytes))?;
            let version = Version {
                side: self.side,
                index: self.n_games,
                input: self.texts.input()?,
                number: item.number,
                line: item.line,
                offset,
                len: item.len,
            };
            self.n_games += 1;
            self.pairing.push(&version, &item.identity)?;
        }
        Ok(Flow::Continue)
    }
}
