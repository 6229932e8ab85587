//! The games of all inputs into a store, each with what it is compared and sorted by.

use std::io;

use pgn_collate::{
    Digest, Digester, Entry, Groups, KeyOptions, OrderOptions, Orderer, Sorter, Starts,
    TreeOptions, order,
};
use pgn_stream::{
    ChunkOffset, ChunkPosition, ChunkView, Flow, InputEnd, InputInfo, Located, Position, TextOffset,
};
use pgn_syntax::{Fallback, Game, boundary::Edges, count_line_ends, encoding::Charset};

use super::{
    requeue::{Next, Requeue},
    store::{Meta, Store},
};
use crate::{
    games::{PlacedChunk, ReadGame, Unread, UnreadKind, Work},
    inputs::name_of,
    outputs::LineEnding,
    reader::Collector,
    recode::recode,
    select::{Pick, Select},
    text::append_with,
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
    /// `None`: games stay in the order of the inputs.
    pub(super) order: Option<OrderOptions>,
    /// `None`: games are not joined to trees.
    pub(super) tree: Option<TreeOptions>,
}

/// The games of a chunk, until its place is known.
#[derive(Debug, Default)]
pub(super) struct Draft {
    games: Games,
    items: Vec<Located<Item<ChunkOffset>, ChunkPosition>>,
}

/// The games of a chunk.
#[derive(Debug, Default)]
pub(super) struct Batch {
    games: Games,
    items: Vec<Located<Item<TextOffset>>>,
}

/// What there is of the games of a chunk, one after another.
#[derive(Debug, Default)]
struct Games {
    bytes: Vec<u8>,
    contents: Vec<u8>,
    orders: Vec<u8>,
    /// Where games start.
    starts: Vec<u8>,
    /// Characters that the character set written does not have.
    n_replaced: u64,
    /// The bytes behind the last item are not those that were read.
    is_changed: bool,
}

/// One game. `O`: an offset in the chunk or, when that is known, in the input.
#[derive(Debug)]
struct Item<O> {
    /// Where its bytes end.
    end: usize,
    digest: Option<Digest>,
    content_end: usize,
    order_end: usize,
    start_end: usize,
    /// Bytes of an input without games are passed on, but are none.
    is_game: bool,
    /// Its bytes are not those that were read.
    is_changed: bool,
    /// Where its bytes are, and how many, if they stay there.
    stays: Option<(O, u64)>,
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
    /// Returns the games of the chunk.
    pub(super) fn arrivals(&self) -> impl Iterator<Item = Arrival<'_>> {
        let (mut from, mut content_from, mut order_from, mut start_from) = (0, 0, 0, 0);
        let Games { bytes, contents, orders, starts, .. } = &self.games;
        self.items.iter().map(move |Located { value: item, position }| {
            let arrival = Arrival {
                position: *position,
                is_game: item.is_game,
                is_apart: false,
                is_changed: item.is_changed,
                digest: item.digest,
                stays: item.stays,
                edges: item.edges,
                bytes: &bytes[from..item.end],
                content: &contents[content_from..item.content_end],
                order: &orders[order_from..item.order_end],
                start: &starts[start_from..item.start_end],
            };
            (from, content_from) = (item.end, item.content_end);
            (order_from, start_from) = (item.order_end, item.start_end);
            arrival
        })
    }
}

impl Draft {
    /// Ends a game, or the text of an input without games.
    fn end(
        &mut self,
        position: ChunkPosition,
        edges: Edges,
        digest: Option<Digest>,
        stays: Option<(ChunkOffset, u64)>,
    ) {
        let games = &mut self.games;
        let value = Item {
            end: games.bytes.len(),
            digest,
            content_end: games.contents.len(),
            order_end: games.orders.len(),
            start_end: games.starts.len(),
            is_game: position.game.is_some(),
            is_changed: std::mem::take(&mut games.is_changed),
            stays,
            edges,
        };
        self.items.push(Located { value, position });
    }
}

impl Wanted {
    fn copy_game(&self, game: &Game, src: &[u8], out: &mut Games) {
        let Some(charset) = self.charset else { return self.copy(game.span.of(src), out) };
        let mut bytes = Vec::with_capacity(game.span.len());
        out.n_replaced += recode(game, src, self.fallback, charset, &mut bytes);
        self.copy(&bytes, out);
        out.is_changed |= bytes != game.span.of(src);
    }

    fn copy(&self, bytes: &[u8], out: &mut Games) {
        out.is_changed |= append_with(self.line_ending, bytes, &mut out.bytes);
    }
}

impl Work for Wanted {
    type Scratch = Scratch;
    type Draft = Draft;
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

    fn begin(&self, scratch: &mut Scratch, chunk: &ChunkView<'_>, _: Option<u64>) {
        if self.order.is_some() {
            scratch.file = name_of(chunk.input);
        }
    }

    fn game(&self, scratch: &mut Scratch, read: &ReadGame<'_>, draft: &mut Draft) {
        let ReadGame { game, chunk, .. } = *read;
        let games = &mut draft.games;
        let stays = match self.texts {
            TextsWanted::None => None,
            TextsWanted::Standing if chunk.input.stays.is_some() => {
                Some((ChunkOffset(game.span.start), game.span.len() as u64))
            }
            TextsWanted::Standing | TextsWanted::Copied => {
                self.copy_game(game, chunk.bytes, games);
                None
            }
        };
        let Scratch { digester, content, orderer, starts, file } = scratch;
        let digest = digester.as_mut().map(|it| it.digest(game, chunk.bytes, content));
        if digest.is_some() {
            games.contents.extend_from_slice(content);
        }
        if let Some(orderer) = orderer {
            orderer.key(game, chunk.bytes, Some(file), &mut games.orders);
        }
        if let Some(starts) = starts {
            starts.key(game, chunk.bytes, &mut games.starts);
        }
        draft.end(read.position(), read.edges(), digest, stays);
    }

    fn unread(&self, _: &mut Scratch, unread: &Unread<'_>, draft: &mut Draft) {
        self.copy(unread.bytes(), &mut draft.games);
        let is_text = unread.kind == UnreadKind::NoGame && !unread.bytes().is_empty();
        if is_text || unread.ends_game() {
            // What is no game, or was not parsed, comes last.
            if self.order.is_some() {
                draft.games.orders.extend_from_slice(order::LAST);
            }
            draft.end(unread.position(), unread.edges(), None, None);
        }
    }

    fn end(&self, _: &mut Scratch, bytes: &[u8], _: &mut Draft) -> Option<u64> {
        Some(count_line_ends(bytes))
    }

    fn finish(&self, _: &mut Scratch, draft: Draft, chunk: &PlacedChunk<'_>) -> Batch {
        let text = &chunk.text;
        let place = |Located { value, position }: Located<Item<ChunkOffset>, _>| {
            let Item { end, digest, content_end, order_end, start_end, .. } = value;
            let Item { is_game, is_changed, edges, .. } = value;
            let stays = value.stays.map(|(offset, len)| (text.offset(offset), len));
            let value = Item {
                end,
                digest,
                content_end,
                order_end,
                start_end,
                is_game,
                is_changed,
                stays,
                edges,
            };
            text.locate(Located { value, position })
        };
        Batch { games: draft.games, items: draft.items.into_iter().map(place).collect() }
    }
}

/// The sink: games go to the store, their keys to the groups.
pub(super) struct Gatherer {
    pub(super) store: Store,
    pub(super) groups: Option<Groups>,
    /// The numbers of the games begin here: those before are a master's.
    pub(super) first: u64,
    pub(super) select: Select,
    /// What becomes of the game whose bytes are coming; `None`: between two games.
    pub(super) pick: Option<Pick>,
    /// Repaired games on their way back.
    pub(super) requeue: Option<Requeue>,
    /// Games by where they start, if they are joined to trees.
    pub(super) starts: Option<Sorter>,
    pub(super) n_replaced: u64,
}

impl Collector<Batch> for Gatherer {
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
        self.n_replaced += batch.games.n_replaced;
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
        let (from, bytes) =
            (batch.items.last().map_or(0, |item| item.value.end), &batch.games.bytes);
        // The beginning of a game that is too large to be read at once.
        if from < bytes.len() {
            let pick = self.pick.take().unwrap_or_else(|| self.select.pick());
            if pick == Pick::Stop {
                return Ok(Flow::Stop);
            }
            if pick == Pick::Take {
                self.store.extend(&bytes[from..])?;
            }
            self.pick = Some(pick);
        }
        Ok(Flow::Continue)
    }

    fn end(&mut self, _: &InputInfo, _: &InputEnd) -> io::Result<()> {
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
    pub(super) position: Position,
    pub(super) is_game: bool,
    /// It is no neighbor of the games before and after it.
    pub(super) is_apart: bool,
    /// Its bytes are not those that were read.
    pub(super) is_changed: bool,
    pub(super) digest: Option<Digest>,
    /// Where its bytes are in the input, and how many, if they stay there.
    pub(super) stays: Option<(TextOffset, u64)>,
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
            position: game.position,
            is_game: game.is_game,
            is_apart: game.is_apart,
            is_changed: game.is_changed,
            stays: game.stays.is_some(),
            edges: game.edges,
            offset: offset.0,
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
