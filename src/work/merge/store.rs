//! The games of all inputs, one after another, and where each came from.

use std::io;

use pgn_collate::{Scratch, Spool};

/// Where a game came from and where its bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    /// Which of [`Store::inputs`].
    pub(super) input: u32,
    /// Its line there.
    pub(super) line: u64,
    /// Its number there.
    pub(super) number: u64,
    /// Bytes of an input without games are none.
    pub(super) is_game: bool,
    /// It is no neighbor of the games before and after it.
    pub(super) is_apart: bool,
    /// Its bytes are not those that were read.
    pub(super) is_changed: bool,
    /// Where its bytes are in the store. Filled in by the store.
    pub(super) offset: u64,
    /// How many.
    pub(super) len: u64,
    /// Bytes of the key of its order, which stand behind them.
    pub(super) order_len: u32,
}

impl Meta {
    /// Its number, or one that follows no other and that no other follows.
    pub(super) fn place(&self) -> u64 {
        if self.is_apart { u64::MAX - 1 } else { self.number }
    }
}

/// Bytes of a game read at a time.
const PIECE: usize = 1 << 20;

/// The games.
#[derive(Debug)]
pub(super) struct Store {
    /// What messages call the inputs.
    pub(super) inputs: Vec<String>,
    bytes: Spool,
    metas: Spool,
    /// Where the game at hand began.
    start: u64,
    n_games: u64,
    buffer: Vec<u8>,
}

impl Store {
    pub(super) fn new(limit: usize, scratch: &Scratch) -> Store {
        Store {
            inputs: Vec::new(),
            bytes: Spool::new(limit - limit / 8, scratch),
            metas: Spool::new(limit / 8, scratch),
            start: 0,
            n_games: 0,
            buffer: Vec::new(),
        }
    }

    /// Games so far.
    pub(super) fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Bytes of the game at hand.
    pub(super) fn extend(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes.push(bytes).map(drop)
    }

    /// The game at hand has come whole; it is of the input that was pushed last.
    pub(super) fn end(&mut self, meta: &Meta) -> io::Result<()> {
        let input = u32::try_from(self.inputs.len().saturating_sub(1)).unwrap_or(u32::MAX);
        self.end_of_input(meta, input)?;
        self.n_games += 1;
        Ok(())
    }

    /// Adds a text that takes the place of a game, and the key of its order. It is none of the games
    /// that are counted; gives where its meta is.
    pub(super) fn push_beside(&mut self, of: &Meta, text: &[u8], order: &[u8]) -> io::Result<u64> {
        let place = self.metas.len() / META as u64;
        self.bytes.push(text)?;
        self.bytes.push(order)?;
        let order_len = u32::try_from(order.len()).map_err(io::Error::other)?;
        self.end_of_input(&Meta { order_len, ..*of }, of.input)?;
        Ok(place)
    }

    fn end_of_input(&mut self, meta: &Meta, input: u32) -> io::Result<()> {
        let end = self.bytes.len();
        let mut record = [0; META];
        let len = end - self.start - u64::from(meta.order_len);
        let fields = [meta.line, meta.number, self.start, len];
        for (at, field) in fields.iter().enumerate() {
            record[at * 8..at * 8 + 8].copy_from_slice(&field.to_le_bytes());
        }
        record[32..36].copy_from_slice(&input.to_le_bytes());
        record[36..40].copy_from_slice(&meta.order_len.to_le_bytes());
        let flags = [meta.is_game, meta.is_apart, meta.is_changed];
        record[40] = (0..).zip(flags).map(|(bit, flag)| u8::from(flag) << bit).sum();
        self.metas.push(&record)?;
        self.start = end;
        Ok(())
    }

    /// What is known of a game, by its place in the store.
    pub(super) fn meta(&mut self, index: u64) -> io::Result<Meta> {
        let mut buffer = std::mem::take(&mut self.buffer);
        let result = self.metas.read(index * META as u64, META, &mut buffer);
        let field = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&buffer[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        let word = |at: usize| {
            let mut bytes = [0; 4];
            bytes.copy_from_slice(&buffer[at..at + 4]);
            u32::from_le_bytes(bytes)
        };
        let meta = result.map(|()| Meta {
            line: field(0),
            number: field(8),
            offset: field(16),
            len: field(24),
            input: word(32),
            order_len: word(36),
            is_game: buffer[40] & 1 != 0,
            is_apart: buffer[40] & 2 != 0,
            is_changed: buffer[40] & 4 != 0,
        });
        self.buffer = buffer;
        meta
    }

    /// Gives the bytes of a game to `take`, in pieces if it is large.
    pub(super) fn pieces(
        &mut self,
        meta: &Meta,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut offset, mut left) = (meta.offset, meta.len);
        let mut buffer = std::mem::take(&mut self.buffer);
        while left > 0 {
            let n = usize::try_from(left).unwrap_or(usize::MAX).min(PIECE);
            self.bytes.read(offset, n, &mut buffer)?;
            take(&buffer)?;
            offset += n as u64;
            left -= n as u64;
        }
        self.buffer = buffer;
        Ok(())
    }

    /// The key of a game's order.
    pub(super) fn order(&mut self, meta: &Meta) -> io::Result<Vec<u8>> {
        let mut key = Vec::new();
        self.bytes.read(meta.offset + meta.len, meta.order_len as usize, &mut key)?;
        Ok(key)
    }

    /// Fills `out` with the first bytes of a game, no more than `most`.
    pub(super) fn text(&mut self, meta: &Meta, most: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let len = usize::try_from(meta.len).unwrap_or(usize::MAX).min(most);
        self.bytes.read(meta.offset, len, out)
    }
}

/// Bytes of a record of what is known.
const META: usize = 41;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_found_again() {
        let mut store = Store::new(1 << 20, &Scratch::default());
        store.inputs.push("a.pgn".to_owned());
        for n in 0..100_u64 {
            store.extend(format!("game {n} ").as_bytes()).unwrap();
            store.extend(b"*\n\n").unwrap();
            store.extend(b"key").unwrap();
            let meta = Meta {
                line: 10 * n,
                number: n + 1,
                is_game: true,
                order_len: 3,
                ..Meta::default()
            };
            store.end(&meta).unwrap();
        }
        let meta = store.meta(42).unwrap();
        assert_eq!((meta.line, meta.number, meta.is_game, meta.input), (420, 43, true, 0));
        let mut text = Vec::new();
        store
            .pieces(&meta, |piece| {
                text.extend_from_slice(piece);
                Ok(())
            })
            .unwrap();
        assert_eq!(text, b"game 42 *\n\n");
        assert_eq!(store.order(&meta).unwrap(), b"key");
    }
}
