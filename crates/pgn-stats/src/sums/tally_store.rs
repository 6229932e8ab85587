//! The counts by key of a whole run. Above a memory limit, counts are sorted on disk and summed at
//! the end, so that they are exact and memory is bounded.

use std::io;

use pgn_collate::{Sorter, TempFiles};
use pgn_query::{Counts, Tally};

/// Memory limit of the counts in bytes. A map of 65,536 slots exceeds it before it is full, so that no larger map is
/// allocated. Both maps would exist while the counts are moved. A million players would need about 150 MB.
const LIMIT: usize = 9 << 20;

/// Memory limit of the sorter in bytes.
const SORTER_LIMIT: usize = 8 << 20;

/// Collects the tallies of chunks.
#[derive(Debug)]
pub(crate) struct TallyStore {
    tally: Tally,
    sorter: Option<Sorter>,
    temp_files: TempFiles,
    limit: usize,
    bytes: Vec<u8>,
}

impl TallyStore {
    pub(crate) fn new(temp_files: TempFiles) -> TallyStore {
        TallyStore {
            tally: Tally::default(),
            sorter: None,
            temp_files,
            limit: LIMIT,
            bytes: Vec::new(),
        }
    }

    /// Adds a tally.
    pub(crate) fn add(&mut self, tally: Tally) -> io::Result<()> {
        self.tally.merge(tally);
        self.spill_above_limit()
    }

    /// Adds the counts of a key.
    pub(crate) fn add_one(&mut self, key: &[u8], counts: &Counts) -> io::Result<()> {
        self.tally.add(key, counts);
        self.spill_above_limit()
    }

    fn spill_above_limit(&mut self) -> io::Result<()> {
        if self.tally.memory() > self.limit { self.spill() } else { Ok(()) }
    }

    fn spill(&mut self) -> io::Result<()> {
        let TallyStore { tally, sorter, temp_files, bytes, .. } = self;
        let sorter = sorter.get_or_insert_with(|| Sorter::new(SORTER_LIMIT, temp_files));
        for (key, counts) in tally.drain() {
            bytes.clear();
            counts.write(bytes);
            sorter.push(&key, bytes)?;
        }
        // Draining a map keeps its capacity.
        *tally = Tally::default();
        Ok(())
    }

    /// Calls `take` once with each key and its counts, in the byte order of the keys.
    pub(crate) fn finish(mut self, mut take: impl FnMut(&[u8], &Counts)) -> io::Result<()> {
        if self.sorter.is_none() {
            let mut all: Vec<_> = self.tally.iter().collect();
            all.sort_unstable_by_key(|(key, _)| *key);
            for (key, counts) in all {
                take(key, counts);
            }
            return Ok(());
        }
        self.spill()?;
        let Some(sorter) = self.sorter else { return Ok(()) };
        let read = |payload: &[u8]| {
            Counts::read(payload)
                .ok_or_else(|| io::Error::other("an intermediate file has changed"))
        };
        let join = |sum: &mut Counts, counts: Counts| sum.add(&counts);
        sorter.finish()?.grouped(read, join, |key, sum| {
            take(key, &sum);
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests {
    use pgn_syntax::Marker;

    use super::*;

    /// Returns all keys of a store with this limit after adding the same tallies.
    fn sum(limit: usize) -> Vec<(Vec<u8>, Counts)> {
        let mut tally_store = TallyStore { limit, ..TallyStore::new(TempFiles::default()) };
        for chunk in 0..20_u32 {
            let mut tally = Tally::default();
            for n in 0..500_u32 {
                let key = (n * (chunk + 7) % 3001).to_string();
                tally.add(key.as_bytes(), &Counts::one(Marker::Draw));
            }
            tally_store.add(tally).unwrap();
        }
        let mut all = Vec::new();
        tally_store.finish(|key, counts| all.push((key.to_vec(), *counts))).unwrap();
        all
    }

    #[test]
    fn spilled_counts_are_added() {
        let in_memory = sum(usize::MAX);
        assert_eq!(in_memory.iter().map(|(_, counts)| counts.games()).sum::<u64>(), 10_000);
        assert!(in_memory.is_sorted_by(|(a, _), (b, _)| a < b));
        assert_eq!(sum(1), in_memory);
        assert_eq!(sum(100_000), in_memory);
    }
}
