//! Records of single games, sorted on disk by key and then by the order of the input. Cross tables, opening pairs and
//! the table of engines are made of them.

use std::{collections::BTreeSet, io};

use pgn_collate::{Record, Sorter, TempFiles};

/// Memory limit of the sorter in bytes.
const LIMIT: usize = 8 << 20;

/// The table that a record is for, as the first byte of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum RecordKind {
    /// A game for the opening pairs of two players.
    Pair = b'A',
    /// A game for the cross table of its event.
    Event,
    /// A game for the table of engines.
    Engine,
}

/// The records of the games of a text, in the order of the games.
#[derive(Debug, Default)]
pub(crate) struct Records {
    bytes: Vec<u8>,
    /// End of the key and of the payload of each record.
    ends: Vec<(usize, usize)>,
}

impl Records {
    /// Adds a record. `names` are the parts of its key.
    pub(crate) fn push(&mut self, kind: RecordKind, names: &[&str], payload: &[u8]) {
        self.bytes.push(kind as u8);
        for name in names {
            self.bytes.extend(name.bytes().filter(|&byte| byte != 0));
            // The NUL after each name ensures that no key is a prefix of another.
            self.bytes.push(0);
        }
        let end_of_key = self.bytes.len();
        self.bytes.extend_from_slice(payload);
        self.ends.push((end_of_key, self.bytes.len()));
    }

    fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        let ends = self.ends.iter();
        starts
            .zip(ends)
            .map(|(start, &(key, end))| (&self.bytes[start..key], &self.bytes[key..end]))
    }
}

/// The records of a run.
#[derive(Debug)]
pub(crate) struct RecordLog {
    sorter: Option<Sorter>,
    temp_files: TempFiles,
    n_records: u64,
    key: Vec<u8>,
    limit: Option<EventLimit>,
}

/// The limits of events and games up to which records of events are kept.
#[derive(Debug)]
struct EventLimit {
    events: BTreeSet<Vec<u8>>,
    max_events: usize,
    n_games: u64,
    max_games: u64,
}

impl EventLimit {
    /// Counts a record with the key `key`. Returns false if a limit is exceeded. The last name of the key, the day, does
    /// not distinguish events.
    fn allows(&mut self, key: &[u8]) -> bool {
        let names = key.strip_suffix(&[0]).unwrap_or(key);
        let key = &names[..names.iter().rposition(|&byte| byte == 0).unwrap_or(0)];
        if !self.events.contains(key) && self.events.len() <= self.max_events {
            self.events.insert(key.to_vec());
        }
        self.n_games += 1;
        !self.is_exceeded()
    }

    fn is_exceeded(&self) -> bool {
        self.events.len() > self.max_events || self.n_games > self.max_games
    }
}

impl RecordLog {
    /// Returns an empty log.
    pub(crate) fn new(temp_files: TempFiles) -> RecordLog {
        RecordLog { sorter: None, temp_files, n_records: 0, key: Vec::new(), limit: None }
    }

    /// Returns the log with limits for records of events. Above them, no further records of events are kept.
    pub(crate) fn with_few_events(self, max_events: usize, max_games: u64) -> RecordLog {
        let limit = EventLimit { events: BTreeSet::new(), max_events, n_games: 0, max_games };
        RecordLog { limit: Some(limit), ..self }
    }

    /// Returns true if records of events are missing because there were too many.
    pub(crate) fn is_over_limit(&self) -> bool {
        self.limit.as_ref().is_some_and(EventLimit::is_exceeded)
    }

    /// Adds records in the order of the input.
    pub(crate) fn add(&mut self, records: &Records) -> io::Result<()> {
        for (key, payload) in records.iter() {
            if key.first() == Some(&(RecordKind::Event as u8))
                && self.limit.as_mut().is_some_and(|limit| !limit.allows(key))
            {
                continue;
            }
            self.key.clear();
            self.key.extend_from_slice(key);
            self.key.extend_from_slice(&self.n_records.to_be_bytes());
            self.n_records += 1;
            let sorter = self.sorter.get_or_insert_with(|| Sorter::new(LIMIT, &self.temp_files));
            sorter.push(&self.key, payload)?;
        }
        Ok(())
    }

    /// Calls `take` with the kind, key and payload of each record, in the order of keys, records of the same key in the
    /// order of the input. The key is passed without its kind and final NUL.
    pub(crate) fn finish(self, mut take: impl FnMut(u8, &[u8], &[u8])) -> io::Result<()> {
        let Some(sorter) = self.sorter else { return Ok(()) };
        let mut sorted = sorter.finish()?;
        let mut record = Record::default();
        while sorted.next(&mut record)? {
            // A kind, names that end with NUL, and the number of the record.
            let n_names = record.key.len().saturating_sub(size_of::<u64>() + 1);
            let Some((&kind, rest)) = record.key.split_first() else { continue };
            take(kind, rest.get(..n_names.saturating_sub(1)).unwrap_or_default(), &record.payload);
        }
        Ok(())
    }
}

/// Returns the names of a key.
pub(crate) fn names<const N: usize>(key: &[u8]) -> [String; N] {
    let mut names = key.split(|&byte| byte == 0);
    std::array::from_fn(|_| String::from_utf8_lossy(names.next().unwrap_or_default()).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_a_key_keep_their_order() {
        let mut log = RecordLog::new(TempFiles::default());
        for chunk in 0..3_u8 {
            let mut records = Records::default();
            records.push(RecordKind::Pair, &["B", "x"], &[chunk]);
            records.push(RecordKind::Pair, &["A", "y"], &[chunk]);
            records.push(RecordKind::Engine, &["A\0"], &[chunk]);
            log.add(&records).unwrap();
        }
        let mut seen = Vec::new();
        log.finish(|kind, key, payload| seen.push((kind, key.to_vec(), payload[0]))).unwrap();
        let expect = [(b'A', "A\0y"), (b'A', "B\0x"), (b'C', "A")]
            .map(|(kind, key)| (0..3).map(move |n| (kind, key.as_bytes().to_vec(), n)));
        assert_eq!(seen, expect.into_iter().flatten().collect::<Vec<_>>());
        assert_eq!(names::<2>(b"A\0y"), ["A", "y"]);
    }

    #[test]
    fn as_many_games_as_the_limit_permits_are_kept() {
        let log = |n_games: u8| {
            let mut log = RecordLog::new(TempFiles::default()).with_few_events(1, 2);
            let mut records = Records::default();
            (0..n_games)
                .for_each(|n| records.push(RecordKind::Event, &["E", &n.to_string()], &[n]));
            log.add(&records).unwrap();
            let is_over = log.is_over_limit();
            let mut n_kept = 0;
            log.finish(|_, _, _| n_kept += 1).unwrap();
            (n_kept, is_over)
        };
        assert_eq!([log(1), log(2), log(3)], [(1, false), (2, false), (2, true)]);
    }
}
