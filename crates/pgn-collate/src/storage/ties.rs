//! Sorted records. Records whose keys have a common beginning are in the order of a second key, which is made only for
//! them.

use std::io;

use crate::storage::{
    sorter::{Record, Sorted, Sorter},
    spool::TempFiles,
};

/// Yields the records of a sort in the order of their keys, in which second keys are inserted where the beginnings of
/// keys are equal.
#[derive(Debug)]
pub struct WithTies {
    sorted: Sorted,
    /// The record after those that were taken from `sorted`; `None` before the first and after the last one.
    next: Option<Record>,
    /// Records whose keys have the same beginning, in their order.
    tied: Option<Sorted>,
    /// Maximum number of bytes of such records in memory.
    limit: usize,
    temp_files: TempFiles,
}

impl WithTies {
    /// Returns the records of `sorted`. `limit` is the number of bytes of tied records in memory.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn new(mut sorted: Sorted, limit: usize, temp_files: &TempFiles) -> io::Result<WithTies> {
        let mut first = Record::default();
        let next = sorted.next(&mut first)?.then_some(first);
        Ok(WithTies { sorted, next, tied: None, limit, temp_files: temp_files.clone() })
    }

    /// Reads the next record into `out`. Returns false if there is none.
    ///
    /// `tie`: returns the number of bytes before the place of the second key in a key, or `None` if it has no such
    /// place; `second`: appends the second key of a record.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written, or if `second` does.
    pub fn next(
        &mut self,
        out: &mut Record,
        tie: impl Fn(&[u8]) -> Option<usize>,
        mut second: impl FnMut(&Record, &mut Vec<u8>) -> io::Result<()>,
    ) -> io::Result<bool> {
        if let Some(tied) = &mut self.tied {
            if tied.next(out)? {
                return Ok(true);
            }
            self.tied = None;
        }
        let Some(next) = &mut self.next else { return Ok(false) };
        std::mem::swap(out, next);
        if !self.sorted.next(next)? {
            self.next = None;
        }
        let Some(at) = tie(&out.key) else { return Ok(true) };
        let is_tied = |next: &Record| next.key.get(..at) == out.key.get(..at);
        if !self.next.as_ref().is_some_and(is_tied) {
            return Ok(true);
        }
        let mut sorter = Sorter::new(self.limit, &self.temp_files);
        let mut key = Vec::new();
        let mut push = |record: &Record| {
            key.clear();
            key.extend_from_slice(&record.key[..at]);
            second(record, &mut key)?;
            key.extend_from_slice(&record.key[at..]);
            sorter.push(&key, &record.payload)
        };
        push(out)?;
        while let Some(next) = self.next.as_mut().filter(|next| is_tied(next)) {
            push(next)?;
            if !self.sorted.next(next)? {
                self.next = None;
            }
        }
        let mut tied = sorter.finish()?;
        let is_read = tied.next(out)?;
        self.tied = Some(tied);
        Ok(is_read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sorts records by the first bytes of their keys, then by their payloads up to a point. Returns the payloads, and
    /// how many second keys were made.
    fn sort(records: &[(&str, &str)], limit: usize) -> (Vec<String>, usize) {
        let temp_files = TempFiles::default();
        let mut sorter = Sorter::new(limit, &temp_files);
        for (key, second) in records {
            sorter.push(key.as_bytes(), second.as_bytes()).unwrap();
        }
        let mut records = WithTies::new(sorter.finish().unwrap(), limit, &temp_files).unwrap();
        let (mut record, mut found, mut n_made) = (Record::default(), Vec::new(), 0);
        let tie = |key: &[u8]| (key[0] != b'9').then_some(1);
        let mut second = |record: &Record, key: &mut Vec<u8>| {
            n_made += 1;
            key.extend(record.payload.iter().take_while(|&&byte| byte != b'.'));
            Ok(())
        };
        while records.next(&mut record, tie, &mut second).unwrap() {
            found.push(String::from_utf8_lossy(&record.payload).into_owned());
        }
        (found, n_made)
    }

    #[test]
    fn second_keys_are_made_for_ties_only() {
        let records =
            [("2a", "e"), ("1a", "d"), ("2b", "c"), ("9a", "z"), ("9b", "y"), ("0a", "b")];
        let found = sort(&records, 1 << 20);
        assert_eq!((found.0.concat().as_str(), found.1), ("bdcezy", 2));
        assert_eq!(sort(&[], 1 << 20), (vec![], 0));
    }

    #[test]
    fn ties_of_second_keys_have_the_order_of_the_rest() {
        let records = [("1b", "x.2"), ("1a", "x.1"), ("1c", "w.3")];
        assert_eq!(sort(&records, 1 << 20).0, ["w.3", "x.1", "x.2"]);
    }

    #[test]
    fn more_ties_than_fit_in_memory() {
        let texts: Vec<String> = (0..9000).map(|n| format!("{:04}", n * 7919 % 9000)).collect();
        let records: Vec<_> = texts.iter().map(|text| ("1", text.as_str())).collect();
        let (found, n_made) = sort(&records, 0);
        assert!(found.is_sorted() && found.len() == 9000 && n_made == 9000);
    }
}
