//! Pairs the records of two sides, round by round.
//!
//! In each round, a record has a key. Records of the two sides with equal keys are paired: the first of one side with
//! the first of the other and so forth, or, from the end, the last with the last. Records without a partner go to the
//! next round. A record begins with its side, 0 for the old one, and its index as eight little-endian bytes; the
//! indices give the order within a side.

use std::io;

use crate::storage::{
    sorter::{Record, Sorted, Sorter},
    spool::TempFiles,
    stored::Stored as _,
};

/// A function that receives a pair of records, the old one first.
pub(crate) type OnPair<'a> = dyn FnMut(&[u8], &[u8]) -> io::Result<()> + 'a;

/// The order in which records with equal keys are paired.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From the first record of each side on.
    FirstToLast,
    /// From the last record of each side back.
    LastToFirst,
}

/// How records are paired in a round.
pub(crate) struct RoundPairing<'a> {
    /// Returns the key of a record; `None` if the record takes no part in the round.
    pub(crate) key: &'a dyn Fn(&[u8]) -> Option<Vec<u8>>,
    pub(crate) order: Order,
}

/// The records without a partner so far, by their keys of the next round. Records with an empty key take no part in
/// it.
#[derive(Debug)]
pub(crate) struct Rounds(Sorter);

impl Rounds {
    /// Returns rounds that use about `limit` bytes of memory, and intermediate files above that.
    pub(crate) fn new(limit: usize, temp_files: &TempFiles) -> Rounds {
        Rounds(Sorter::new(limit, temp_files))
    }

    /// Returns an empty sorter with the limits of the rounds.
    pub(crate) fn sorter(&self) -> Sorter {
        self.0.other()
    }

    /// Returns rounds without records, with the same limits.
    pub(crate) fn other(&self) -> Rounds {
        Rounds(self.sorter())
    }

    /// Adds a record with its key of the first round, which pairs the first records first.
    pub(crate) fn push(&mut self, key: &[u8], record: &[u8]) -> io::Result<()> {
        self.0.push(&[key, &index(record).to_be_bytes()].concat(), record)
    }

    /// Runs a round: calls `found` with each pair. `next` describes the round after this one.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written, or `found` fails.
    pub(crate) fn run(
        &mut self,
        found: &mut OnPair<'_>,
        next: &RoundPairing<'_>,
    ) -> io::Result<()> {
        let empty = self.sorter();
        let mut sorted = std::mem::replace(&mut self.0, empty).finish()?;
        let mut ordered = self.sorter();
        let (mut key, mut n_of) = (Vec::new(), [0_u64; 2]);
        let mut record = Record::default();
        while sorted.next(&mut record)? {
            record.key.truncate(record.key.len() - size_of::<u64>());
            if record.key.is_empty() {
                self.leave(&record.payload, next)?;
                continue;
            }
            if record.key != key {
                key.clone_from(&record.key);
                n_of = [0, 0];
            }
            let is_new = is_new(&record.payload);
            let n = &mut n_of[usize::from(is_new)];
            let place = [record.key.as_slice(), &n.to_be_bytes(), &[u8::from(is_new)]].concat();
            *n += 1;
            ordered.push(&place, &record.payload)?;
        }
        drop(sorted);
        pair_neighbors(ordered.finish()?, is_pair, |old, new| match new {
            Some(new) => found(old, new),
            None => self.leave(old, next),
        })
    }

    /// Ends the rounds and returns the records without a partner.
    pub(crate) fn finish(self) -> io::Result<Sorted> {
        self.0.finish()
    }

    fn leave(&mut self, record: &[u8], next: &RoundPairing<'_>) -> io::Result<()> {
        let mut key = (next.key)(record).unwrap_or_default();
        let place = match next.order {
            Order::FirstToLast => index(record),
            Order::LastToFirst => u64::MAX - index(record),
        };
        key.extend_from_slice(&place.to_be_bytes());
        self.0.push(&key, record)
    }
}

/// Returns the index of a record on its side.
pub(crate) fn index(record: &[u8]) -> u64 {
    u64::of_bytes(&record[1..])
}

fn is_new(record: &[u8]) -> bool {
    record[0] > 0
}

/// Calls `take` with each two neighboring records for which `is_pair` returns true, and with each other record by itself.
pub(crate) fn pair_neighbors(
    mut records: Sorted,
    is_pair: impl Fn(&Record, &Record) -> bool,
    mut take: impl FnMut(&[u8], Option<&[u8]>) -> io::Result<()>,
) -> io::Result<()> {
    let (mut record, mut waiting) = (Record::default(), None::<Record>);
    while records.next(&mut record)? {
        match waiting.take() {
            Some(old) if is_pair(&old, &record) => take(&old.payload, Some(&record.payload))?,
            other => {
                other.map_or(Ok(()), |alone| take(&alone.payload, None))?;
                waiting = Some(record.clone());
            }
        }
    }
    waiting.map_or(Ok(()), |alone| take(&alone.payload, None))
}

/// Returns true if the records belong to different sides and their keys are equal except for the last byte, which is
/// the side.
pub(crate) fn is_pair(old: &Record, new: &Record) -> bool {
    let end = |record: &Record| record.key.len() - 1;
    old.key[..end(old)] == new.key[..end(new)] && is_new(&old.payload) != is_new(&new.payload)
}
