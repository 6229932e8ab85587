//! Games that are sorted before they are written.

use std::io;

use pgn_collate::{Record, Sorter, Spool, TempFiles, u32_at, u64_at};
use pgn_stream::{GameNumber, Position};
use pgn_syntax::boundary::Edges;

use super::{
    GamesFile,
    store::{Meta, Store},
};
use crate::appender::{Joining, PIECE};

/// Receives games with their sort keys, and writes them in this order.
#[derive(Debug)]
pub(super) struct Sorting {
    sorter: Sorter,
    /// The bytes of games that are too large for the sorter.
    large: Spool,
    n_games: u64,
    buffer: Vec<u8>,
}

/// Length in bytes above which the bytes of a game are not passed to the sorter.
const LARGE: u64 = PIECE as u64;

/// Number of bytes before the bytes of a game: its input, its number there, its edges, and flags.
const HEAD: usize = 14;

impl Sorting {
    pub(super) fn new(limit: usize, temp_files: &TempFiles) -> Sorting {
        Sorting {
            sorter: Sorter::new(limit, temp_files),
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
        buffer.extend_from_slice(&meta.input.to_le_bytes());
        let number = meta.position.game.unwrap_or_default();
        buffer.extend_from_slice(&number.0.to_le_bytes());
        buffer.push(meta.edges.bits());
        let flags = [is_large, meta.is_game(), meta.is_apart];
        buffer.push((0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit).sum());
        if is_large {
            buffer.extend_from_slice(&large.len().to_le_bytes());
            buffer.extend_from_slice(&meta.len.to_le_bytes());
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
        let Sorting { sorter, mut large, .. } = self;
        let mut sorted = sorter.finish()?;
        let mut record = Record::default();
        while sorted.next(&mut record)? {
            let (head, bytes) = record.payload.split_at(HEAD);
            let flag = |bit: u8| head[13] >> bit & 1 != 0;
            let game = Some(GameNumber(u64_at(head, 4))).filter(|_| flag(1));
            let meta = Meta {
                input: u32_at(head, 0),
                position: Position { game, ..Position::default() },
                edges: Edges::from_bits(head[12]),
                is_apart: flag(2),
                ..Meta::default()
            };
            let name = || store.name(meta.input).to_owned();
            if !flag(0) {
                out.append(joining, &meta.appended(bytes), name)?;
                continue;
            }
            let (mut offset, mut left) = (u64_at(bytes, 0), u64_at(bytes, 8));
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
        Ok(())
    }
}
