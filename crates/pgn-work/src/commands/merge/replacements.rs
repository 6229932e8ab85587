//! Texts that replace games of the store: written after the games, and found by the games' numbers.

use std::io;

use pgn_collate::{
    Contribution, OrderOptions, Orderer, Record, Sorted, Sorter, Stored as _, TempFiles, order,
};
use pgn_syntax::{Fallback, Games, Parser, ReadOptions, boundary::Edges};

use super::store::{Meta, Store};
use crate::reports::messages::Messages;

/// Receives the new texts, in any order.
pub(super) struct ReplacementSorter {
    games: Sorter,
    notes: Sorter,
    order: Option<OrderOptions>,
    /// Makes sort keys, with the character set of `order`.
    orderer: Option<Orderer>,
    read: ReadOptions,
    parser: Parser,
    n_games: u64,
}

/// The new texts, by the games that they replace.
pub(super) struct Replacements {
    games: Sorted,
    game: Record,
    notes: Sorted,
    note: Record,
    /// The number of games with a new text.
    pub(super) n_games: u64,
    /// The number of dropped games so far of which the kept game has not taken over everything.
    pub(super) n_incomplete: u64,
}

impl ReplacementSorter {
    /// Returns a receiver without texts. `order`: the order of the output, if it is sorted.
    pub(super) fn new(
        limit: usize,
        temp_files: &TempFiles,
        order: Option<OrderOptions>,
        read: ReadOptions,
    ) -> ReplacementSorter {
        ReplacementSorter {
            games: Sorter::new(limit / 2, temp_files),
            notes: Sorter::new(limit / 2, temp_files),
            orderer: order.clone().map(Orderer::new),
            order,
            read,
            parser: Parser::new(read),
            n_games: 0,
        }
    }

    /// Adds a text that replaces a game.
    pub(super) fn push(
        &mut self,
        store: &mut Store,
        index: u64,
        meta: &Meta,
        text: &[u8],
        messages: &Messages,
    ) -> io::Result<()> {
        let mut order = Vec::new();
        self.prepare(store.fallback(meta));
        if let Some(orderer) = &mut self.orderer
            && let Some(game) = Games::with_options(text, self.read).next()
        {
            let file = store.texts.name(meta.input);
            let put = || orderer.key(game, text, Some(file), &mut order);
            // After an internal fault the game comes last, as a game that cannot be read does.
            if store.guarded(meta, messages, put).is_none() {
                order = order::LAST.to_vec();
            }
        }
        let edges = Edges::of_text(&mut self.parser, text, false);
        let place = store.push_beside(meta, text, edges, &order)?;
        self.n_games += 1;
        self.games.push(&index.to_be_bytes(), &place.to_bytes())
    }

    /// Makes a new orderer if the present one is for another character set.
    fn prepare(&mut self, fallback: Fallback) {
        if let Some(order) = self.order.as_mut().filter(|order| order.fallback != fallback) {
            order.fallback = fallback;
            self.orderer = Some(Orderer::new(order.clone()));
        }
    }

    /// Adds what the kept game has taken over from a dropped game.
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

    pub(super) fn finish(self) -> io::Result<Replacements> {
        let (mut games, mut notes) = (self.games.finish()?, self.notes.finish()?);
        let (mut game, mut note) = (Record::default(), Record::default());
        advance(&mut games, &mut game)?;
        advance(&mut notes, &mut note)?;
        Ok(Replacements { games, game, notes, note, n_games: self.n_games, n_incomplete: 0 })
    }
}

impl Replacements {
    /// Returns the index of the text that replaces a game; `None` if there is none. Must be called in the order of the
    /// games.
    pub(super) fn next_text(&mut self, index: u64) -> io::Result<Option<u64>> {
        if self.game.key != index.to_be_bytes() {
            return Ok(None);
        }
        let place = u64::of_bytes(&self.game.payload);
        advance(&mut self.games, &mut self.game)?;
        Ok(Some(place))
    }

    /// Returns what the kept game has taken over from a dropped game. Must be called in the order of the games.
    pub(super) fn next_contribution(&mut self, index: u64) -> io::Result<Contribution> {
        if self.note.key != index.to_be_bytes() {
            return Ok(Contribution::default());
        }
        let text = String::from_utf8_lossy(&self.note.payload).into_owned();
        advance(&mut self.notes, &mut self.note)?;
        let mut parts = text.split('\0');
        let mut words =
            || parts.next().unwrap_or_default().lines().map(str::to_owned).collect::<Vec<_>>();
        let brought = Contribution { tags: words(), annotation: words(), conflicts: words() };
        self.n_incomplete += u64::from(!brought.conflicts.is_empty());
        Ok(brought)
    }
}

/// Reads the next record. At the end, the record becomes empty.
fn advance(sorted: &mut Sorted, record: &mut Record) -> io::Result<()> {
    if !sorted.next(record)? {
        *record = Record::default();
    }
    Ok(())
}
