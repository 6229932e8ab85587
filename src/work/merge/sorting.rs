//! Games on their way to an output in another order.

use std::io;

use pgn_collate::{Record, Scratch, Sorter, Spool};

use super::{
    joined::Joined,
    store::{Meta, Store},
};

/// Takes games with the keys of their order, gives them to an output in that order.
#[derive(Debug)]
pub(super) struct Sorting {
    sorter: Sorter,
    /// Games too large to be sorted with their bytes.
    large: Spool,
    n_games: u64,
    buffer: Vec<u8>,
}

/// Bytes from which on a game waits beside the sorter.
const LARGE: u64 = 1 << 20;

/// What stands before the bytes of a game: its input, its number there, and whether it is large.
const HEAD: usize = 13;

impl Sorting {
    pub(super) fn new(limit: usize, scratch: &Scratch) -> Sorting {
        Sorting {
            sorter: Sorter::new(limit, scratch),
            large: Spool::new(0, scratch),
            n_games: 0,
            buffer: Vec::new(),
        }
    }

    /// Takes a game of the store.
    pub(super) fn push(&mut self, store: &mut Store, meta: &Meta) -> io::Result<()> {
        let mut key = store.order(meta)?.to_vec();
        key.extend_from_slice(&self.n_games.to_be_bytes());
        self.n_games += 1;
        let is_large = meta.len > LARGE;
        let Sorting { sorter, large, buffer, .. } = self;
        buffer.clear();
        buffer.extend_from_slice(&meta.input.to_le_bytes());
        buffer.extend_from_slice(&meta.place().to_le_bytes());
        buffer.push(u8::from(is_large));
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

    /// Writes all games.
    pub(super) fn write(self, out: &mut Joined) -> io::Result<()> {
        let Sorting { sorter, mut large, .. } = self;
        let mut sorted = sorter.finish()?;
        let mut record = Record::default();
        let mut piece = Vec::new();
        while sorted.next(&mut record)? {
            let (head, bytes) = record.payload.split_at(HEAD);
            let mut input = [0; 4];
            input.copy_from_slice(&head[..4]);
            let (input, number) = (u32::from_le_bytes(input), number(&head[4..12]));
            if head[12] == 0 {
                out.begin(input, number, bytes)?;
                continue;
            }
            let (mut offset, mut left) = (self::number(&bytes[..8]), self::number(&bytes[8..16]));
            out.begin(input, number, b"")?;
            while left > 0 {
                let n = left.min(LARGE);
                large.read(offset, usize::try_from(n).unwrap_or(usize::MAX), &mut piece)?;
                out.write(&piece)?;
                (offset, left) = (offset + n, left - n);
            }
        }
        Ok(())
    }
}

fn number(bytes: &[u8]) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(bytes);
    u64::from_le_bytes(eight)
}
