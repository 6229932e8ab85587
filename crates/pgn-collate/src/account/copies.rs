//! Recognition of games without a partner as copies of kept games.

use std::{collections::HashSet, io};

use super::{Fingerprinted, fingerprints::Fingerprints};
use crate::{
    copies::facts::{Facts, KeptGames},
    storage::{
        sorter::{Record, Sorter},
        stored::Stored as _,
    },
};

/// Collects the kept games, and the games that may be copies of them.
#[derive(Debug)]
pub(super) struct Copies {
    /// The games by key, kept ones first.
    games: Sorter,
    n_open: u64,
}

impl Copies {
    /// Returns an empty collection. `games` is an empty sorter.
    pub(super) fn new(games: Sorter) -> Copies {
        Copies { games, n_open: 0 }
    }

    /// Adds a kept game.
    pub(super) fn kept(&mut self, fingerprints: &Fingerprints) -> io::Result<()> {
        self.games.push(&[&fingerprints.key[..], &[0]].concat(), &fingerprints.facts.to_bytes())
    }

    /// Adds a game without a partner. `record` is the packed game.
    pub(super) fn open(&mut self, fingerprints: &Fingerprints, record: &[u8]) -> io::Result<()> {
        self.n_open += 1;
        self.games.push(&[&fingerprints.key[..], &[1]].concat(), record)
    }

    /// Adds the number of copies to `n_copies`, and calls `lost` with each packed game that is not a copy.
    pub(super) fn finish(
        self,
        n_copies: &mut u64,
        lost: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.n_open == 0 {
            return Ok(());
        }
        let mut games = self.games.finish()?;
        let (mut key, mut kept, mut known) = (Vec::new(), KeptGames::default(), HashSet::new());
        let mut record = Record::default();
        while games.next(&mut record)? {
            let (of_game, is_open) = record.key.split_at(record.key.len() - 1);
            if of_game != key {
                key = of_game.to_vec();
                kept.clear();
                known.clear();
            }
            if is_open == [0] {
                let facts = Facts::of_bytes(&record.payload);
                if known.insert(facts) {
                    kept.push(facts);
                }
                continue;
            }
            let facts = Fingerprinted::of_bytes(&record.payload).1.facts;
            match kept.first(&facts) {
                Some(_) => *n_copies += 1,
                None => lost(&record.payload)?,
            }
        }
        Ok(())
    }
}
