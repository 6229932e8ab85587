//! The collector of `merge`: adds the games of all inputs to a store, and their keys to the groups.

use std::io;

use pgn_collate::{ComparedGame, Groups, Sorter};
use pgn_stream::{Flow, InputEnd, InputInfo};
use pgn_syntax::encoding::Charset;

use super::{
    plan::Plan,
    requeue::{Next, Requeue},
    store::{Meta, Store},
    work::{Arrival, Batch, MergeWork},
    written_encodings::WrittenEncodings,
};
use crate::{
    Globals, ReadingOptions,
    games::{
        batch::PieceKind,
        select::{Pick, Select, SelectPlan},
    },
    inputs::{Inputs, encodings::Encodings, name_of},
    run_inputs::Collector,
    writing::{recode::Lacking, replaced::Replaced},
};

/// The collector of `merge`: adds games to the store, and their keys to the groups.
pub(super) struct MergeSink<'a> {
    pub(super) store: Store,
    pub(super) reading: &'a ReadingOptions,
    /// Character set of the output; `None`: bytes are not converted.
    pub(super) charset: Option<Charset>,
    pub(super) groups: Option<Groups>,
    /// Number of the first game. The numbers below it are those of the games of a master.
    pub(super) first: u64,
    pub(super) select: Select,
    /// The encodings of the pieces so far of the current game, if they are in the store.
    pub(super) pieces: Encodings,
    /// The pieces so far of a game above `--max-game-size`.
    pub(super) open: Option<OpenGame>,
    /// The encodings of the games that will be written.
    pub(super) encodings: WrittenEncodings,
    /// The repaired games to insert.
    pub(super) requeue: Option<Requeue>,
    /// The games by their start positions, if they are joined in trees.
    pub(super) starts: Option<Sorter>,
    /// What was written for characters that the character set of the output does not have.
    pub(super) lacking: Lacking,
    /// Number of games in the inputs, selected or not.
    pub(super) n_read: u64,
    /// The games of inputs that the output replaces.
    pub(super) replaced: Replaced,
}

/// The pieces so far of a game above `--max-game-size`.
pub(super) enum OpenGame {
    /// They are in the store.
    Stored,
    /// Their bytes, and the encodings of these. A repaired game precedes or replaces the game.
    Held(Vec<u8>, Encodings),
}

impl Collector<Batch> for MergeSink<'_> {
    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.replaced.begin(input);
        let name = name_of(input);
        if let Some(requeue) = &mut self.requeue {
            requeue.begin(&name, input.path());
        }
        let of_input = self.reading.fallback(input);
        self.store.texts.begin(input, self.charset.and_then(Charset::fallback).unwrap_or(of_input));
        self.encodings.begin(input, self.reading);
        self.select.begin_input();
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, batch: Batch) -> io::Result<Flow> {
        self.lacking += batch.lacking;
        for game in batch.arrivals() {
            match self.select.pick_piece(game.kind) {
                Pick::Leave => (),
                Pick::Stop if self.replaced.is_some() => (),
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take if game.kind == PieceKind::Part => self.put_piece(&game)?,
                Pick::Take => {
                    match self.open.take() {
                        Some(OpenGame::Held(mut bytes, mut encodings)) => {
                            bytes.extend_from_slice(game.bytes);
                            encodings.add(game.encodings);
                            self.put(&Arrival { bytes: &bytes, encodings, ..game })?;
                        }
                        Some(OpenGame::Stored) | None => self.put(&game)?,
                    }
                    let is_last = game.kind == PieceKind::Game && self.select.is_done();
                    if is_last && !self.replaced.is_some() {
                        return Ok(Flow::Stop);
                    }
                }
            }
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, input: &InputInfo, end: &InputEnd) -> io::Result<()> {
        self.replaced.end(input, end);
        self.n_read += end.n_games - input.start.n_games;
        while let Some(requeue) = &mut self.requeue
            && let Some(repaired) = requeue.rest()?
        {
            self.keep(&repaired.arrival())?;
        }
        Ok(())
    }
}

impl<'a> MergeSink<'a> {
    /// Returns a collector without games of the work `work`. `first`: the number of the first game.
    pub(super) fn new(
        plan: &Plan,
        work: &MergeWork,
        inputs: &Inputs,
        globals: &'a Globals,
        groups: Option<Groups>,
        first: u64,
        requeue: Option<Requeue>,
    ) -> MergeSink<'a> {
        let temp_files = &globals.temp_files;
        MergeSink {
            store: Store::new(plan.memory / 2, temp_files),
            reading: &globals.reading,
            charset: plan.charset,
            groups,
            first,
            select: Select::new(&plan.select),
            pieces: Encodings::default(),
            open: None,
            encodings: WrittenEncodings::new(work.examines_encodings),
            requeue,
            starts: plan.tree.then(|| Sorter::new(plan.memory / 16, temp_files)),
            lacking: Lacking::default(),
            n_read: 0,
            replaced: Replaced::new(&plan.output, inputs, &globals.reading),
        }
    }

    /// Returns the number of games from which some were selected; `None` if all were, or the number is not known.
    pub(super) fn n_of_selection(&self, plan: &SelectPlan) -> Option<u64> {
        let is_whole = self.select.reads_whole_inputs(self.reading);
        let selects = self.reading.query.is_some() || !plan.selects_all();
        Some(self.n_read).filter(|_| is_whole && selects && self.requeue.is_none())
    }

    /// Adds a piece that does not end its game. It is held back if a repaired game may have to be stored before the game,
    /// or instead of it.
    fn put_piece(&mut self, piece: &Arrival<'_>) -> io::Result<()> {
        let mut open = self.open.take().unwrap_or_else(|| {
            match self.requeue.as_ref().is_some_and(|requeue| requeue.is_due(piece)) {
                true => OpenGame::Held(Vec::new(), Encodings::default()),
                false => OpenGame::Stored,
            }
        });
        match &mut open {
            OpenGame::Held(bytes, encodings) => {
                bytes.extend_from_slice(piece.bytes);
                encodings.add(piece.encodings);
            }
            OpenGame::Stored => {
                self.pieces.add(piece.encodings);
                self.store.texts.copy(piece.bytes)?;
            }
        }
        self.open = Some(open);
        Ok(())
    }

    /// Adds a game to the store, or the repaired game that replaces it, after the repaired games that precede it.
    fn put(&mut self, game: &Arrival<'_>) -> io::Result<()> {
        let mut is_apart = game.is_apart;
        while game.kind == PieceKind::Game
            && let Some(requeue) = &mut self.requeue
        {
            match requeue.next(game)? {
                Next::Own => {
                    is_apart |= requeue.take_open_end();
                    break;
                }
                Next::Before(repaired) => self.keep(&repaired.arrival())?,
                Next::Instead(repaired) => return self.keep(&repaired.arrival()),
            }
        }
        self.keep(&Arrival { is_apart, ..*game })
    }

    fn keep(&mut self, game: &Arrival<'_>) -> io::Result<()> {
        let index = self.store.n_games();
        if let Some(starts) = &mut self.starts
            && !game.start.is_empty()
        {
            let key = [game.start, &index.to_be_bytes()].concat();
            starts.push(&key, &[])?;
        }
        self.store.texts.copy(game.bytes)?;
        let mut encodings = std::mem::take(&mut self.pieces);
        encodings.add(game.encodings);
        let (offset, len) = game.rereadable.unwrap_or_default();
        let meta = Meta {
            position: game.position,
            is_apart: game.is_apart,
            is_changed: game.is_changed,
            rereadable: game.rereadable.is_some(),
            edges: game.edges,
            encodings,
            offset: offset.0,
            len,
            ..Meta::default()
        };
        self.store.end(&meta, game.order)?;
        if let (Some(groups), Some(digest)) = (&mut self.groups, game.digest) {
            let entry = ComparedGame { number: self.first + index, digest, is_master: false };
            groups.push(&entry, Some(game.content))?;
        }
        Ok(())
    }
}
