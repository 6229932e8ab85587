//! The games of all inputs, in order, with their positions.

use std::io;

use pgn_collate::{Spool, Stored as _, TempFiles, stored};
use pgn_stream::Position;
use pgn_syntax::{Fallback, boundary::Edges};

use crate::{
    games::batch::PieceKind,
    inputs::{
        encodings::Encodings,
        texts::{TextPlace, Texts, TextsInMemory, WindowId},
    },
    reports::{fault, messages::Messages},
    writing::appender::{AppendedText, PIECE},
};

/// Position and data of a game in the store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Meta {
    /// Index of the input.
    pub(super) input: u32,
    /// Position in the input; without a game number for the text of an input without games.
    pub(super) position: Position,
    /// True if the game is not a neighbor of the games before and after it.
    pub(super) is_apart: bool,
    /// True if the bytes differ from those that were read.
    pub(super) is_changed: bool,
    /// True if the bytes are read again from the input, false if they were copied.
    pub(super) rereadable: bool,
    /// The edges of the bytes.
    pub(super) edges: Edges,
    /// The encodings of the bytes, if several inputs may have different ones.
    pub(super) encodings: Encodings,
    /// Offset of the bytes. The store sets that of a copy.
    pub(super) offset: u64,
    /// Number of bytes. The store sets that of a copy.
    pub(super) len: u64,
    /// Offset of the sort key among the copies. Set by the store.
    pub(super) order_at: u64,
    /// Length of the sort key in bytes. Set by the store.
    pub(super) order_len: u32,
}

stored! {
    Meta {
        input, position, is_apart, is_changed, rereadable, edges, encodings, offset, len, order_at, order_len
    }
}

impl Meta {
    /// Returns false if this is the text of an input without games.
    pub(super) fn is_game(&self) -> bool {
        self.position.game.is_some()
    }

    /// Returns the value that the appender needs. `bytes`: the first bytes of the game; `name`: returns the name of its
    /// input in messages.
    pub(super) fn appended<'b>(
        &self,
        bytes: &'b [u8],
        name: &'b dyn Fn() -> String,
    ) -> AppendedText<'b> {
        let Meta { position, is_apart, edges, .. } = *self;
        AppendedText {
            kind: if self.is_game() { PieceKind::Game } else { PieceKind::NoGame },
            input: u64::from(self.input),
            name,
            number: position.game.unwrap_or_default(),
            is_apart,
            edges,
            bytes,
        }
    }

    /// Returns true if the game must be written as a whole, because its beginning or end may be changed.
    pub(super) fn is_read_whole(&self) -> bool {
        !self.edges.is_plain() && !self.edges.is_oversized()
    }

    /// Returns the maximum number of bytes of the game that are written at a time.
    pub(super) fn max_piece(&self) -> usize {
        if self.is_read_whole() { usize::MAX } else { PIECE }
    }

    /// Returns the place of `len` of its bytes from `offset` on.
    fn piece(&self, offset: u64, len: usize) -> TextPlace {
        TextPlace { offset, len, input: self.rereadable.then_some(self.input) }
    }

    /// Returns the place of its sort key.
    fn order_place(&self) -> TextPlace {
        TextPlace { offset: self.order_at, len: self.order_len as usize, input: None }
    }
}

/// The stored games, with texts that can be read in any order and by several threads.
#[derive(Debug)]
pub(super) struct GamesInMemory<'a> {
    metas: &'a [u8],
    texts: TextsInMemory<'a>,
}

impl GamesInMemory<'_> {
    /// Returns what [`Store::meta`] returns.
    pub(super) fn meta(&self, index: u64) -> Meta {
        Meta::of_bytes(&self.metas[usize::try_from(index).unwrap_or(usize::MAX) * Meta::LEN..])
    }

    /// Returns the sort key of a game.
    pub(super) fn order(&self, meta: &Meta) -> &[u8] {
        self.texts.read(meta.order_place())
    }

    /// Returns the bytes of a game.
    pub(super) fn text(&self, meta: &Meta) -> &[u8] {
        let len = usize::try_from(meta.len).unwrap_or(usize::MAX);
        self.texts.read(meta.piece(meta.offset, len))
    }
}

/// The stored games.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) texts: Texts,
    metas: Spool,
    /// Offset of the beginning of the copy of the current game.
    start: u64,
    n_games: u64,
    buffer: Vec<u8>,
}

impl Store {
    pub(super) fn new(limit: usize, temp_files: &TempFiles) -> Store {
        Store {
            texts: Texts::new(Spool::new(limit - limit / 8, temp_files)),
            metas: Spool::new(limit / 8, temp_files),
            start: 0,
            n_games: 0,
            buffer: Vec::new(),
        }
    }

    /// Returns the character set of the strings of a game that are not UTF-8.
    pub(super) fn fallback(&self, meta: &Meta) -> Fallback {
        self.texts.fallback(meta.input)
    }

    /// Returns the position of a game as messages show it.
    pub(super) fn place_of(&self, meta: &Meta) -> String {
        format!("{}:{}", self.texts.name(meta.input), meta.position)
    }

    /// Returns the result of work on a game; `None` after an internal fault, which is reported.
    pub(super) fn guarded<T>(
        &self,
        meta: &Meta,
        messages: &Messages,
        work: impl FnOnce() -> T,
    ) -> Option<T> {
        fault::catch(work)
            .inspect_err(|fault| messages.error(format_args!("{}: {fault}", self.place_of(meta))))
            .ok()
    }

    /// Returns the number of games so far.
    pub(super) fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Ends the current game, which belongs to the input that was begun last. `order`: its sort key.
    pub(super) fn end(&mut self, meta: &Meta, order: &[u8]) -> io::Result<()> {
        let input = self.texts.input()?;
        self.push(&Meta { input, ..*meta }, order)?;
        self.n_games += 1;
        Ok(())
    }

    /// Adds a text that replaces the game `of`, with its sort key. Returns its index for [`Store::meta`]. The text is
    /// not counted as a game.
    pub(super) fn push_beside(
        &mut self,
        of: &Meta,
        text: &[u8],
        edges: Edges,
        order: &[u8],
    ) -> io::Result<u64> {
        let place = self.metas.len() / Meta::LEN as u64;
        self.texts.copy(text)?;
        let encodings = Encodings::of(text);
        self.push(&Meta { rereadable: false, edges, encodings, ..*of }, order)?;
        Ok(place)
    }

    fn push(&mut self, meta: &Meta, order: &[u8]) -> io::Result<()> {
        let order_at = self.texts.n_copied();
        let order_len = u32::try_from(order.len()).map_err(io::Error::other)?;
        self.texts.copy(order)?;
        let mut meta = Meta { order_at, order_len, ..*meta };
        if !meta.rereadable {
            (meta.offset, meta.len) = (self.start, order_at - self.start);
        }
        self.metas.push(&meta.to_bytes())?;
        self.start = self.texts.n_copied();
        Ok(())
    }

    /// Returns the data of a game, or of a text that replaces one, by its index.
    pub(super) fn meta(&mut self, index: u64) -> io::Result<Meta> {
        self.metas.read(index * Meta::LEN as u64, Meta::LEN, &mut self.buffer)?;
        Ok(Meta::of_bytes(&self.buffer))
    }

    /// Passes the bytes of a game to `take`, in pieces if the game is large.
    pub(super) fn pieces(
        &mut self,
        meta: &Meta,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut offset, mut left) = (meta.offset, meta.len);
        let max = meta.max_piece();
        while left > 0 {
            let n = usize::try_from(left).unwrap_or(usize::MAX).min(max);
            take(self.texts.read(meta.piece(offset, n), WindowId::First)?)?;
            offset += n as u64;
            left -= n as u64;
        }
        Ok(())
    }

    /// Returns all games at once; `None` if some are in intermediate files, or a file cannot be mapped.
    pub(super) fn in_memory(&self) -> Option<GamesInMemory<'_>> {
        Some(GamesInMemory { metas: self.metas.in_memory()?, texts: self.texts.in_memory()? })
    }

    /// Returns an error if a file has changed since it was mapped.
    pub(super) fn check(&self, games: &GamesInMemory<'_>) -> io::Result<()> {
        self.texts.check(&games.texts)
    }

    /// Returns the sort key of a game.
    pub(super) fn order(&mut self, meta: &Meta) -> io::Result<&[u8]> {
        self.texts.read(meta.order_place(), WindowId::First)
    }

    /// Fills `out` with the first bytes of a game, at most `max`.
    pub(super) fn text(&mut self, meta: &Meta, max: usize, out: &mut Vec<u8>) -> io::Result<()> {
        let len = usize::try_from(meta.len).unwrap_or(usize::MAX).min(max);
        self.texts.read(meta.piece(meta.offset, len), WindowId::Second)?.clone_into(out);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use pgn_stream::{GameNumber, InputInfo, LineNumber};

    use super::*;

    #[test]
    fn games_are_found_again() {
        let mut store = Store::new(1 << 20, &TempFiles::default());
        store.texts.begin(&InputInfo::default(), Fallback::default());
        for n in 0..100_u64 {
            store.texts.copy(format!("game {n} ").as_bytes()).unwrap();
            store.texts.copy(b"*\n\n").unwrap();
            let position = Position { line: LineNumber(10 * n), game: Some(GameNumber(n + 1)) };
            let encodings = Encodings::of("\u{e9}\r\n".as_bytes());
            let meta = Meta { position, encodings, is_apart: true, ..Meta::default() };
            store.end(&meta, b"key").unwrap();
        }
        let meta = store.meta(42).unwrap();
        assert_eq!((meta.position.to_string(), meta.is_game()), ("420: game 43".to_owned(), true));
        assert_eq!((meta.input, meta.is_apart, meta.rereadable), (0, true, false));
        assert_eq!(meta.encodings, Encodings::of("\u{e9}\r\n".as_bytes()));
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
