//! The games of all inputs into a store, each with what it is compared and sorted by.

use std::io;

use pgn_collate::{Digest, Digester, Entry, Groups, KeyOptions, OrderOptions, Orderer, order};
use pgn_stream::{ChunkView, Flow, InputInfo, Place};
use pgn_syntax::{Game, Span, count_line_ends};

use super::store::{Meta, Store};
use crate::{
    commands::outputs::LineEnding,
    work::{
        games::Work,
        reader::{Reports, Taker, name_of},
        select::{Pick, Select},
        text::set_line_ends,
    },
};

/// What is found out about each game.
pub(super) struct Wanted {
    pub(super) line_ending: Option<LineEnding>,
    /// `None`: copies are not looked for.
    pub(super) keys: Option<KeyOptions>,
    /// Lines are asked for.
    pub(super) counts_lines: bool,
    /// `None`: games stay in the order of the inputs.
    pub(super) order: Option<OrderOptions>,
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    contents: Vec<u8>,
    orders: Vec<u8>,
    items: Vec<Item>,
    n_too_large: u64,
    /// Lines of games that failed for an internal fault.
    faults: Vec<u64>,
}

/// One game.
#[derive(Debug)]
struct Item {
    /// Where its bytes end.
    end: usize,
    /// Where it begins in the chunk; its line after `finish`.
    line: u64,
    /// Its number in the chunk; in the input after `finish`.
    number: u64,
    digest: Option<Digest>,
    content_end: usize,
    order_end: usize,
    /// Bytes of an input without games are passed on, but are none.
    is_game: bool,
}

/// Buffers of a thread.
pub(super) struct Scratch {
    digester: Option<Digester>,
    content: Vec<u8>,
    orderer: Option<Orderer>,
    /// The name of the input at hand.
    file: String,
}

impl Batch {
    pub(super) fn n_too_large(&self) -> u64 {
        self.n_too_large
    }

    /// Line, number, digest and content of each game that has a digest.
    pub(super) fn digests(&self) -> impl Iterator<Item = (u64, u64, Digest, &[u8])> {
        let mut from = 0;
        self.items.iter().filter_map(move |item| {
            let content = &self.contents[from..item.content_end];
            from = item.content_end;
            item.digest.map(|digest| (item.line, item.number, digest, content))
        })
    }

    fn end(&mut self, start: u32, number: u64, digest: Option<Digest>, is_game: bool) {
        self.items.push(Item {
            end: self.bytes.len(),
            line: u64::from(start),
            number,
            digest,
            content_end: self.contents.len(),
            order_end: self.orders.len(),
            is_game,
        });
    }
}

impl Wanted {
    /// The order of what is no game, or was not parsed.
    fn put_last(&self, out: &mut Batch) {
        if self.order.is_some() {
            out.orders.extend_from_slice(order::LAST);
        }
    }

    fn copy(&self, bytes: &[u8], out: &mut Batch) {
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        if let Some(line_ending) = self.line_ending {
            set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
        }
    }
}

impl Work for Wanted {
    type Scratch = Scratch;
    type Out = Batch;

    fn scratch(&self) -> Scratch {
        Scratch {
            digester: self.keys.clone().map(Digester::new),
            content: Vec::new(),
            orderer: self.order.clone().map(Orderer::new),
            file: String::new(),
        }
    }

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>) {
        if self.order.is_some() {
            scratch.file = name_of(chunk.input);
        }
    }

    fn game(
        &self,
        scratch: &mut Scratch,
        index: u64,
        game: &Game,
        chunk: &ChunkView<'_>,
        out: &mut Batch,
    ) {
        self.copy(game.span.of(chunk.bytes), out);
        let Scratch { digester, content, orderer, file } = scratch;
        let digest = digester.as_mut().map(|it| it.digest(game, chunk.bytes, content));
        if digest.is_some() {
            out.contents.extend_from_slice(content);
        }
        if let Some(orderer) = orderer {
            orderer.key(game, chunk.bytes, Some(file), &mut out.orders);
        }
        out.end(game.start, index, digest, true);
    }

    fn leftover(&self, bytes: &[u8], out: &mut Batch) {
        if !bytes.is_empty() {
            self.copy(bytes, out);
            self.put_last(out);
            out.end(0, 0, None, false);
        }
    }

    fn too_large(&self, bytes: &[u8], place: Span, is_end: bool, out: &mut Batch) {
        self.copy(bytes, out);
        if is_end {
            out.n_too_large += 1;
            let number = out.items.last().map_or(0, |item| item.number + 1);
            self.put_last(out);
            out.end(place.start, number, None, true);
        }
    }

    fn finish(
        &self,
        _: &mut Scratch,
        mut out: Batch,
        chunk: &ChunkView<'_>,
        _: usize,
        place: &Place,
    ) -> Batch {
        let (mut at, mut line) = (0, place.first_line);
        for item in &mut out.items {
            let start =
                usize::try_from(item.line).unwrap_or(usize::MAX).clamp(at, chunk.bytes.len());
            if self.counts_lines {
                line += count_line_ends(&chunk.bytes[at..start]);
            }
            at = start;
            item.line = line;
            item.number += place.first_game;
        }
        out
    }

    fn fault(&self, game: &Game, chunk: &ChunkView<'_>, out: &mut Batch) {
        out.faults.push(u64::from(game.start));
        self.copy(game.span.of(chunk.bytes), out);
        let number = out.items.last().map_or(0, |item| item.number + 1);
        self.put_last(out);
        out.end(game.start, number, None, true);
    }
}

/// The sink: games go to the store, their keys to the groups.
pub(super) struct Gatherer {
    pub(super) store: Store,
    pub(super) groups: Option<Groups>,
    /// The numbers of the games begin here: those before are a master's.
    pub(super) first: u64,
    pub(super) select: Select,
    pub(super) reports: Reports,
    /// What becomes of the game whose bytes are coming; `None`: between two games.
    pub(super) pick: Option<Pick>,
}

impl Taker<Batch> for Gatherer {
    fn reports(&mut self) -> &mut Reports {
        &mut self.reports
    }

    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        self.store.inputs.push(name_of(input));
        self.pick = None;
        Ok(())
    }

    fn take(&mut self, input: &InputInfo, batch: Batch) -> io::Result<Flow> {
        self.reports.too_large(input, batch.n_too_large);
        for &line in &batch.faults {
            self.reports.fault(input, line);
        }
        let (mut from, mut content_from, mut order_from) = (0, 0, 0);
        for item in &batch.items {
            let pick = match self.pick.take() {
                Some(pick) => pick,
                None if item.is_game => self.select.pick(),
                None if self.select.takes_all() => Pick::Take,
                None => Pick::Leave,
            };
            match pick {
                Pick::Leave => (),
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => {
                    self.store.extend(&batch.bytes[from..item.end])?;
                    let content = &batch.contents[content_from..item.content_end];
                    let order = &batch.orders[order_from..item.order_end];
                    self.keep(item, content, order)?;
                    if item.is_game && self.select.is_done() {
                        return Ok(Flow::Stop);
                    }
                }
            }
            (from, content_from, order_from) = (item.end, item.content_end, item.order_end);
        }
        // The beginning of a game that is too large to be read at once.
        if from < batch.bytes.len() {
            let pick = self.pick.take().unwrap_or_else(|| self.select.pick());
            if pick == Pick::Stop {
                return Ok(Flow::Stop);
            }
            if pick == Pick::Take {
                self.store.extend(&batch.bytes[from..])?;
            }
            self.pick = Some(pick);
        }
        Ok(Flow::Continue)
    }
}

impl Gatherer {
    fn keep(&mut self, item: &Item, content: &[u8], order: &[u8]) -> io::Result<()> {
        let number = self.first + self.store.n_games();
        self.store.extend(order)?;
        self.store.end(&Meta {
            order_len: u32::try_from(order.len()).map_err(io::Error::other)?,
            line: item.line,
            number: item.number,
            is_game: item.is_game,
            ..Meta::default()
        })?;
        if let (Some(groups), Some(digest)) = (&mut self.groups, item.digest) {
            groups.push(&Entry { number, digest, is_master: false }, Some(content))?;
        }
        Ok(())
    }
}
