//! Games that are sorted before they are written: in place, if all texts are in memory or in files that can be mapped,
//! otherwise as copies in sorted runs.

mod in_place;

use std::io;

use pgn_chess::ReplayOptions;
use pgn_collate::{
    By, MovetextOrderer, OrderOptions, Record, Sorter, Spool, Stored as _, WithTies, order,
};
use pgn_stream::{GameNumber, Position};
use pgn_syntax::{Fallback, Game, Parser, Part, ReadOptions, boundary::Edges};

use super::{
    GamesFile,
    store::{Meta, Store},
};
use crate::{
    Globals,
    reports::messages::Messages,
    writing::appender::{Joining, PIECE},
};

/// Receives games with their sort keys, and writes them in this order.
pub(super) struct Sorting<'a> {
    /// The indices of the games, as long as it seems that they can be sorted in place; `None`: they are copied.
    indices: Option<Vec<u64>>,
    sorter: Sorter,
    order: &'a OrderOptions,
    /// Maximum number of bytes in memory.
    limit: usize,
    globals: &'a Globals,
    /// The bytes of games that are too large for the sorter.
    large: Spool,
    n_games: u64,
    buffer: Vec<u8>,
}

/// Length in bytes above which the bytes of a game are not passed to the sorter.
const LARGE: u64 = PIECE as u64;

/// Minimum number of bytes of games that are sorted in place, by several threads.
const IN_PLACE_FROM: u64 = 256 << 10;

/// Number of bytes of the index of a game at the end of its key.
const INDEX: usize = 8;

/// What is before the bytes of a game: its input, its number there, its edges, and whether it
/// [is apart](Meta::is_apart) and is large.
type Head = (u32, Option<GameNumber>, Edges, bool, bool);

/// Makes the second keys of games from their texts.
struct Movetexts {
    orderer: MovetextOrderer,
    parser: Parser,
    game: Game,
    replay: ReplayOptions,
    read: ReadOptions,
}

impl Movetexts {
    fn new(replay: ReplayOptions, read: ReadOptions) -> Movetexts {
        let (orderer, parser) = (MovetextOrderer::new(replay), Parser::new(read));
        Movetexts { orderer, parser, game: Game::default(), replay, read }
    }

    /// Appends the second key of the game of `store` with this position and text. After an internal fault, which is
    /// reported, the key is incomplete.
    fn put(&mut self, store: &Store, meta: &Meta, text: &[u8], key: &mut Vec<u8>, to: &Messages) {
        let fallback = store.fallback(meta);
        if store.guarded(meta, to, || self.put_key(meta, text, fallback, key)).is_none() {
            *self = Movetexts::new(self.replay, self.read);
        }
    }

    /// Appends the second key of the game with this text. `meta`: its position; `fallback`: the character set of its
    /// strings that are not UTF-8.
    fn put_key(&mut self, meta: &Meta, text: &[u8], fallback: Fallback, key: &mut Vec<u8>) {
        // The beginning of an input is read in a special way.
        let is_first = meta.position.game == Some(GameNumber(1));
        let part = Part { is_first, ..Part::whole(text) };
        self.parser.start(&part);
        if self.parser.next_game(&part, &mut self.game) {
            self.orderer.key(&self.game, text, fallback, key);
        }
    }
}

impl<'a> Sorting<'a> {
    /// Returns a receiver without games, for an order with `order` of games of `store`. `memory`: the number of bytes in
    /// memory, of which a quarter is for copies, and a quarter for games with equal rosters.
    pub(super) fn new(
        memory: usize,
        order: &'a OrderOptions,
        store: &Store,
        globals: &'a Globals,
    ) -> Sorting<'a> {
        let (temp_files, limit) = (&globals.temp_files, memory / 4);
        let fits = (IN_PLACE_FROM..=memory as u64).contains(&store.texts.n_bytes());
        let is_in_place = fits && globals.reading.mmap;
        Sorting {
            indices: is_in_place.then(Vec::new),
            sorter: Sorter::new(limit, temp_files),
            order,
            limit,
            globals,
            large: Spool::new(0, temp_files),
            n_games: 0,
            buffer: Vec::new(),
        }
    }

    /// Adds the game of the store with this index.
    pub(super) fn push(&mut self, store: &mut Store, index: u64, meta: &Meta) -> io::Result<()> {
        match &mut self.indices {
            Some(indices) => {
                indices.push(index);
                Ok(())
            }
            None => self.copy(store, meta),
        }
    }

    /// Returns a maker of second keys; `None` if the order is not that of the standard.
    fn movetexts(&self) -> Option<Movetexts> {
        let OrderOptions { by, replay, .. } = self.order;
        let is_standard = by.iter().any(|by| matches!(by, By::Standard));
        is_standard.then(|| Movetexts::new(*replay, self.globals.reading.read_options()))
    }

    /// Passes a copy of a game to the sorter.
    fn copy(&mut self, store: &mut Store, meta: &Meta) -> io::Result<()> {
        let mut key = store.order(meta)?.to_vec();
        key.extend_from_slice(&self.n_games.to_be_bytes());
        self.n_games += 1;
        let is_large = meta.len > LARGE;
        let Sorting { sorter, large, buffer, .. } = self;
        buffer.clear();
        (meta.input, meta.position.game, meta.edges, meta.is_apart, is_large).put(buffer);
        if is_large {
            (large.len(), meta.len).put(buffer);
        }
        store.pieces(meta, |bytes| {
            if is_large {
                large.push(bytes)?;
            } else {
                buffer.extend_from_slice(bytes);
            }
            Ok(())
        })?;
        sorter.push(&key, buffer)
    }

    /// Writes all games in order. Texts of `store` are removed if there are copies of them.
    pub(super) fn write(
        mut self,
        joining: &mut Joining<'_>,
        store: &mut Store,
        out: &mut GamesFile,
    ) -> io::Result<()> {
        if let Some(indices) = self.indices.take() {
            if let Some(games) = store.in_memory() {
                let sorted = self.sort_in_place(store, &games, &indices)?;
                in_place::write(&sorted, store, &games, joining, out)?;
                return store.check(&games);
            }
            for index in indices {
                let meta = store.meta(index)?;
                self.copy(store, &meta)?;
            }
        }
        store.texts.clear();
        self.write_copies(joining, store, out)
    }

    /// Writes all games that were copied, in order. `store`: has the names of their inputs.
    fn write_copies(
        self,
        joining: &mut Joining<'_>,
        store: &Store,
        out: &mut GamesFile,
    ) -> io::Result<()> {
        let mut movetexts = self.movetexts();
        let Sorting { sorter, limit, globals, mut large, .. } = self;
        let mut sorted = WithTies::new(sorter.finish()?, limit, &globals.temp_files)?;
        let has_ties = movetexts.is_some();
        let tie = |key: &[u8]| {
            let key = key.split_last_chunk::<INDEX>().filter(|_| has_ties)?.0;
            order::movetext_at(key)
        };
        let mut record = Record::default();
        loop {
            let put_movetext = |record: &Record, key: &mut Vec<u8>| {
                let Some(movetexts) = &mut movetexts else { return Ok(()) };
                let (meta, text) = stored(&record.payload);
                let text = match text {
                    StoredText::Whole(text) => text,
                    StoredText::Large(offset, len) => {
                        large.slice(offset, usize::try_from(len).unwrap_or(usize::MAX))?
                    }
                };
                movetexts.put(store, &meta, text, key, &globals.messages);
                Ok(())
            };
            if !sorted.next(&mut record, tie, put_movetext)? {
                return Ok(());
            }
            let (meta, text) = stored(&record.payload);
            let name = || store.texts.name(meta.input).to_owned();
            let (mut offset, mut left) = match text {
                StoredText::Whole(bytes) => {
                    out.append(joining, &meta.appended(bytes, &name))?;
                    continue;
                }
                StoredText::Large(offset, len) => (offset, len),
            };
            let mut at_once = if meta.is_read_whole() { left } else { left.min(LARGE) };
            let mut is_first = true;
            while left > 0 {
                let n = left.min(std::mem::replace(&mut at_once, LARGE));
                let piece = large.slice(offset, usize::try_from(n).unwrap_or(usize::MAX))?;
                if std::mem::take(&mut is_first) {
                    out.append(joining, &meta.appended(piece, &name))?;
                } else {
                    out.extend(piece)?;
                }
                (offset, left) = (offset + n, left - n);
            }
        }
    }
}

/// The place of the text of a sorted game.
enum StoredText<'a> {
    /// In the record.
    Whole(&'a [u8]),
    /// In [`Sorting::large`]: offset and length.
    Large(u64, u64),
}

/// Returns the data of a game in a record of the sorter.
fn stored(mut bytes: &[u8]) -> (Meta, StoredText<'_>) {
    let (input, game, edges, is_apart, is_large) = Head::take(&mut bytes);
    let position = Position { game, ..Position::default() };
    let meta = Meta { input, position, edges, is_apart, ..Meta::default() };
    let text = match is_large {
        false => StoredText::Whole(bytes),
        true => {
            let (offset, len) = <(u64, u64)>::of_bytes(bytes);
            StoredText::Large(offset, len)
        }
    };
    (meta, text)
}
