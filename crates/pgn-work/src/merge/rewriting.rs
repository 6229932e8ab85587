//! Texts that take the place of games of the store: written behind them, found by the games' numbers.

use std::io;

use pgn_collate::{Contribution, OrderOptions, Orderer, Record, Sorted, Sorter, TempFiles, order};
use pgn_syntax::{Fallback, Games, ReadOptions, boundary::Edges};

use super::store::{Meta, Store};
use crate::fault;

/// Takes the new texts, in any order.
pub(super) struct Rewriter {
    games: Sorter,
    notes: Sorter,
    order: Option<OrderOptions>,
    /// What makes keys of the order, for the character set in its options.
    orderer: Option<Orderer>,
    read: ReadOptions,
    n_games: u64,
}

/// The new texts by the games whose place they take.
pub(super) struct Rewritten {
    games: Sorted,
    game: Record,
    notes: Sorted,
    note: Record,
    /// The number of games with a new text.
    pub(super) n_games: u64,
}

impl Rewriter {
    /// `order`: what the games are sorted by, if they are.
    pub(super) fn new(
        limit: usize,
        temp_files: &TempFiles,
        order: Option<OrderOptions>,
        read: ReadOptions,
    ) -> Rewriter {
        Rewriter {
            games: Sorter::new(limit / 2, temp_files),
            notes: Sorter::new(limit / 2, temp_files),
            orderer: order.clone().map(Orderer::new),
            order,
            read,
            n_games: 0,
        }
    }

    /// Takes a text that takes the place of a game.
    pub(super) fn push(
        &mut self,
        store: &mut Store,
        index: u64,
        meta: &Meta,
        text: &[u8],
    ) -> io::Result<()> {
        let mut order = Vec::new();
        self.prepare(store.fallback(meta));
        if let Some(orderer) = &mut self.orderer
            && let Some(game) = Games::new(text).next()
        {
            let file = store.name(meta.input);
            // With a fault it comes last, as a game that cannot be read does.
            if fault::catch(|| orderer.key(game, text, Some(file), &mut order)).is_err() {
                order = order::LAST.to_vec();
            }
        }
        let edges = Edges::of_text(text, self.read);
        let place = store.push_beside(meta, (text, edges), &order)?;
        self.n_games += 1;
        self.games.push(&index.to_be_bytes(), &place.to_le_bytes())
    }

    /// Makes another orderer if the one there is for another character set.
    fn prepare(&mut self, fallback: Fallback) {
        if let Some(order) = self.order.as_mut().filter(|order| order.fallback != fallback) {
            order.fallback = fallback;
            self.orderer = Some(Orderer::new(order.clone()));
        }
    }

    /// Takes what a game that is dropped has brought.
    pub(super) fn note(&mut self, index: u64, brought: &Contribution) -> io::Result<()> {
        let Contribution { tags, annotation, conflicts } = brought;
        let lines = [tags, annotation, conflicts].map(|words| {
            let plain = words.iter().map(|word| word.replace(char::is_control, " "));
            plain.collect::<Vec<_>>().join("\n")
        });
        if lines.iter().all(String::is_empty) {
            return Ok(());
        }
        self.notes.push(&index.to_be_bytes(), lines.join("\0").as_bytes())
    }

    pub(super) fn finish(self) -> io::Result<Rewritten> {
        let (mut games, mut notes) = (self.games.finish()?, self.notes.finish()?);
        let (mut game, mut note) = (Record::default(), Record::default());
        advance(&mut games, &mut game)?;
        advance(&mut notes, &mut note)?;
        Ok(Rewritten { games, game, notes, note, n_games: self.n_games })
    }
}

impl Rewritten {
    /// Returns the text that takes the place of a game, if there is one. Games are asked for in order.
    pub(super) fn text(&mut self, index: u64) -> io::Result<Option<u64>> {
        if self.game.key != index.to_be_bytes() {
            return Ok(None);
        }
        let mut place = [0; 8];
        place.copy_from_slice(&self.game.payload[..8]);
        advance(&mut self.games, &mut self.game)?;
        Ok(Some(u64::from_le_bytes(place)))
    }

    /// Returns what a game that is dropped has brought. Games are asked for in order.
    pub(super) fn brought(&mut self, index: u64) -> io::Result<Contribution> {
        if self.note.key != index.to_be_bytes() {
            return Ok(Contribution::default());
        }
        let text = String::from_utf8_lossy(&self.note.payload).into_owned();
        advance(&mut self.notes, &mut self.note)?;
        let mut parts = text.split('\0');
        let mut words =
            || parts.next().unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
        Ok(Contribution { tags: words(), annotation: words(), conflicts: words() })
    }
}

/// Reads the next record; one without a key at the end.
fn advance(sorted: &mut Sorted, record: &mut Record) -> io::Result<()> {
    if !sorted.next(record)? {
        *record = Record::default();
    }
    Ok(())
}
