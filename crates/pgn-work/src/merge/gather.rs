//! The games of all inputs into a store, each with what it is compared and sorted by.

use std::io;

use pgn_collate::{
    Digest, Digester, Entry, Groups, KeyOptions, OrderOptions, Orderer, Sorter, Starts,
    TreeOptions, order,
};
use pgn_stream::{ChunkView, Flow, InputInfo, Place};
use pgn_syntax::{Fallback, Game, Span, count_line_ends, encoding::Charset, joint::Edges};

use super::{
    requeue::{Next, Requeue},
    store::{Meta, Store},
};
use crate::{
    games::Work,
    inputs::name_of,
    outputs::LineEnding,
    reader::{Reports, Taker},
    recode::recode,
    select::{Pick, Select},
    text::set_line_ends,
};

/// What becomes of the bytes of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextsWanted {
    /// Nobody asks for them.
    None,
    /// They are copied where they cannot be read again.
    Standing,
    /// They are copied in any case.
    Copied,
}

/// What is found out about each game.
pub(super) struct Wanted {
    pub(super) texts: TextsWanted,
    pub(super) line_ending: Option<LineEnding>,
    /// The character set that is written; `None`: bytes as they are.
    pub(super) charset: Option<Charset>,
    /// The set of strings that are not UTF-8.
    pub(super) fallback: Fallback,
    /// `None`: copies are not looked for.
    pub(super) keys: Option<KeyOptions>,
    /// Lines are asked for.
    pub(super) counts_lines: bool,
    /// `None`: games stay in the order of the inputs.
    pub(super) order: Option<OrderOptions>,
    /// `None`: games are not joined to trees.
    pub(super) tree: Option<TreeOptions>,
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    bytes: Vec<u8>,
    contents: Vec<u8>,
    orders: Vec<u8>,
    /// Where games start.
    starts: Vec<u8>,
    items: Vec<Item>,
    /// Characters that the character set written does not have.
    n_replaced: u64,
    /// The bytes behind the last item are not those that were read.
    is_changed: bool,
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
    start_end: usize,
    /// Bytes of an input without games are passed on, but are none.
    is_game: bool,
    /// Its bytes are not those that were read.
    is_changed: bool,
    /// Where its bytes are in the chunk, in the input after `finish`, and how many, if they stay there.
    stays: Option<(u64, u64)>,
    /// What its bytes begin and end with.
    edges: Edges,
}

/// Buffers of a thread.
pub(super) struct Scratch {
    digester: Option<Digester>,
    content: Vec<u8>,
    orderer: Option<Orderer>,
    starts: Option<Starts>,
    /// The name of the input at hand.
    file: String,
}

impl Batch {
    /// The games of the chunk.
    pub(super) fn arrivals(&self) -> impl Iterator<Item = Arrival<'_>> {
        let (mut from, mut content_from, mut order_from, mut start_from) = (0, 0, 0, 0);
        self.items.iter().map(move |item| {
            let arrival = Arrival {
                line: item.line,
                number: item.number,
                is_game: item.is_game,
                is_apart: false,
                is_changed: item.is_changed,
                digest: item.digest,
                stays: item.stays,
                edges: item.edges,
                bytes: &self.bytes[from..item.end],
                content: &self.contents[content_from..item.content_end],
                order: &self.orders[order_from..item.order_end],
                start: &self.starts[start_from..item.start_end],
            };
            (from, content_from) = (item.end, item.content_end);
            (order_from, start_from) = (item.order_end, item.start_end);
            arrival
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
            start_end: self.starts.len(),
            is_game,
            is_changed: std::mem::take(&mut self.is_changed),
            stays: None,
            edges: Edges::UNKNOWN,
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

    fn copy_game(&self, game: &Game, src: &[u8], out: &mut Batch) {
        let Some(charset) = self.charset else { return self.copy(game.span.of(src), out) };
        let mut bytes = Vec::with_capacity(game.span.len());
        out.n_replaced += recode(game, src, self.fallback, charset, &mut bytes);
        self.copy(&bytes, out);
        out.is_changed |= bytes != game.span.of(src);
    }

    fn copy(&self, bytes: &[u8], out: &mut Batch) {
        let from = out.bytes.len();
        out.bytes.extend_from_slice(bytes);
        if let Some(line_ending) = self.line_ending {
            set_line_ends(&mut out.bytes, from, line_ending == LineEnding::Crlf);
            out.is_changed |= out.bytes[from..] != *bytes;
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
            starts: self.tree.map(Starts::new),
            file: String::new(),
        }
    }

    fn copied<'o>(&self, _: &'o Batch, bytes: &'o [u8]) -> &'o [u8] {
        let is_copied = self.charset.is_none() && self.texts != TextsWanted::None;
        if is_copied { bytes } else { b"" }
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
        let stays = match self.texts {
            TextsWanted::None => None,
            TextsWanted::Standing if chunk.input.stays.is_some() => {
                Some((u64::from(game.span.start), game.span.len() as u64))
            }
            TextsWanted::Standing | TextsWanted::Copied => {
                self.copy_game(game, chunk.bytes, out);
                None
            }
        };
        let Scratch { digester, content, orderer, starts, file } = scratch;
        let digest = digester.as_mut().map(|it| it.digest(game, chunk.bytes, content));
        if digest.is_some() {
            out.contents.extend_from_slice(content);
        }
        if let Some(orderer) = orderer {
            orderer.key(game, chunk.bytes, Some(file), &mut out.orders);
        }
        if let Some(starts) = starts {
            starts.key(game, chunk.bytes, &mut out.starts);
        }
        out.end(game.start, index, digest, true);
        if let Some(item) = out.items.last_mut() {
            item.stays = stays;
            item.edges = edges_of(game, chunk);
        }
    }

    fn leftover(&self, bytes: &[u8], out: &mut Batch) {
        if !bytes.is_empty() {
            self.copy(bytes, out);
            self.put_last(out);
            out.end(0, 0, None, false);
        }
    }

    fn too_large(&self, number: u64, bytes: &[u8], place: Span, is_end: bool, out: &mut Batch) {
        self.copy(bytes, out);
        if is_end {
            self.put_last(out);
            out.end(place.start, number, None, true);
            if let Some(item) = out.items.last_mut() {
                item.edges = Edges::UNREAD;
            }
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
            if let Some((offset, _)) = &mut item.stays {
                *offset += place.offset;
            }
        }
        out
    }

    fn fault(&self, number: u64, game: &Game, chunk: &ChunkView<'_>, out: &mut Batch) {
        self.copy(game.span.of(chunk.bytes), out);
        self.put_last(out);
        out.end(game.start, number, None, true);
        if let Some(item) = out.items.last_mut() {
            item.edges = edges_of(game, chunk);
        }
    }
}

fn edges_of(game: &Game, chunk: &ChunkView<'_>) -> Edges {
    Edges::of(game, chunk.bytes, chunk.is_first && game.span.start == 0)
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
    /// Repaired games on their way back.
    pub(super) requeue: Option<Requeue>,
    /// Games by where they start, if they are joined to trees.
    pub(super) starts: Option<Sorter>,
    pub(super) n_replaced: u64,
}

impl Taker<Batch> for Gatherer {
    fn reports(&mut self) -> &mut Reports {
        &mut self.reports
    }

    fn begin(&mut self, input: &InputInfo) -> io::Result<()> {
        let name = name_of(input);
        if let Some(requeue) = &mut self.requeue {
            requeue.begin(&name, input.path());
        }
        self.store.begin(input);
        self.pick = None;
        Ok(())
    }

    fn take(&mut self, _: &InputInfo, batch: Batch) -> io::Result<Flow> {
        self.n_replaced += batch.n_replaced;
        for game in batch.arrivals() {
            let pick = match self.pick.take() {
                Some(pick) => pick,
                None if game.is_game => self.select.pick(),
                None if self.select.takes_all() => Pick::Take,
                None => Pick::Leave,
            };
            match pick {
                Pick::Leave => (),
                Pick::Stop => return Ok(Flow::Stop),
                Pick::Take => {
                    self.put(&game)?;
                    if game.is_game && self.select.is_done() {
                        return Ok(Flow::Stop);
                    }
                }
            }
        }
        let from = batch.items.last().map_or(0, |item| item.end);
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

    fn end(&mut self) -> io::Result<()> {
        while let Some(requeue) = &mut self.requeue
            && let Some(repaired) = requeue.rest()?
        {
            self.keep(&repaired.arrival())?;
        }
        Ok(())
    }
}

/// A game that has come, with what it is compared and sorted by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival<'a> {
    pub(super) line: u64,
    pub(super) number: u64,
    pub(super) is_game: bool,
    /// It is no neighbor of the games before and after it.
    pub(super) is_apart: bool,
    /// Its bytes are not those that were read.
    pub(super) is_changed: bool,
    pub(super) digest: Option<Digest>,
    /// Where its bytes are in the input, and how many, if they stay there.
    pub(super) stays: Option<(u64, u64)>,
    /// What its bytes begin and end with.
    pub(super) edges: Edges,
    /// Empty if they stay.
    pub(super) bytes: &'a [u8],
    pub(super) content: &'a [u8],
    pub(super) order: &'a [u8],
    pub(super) start: &'a [u8],
}

impl Gatherer {
    /// Keeps a game, or the repaired one that takes its place.
    fn put(&mut self, game: &Arrival<'_>) -> io::Result<()> {
        while game.is_game
            && let Some(requeue) = &mut self.requeue
        {
            match requeue.next(game)? {
                Next::Own => break,
                Next::Before(repaired) => self.keep(&repaired.arrival())?,
                Next::Instead(repaired) => return self.keep(&repaired.arrival()),
            }
        }
        self.keep(game)
    }

    fn keep(&mut self, game: &Arrival<'_>) -> io::Result<()> {
        let index = self.store.n_games();
        if let Some(starts) = &mut self.starts
            && !game.start.is_empty()
        {
            let key = [game.start, &index.to_be_bytes()].concat();
            starts.push(&key, &[])?;
        }
        self.store.extend(game.bytes)?;
        let (offset, len) = game.stays.unwrap_or_default();
        let meta = Meta {
            line: game.line,
            number: game.number,
            is_game: game.is_game,
            is_apart: game.is_apart,
            is_changed: game.is_changed,
            stays: game.stays.is_some(),
            edges: game.edges,
            offset,
            len,
            ..Meta::default()
        };
        self.store.end(&meta, game.order)?;
        if let (Some(groups), Some(digest)) = (&mut self.groups, game.digest) {
            let entry = Entry { number: self.first + index, digest, is_master: false };
            groups.push(&entry, Some(game.content))?;
        }
        Ok(())
    }
}
