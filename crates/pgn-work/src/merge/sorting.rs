//! Games that are sorted before they are written.

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
    appender::{Joining, PIECE},
    fault,
};

/// Receives games with their sort keys, and writes them in this order.
pub(super) struct Sorting<'a> {
    sorter: Sorter,
    /// Makes the second keys of games with equal rosters; `None` if the order is not that of the standard.
    movetexts: Option<Movetexts>,
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

/// Number of bytes of the index of a game at the end of its key.
const INDEX: usize = 8;

/// What stands before the bytes of a game: its input, its number there, its edges, and whether it
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
    /// Returns a receiver without games, for an order with `order`. `limit`: the number of bytes in memory, and as many
    /// for games with equal rosters.
    pub(super) fn new(limit: usize, order: &OrderOptions, globals: &'a Globals) -> Sorting<'a> {
        let temp_files = &globals.temp_files;
        let is_standard = order.by.iter().any(|by| matches!(by, By::Standard));
        let read = globals.reading.read_options();
        let movetexts = is_standard.then(|| Movetexts::new(order.replay, read));
        Sorting {
            sorter: Sorter::new(limit, temp_files),
            movetexts,
            limit,
            globals,
            large: Spool::new(0, temp_files),
            n_games: 0,
            buffer: Vec::new(),
        }
    }

    /// Adds a game of the store.
    pub(super) fn push(&mut self, store: &mut Store, meta: &Meta) -> io::Result<()> {
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

    /// Writes all games in order. `store`: has the names of their inputs.
    pub(super) fn write(
        self,
        joining: &mut Joining<'_>,
        store: &Store,
        out: &mut GamesFile,
    ) -> io::Result<()> {
        let Sorting { sorter, mut movetexts, limit, globals, mut large, .. } = self;
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
                let fallback = store.fallback(&meta);
                let put = || movetexts.put_key(&meta, text, fallback, key);
                if let Err(fault) = fault::catch(put) {
                    let place = store.place_of(&meta);
                    globals.messages.error(format_args!("{place}: {fault}"));
                    *movetexts = Movetexts::new(movetexts.replay, movetexts.read);
                }
                Ok(())
            };
            if !sorted.next(&mut record, tie, put_movetext)? {
                return Ok(());
            }
            let (meta, text) = stored(&record.payload);
            let name = || store.name(meta.input).to_owned();
            let (mut offset, mut left) = match text {
                StoredText::Whole(bytes) => {
                    out.append(joining, &meta.appended(bytes), name)?;
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
                    out.append(joining, &meta.appended(piece), name)?;
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

/// Returns what a record of the sorter says of its game.
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
