//! Matches games by position: two games are a pair if they follow a matched pair at the same distance and have half
//! of their words in common.
//!
//! Fixing tags and illegal moves can change every hash of a game; then only its position identifies
//! it.

use std::io;

use super::{Identified, Side, order};
use crate::{
    matching::pairing::{self, is_pair, pair_neighbors},
    storage::{
        sorter::{Record, Sorted, Sorter},
        stored::Stored as _,
    },
};

/// Collects the matched games, then pairs the others by position.
pub(super) struct UnmatchedGames {
    /// All games of both sides in order. The payload is the number of the new game for matched games, and the packed
    /// game for others.
    games: Sorter,
}

impl UnmatchedGames {
    pub(super) fn new(sorter: Sorter) -> UnmatchedGames {
        UnmatchedGames { games: sorter }
    }

    /// Adds a matched pair of packed games.
    pub(super) fn push_pair(&mut self, old: &[u8], new: &[u8]) -> io::Result<()> {
        let number = pairing::index(new).to_be_bytes();
        self.games.push(&order(old), &number)?;
        self.games.push(&order(new), &number)
    }

    /// Calls `take` with each pair among the games `left`, the old one followed by the new one, and with each game
    /// that has no partner. `by_place` is an empty sorter.
    pub(super) fn pair(
        self,
        mut left: Sorted,
        mut by_place: Sorter,
        take: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let UnmatchedGames { mut games } = self;
        let mut record = Record::default();
        let mut n_of = [0_u64; 2];
        while left.next(&mut record)? {
            n_of[usize::from(record.payload[0])] += 1;
            games.push(&order(&record.payload), &record.payload)?;
        }
        if n_of == [0, 0] {
            return Ok(());
        }
        let mut games = games.finish()?;
        let (mut side, mut pair, mut distance) = (Side::Old as u8, 0, 0_u64);
        while games.next(&mut record)? {
            if record.key[0] != side {
                (side, pair, distance) = (record.key[0], 0, 0);
            }
            if let Ok(number) = <[u8; 8]>::try_from(record.payload.as_slice()) {
                (pair, distance) = (u64::from_be_bytes(number) + 1, 0);
                continue;
            }
            let place = [pair.to_be_bytes(), distance.to_be_bytes()].concat();
            by_place.push(&[&place[..], &[side]].concat(), &record.payload)?;
            distance += 1;
        }
        let words = |game: &Record| Identified::of_bytes(&game.payload).1.words;
        let is_near =
            |old: &Record, new: &Record| is_pair(old, new) && words(old).is_near(&words(new));
        pair_neighbors(by_place.finish()?, is_near, |old, new| match new {
            Some(new) => take(&[old, new].concat()),
            None => take(old),
        })
    }
}
