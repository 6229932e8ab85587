//! An external merge sort of records with a key, ordered by its bytes, and a payload.
//!
//! The sort is stable. Records in memory are sorted and written to a file when they exceed the
//! limit; the files are merged at the end.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    fs::File,
    io::{self, BufReader, BufWriter, Read as _, Seek as _, SeekFrom},
};

use crate::storage::{spool::TempFiles, stored::Stored as _};

/// Number of runs that are merged at a time.
const FAN_IN: usize = 32;

/// Collects records in any order and sorts them.
#[derive(Debug, Default)]
pub struct Sorter {
    temp_files: TempFiles,
    /// Maximum number of bytes in memory.
    limit: usize,
    buffer: Vec<u8>,
    entries: Vec<BufferedRecord>,
    /// Runs by level: a run of level n + 1 was merged from [`FAN_IN`] runs of level n. Within a
    /// level, and from higher to lower levels, runs are in the order of their records.
    levels: Vec<Vec<File>>,
}

/// A record in the buffer.
#[derive(Clone, Copy, Debug)]
struct BufferedRecord {
    /// The first bytes of the key, so that few comparisons read the buffer.
    prefix: u64,
    at: usize,
}

/// Length of the header of a record, in bytes: the lengths of key and payload.
const HEAD: usize = 8;

impl Sorter {
    /// Returns a sorter that keeps up to `limit` bytes in memory.
    #[must_use]
    pub fn new(limit: usize, temp_files: &TempFiles) -> Sorter {
        let (temp_files, limit) = (temp_files.clone(), limit.max(64 << 10));
        Sorter { temp_files, limit, ..Sorter::default() }
    }

    /// Returns a sorter without records, with the same limit.
    pub(crate) fn other(&self) -> Sorter {
        Sorter::new(self.limit, &self.temp_files)
    }

    /// Adds a record. Key and payload must each be smaller than 4 GiB.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be written, or the record is too large.
    pub fn push(&mut self, key: &[u8], payload: &[u8]) -> io::Result<()> {
        let n_new = HEAD + key.len() + payload.len();
        let n_used = self.buffer.len() + (self.entries.len() + 1) * size_of::<BufferedRecord>();
        if n_used + n_new > self.limit && !self.entries.is_empty() {
            self.spill()?;
        }
        let entry = BufferedRecord { prefix: key_prefix(key), at: self.buffer.len() };
        write_record(&mut self.buffer, key, payload)?;
        self.entries.push(entry);
        Ok(())
    }

    /// Sorts the buffered records, by prefix first: few keys share their first bytes, and records with equal prefixes
    /// are mostly in order already.
    fn sort(&mut self) {
        let buffer = &self.buffer;
        self.entries.sort_unstable_by_key(|entry| (entry.prefix, entry.at));
        for alike in self.entries.chunk_by_mut(|a, b| a.prefix == b.prefix) {
            let key = |entry: &BufferedRecord| record(buffer, entry.at).0;
            if !alike.is_sorted_by(|a, b| key(a) <= key(b)) {
                alike.sort_unstable_by(|a, b| key(a).cmp(key(b)).then(a.at.cmp(&b.at)));
            }
        }
    }

    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut run = BufWriter::with_capacity(256 << 10, self.temp_files.file()?);
        for entry in &self.entries {
            let (key, payload) = record(&self.buffer, entry.at);
            write_record(&mut run, key, payload)?;
        }
        let run = run.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.buffer.clear();
        self.entries.clear();
        self.add_run(run)
    }

    /// Adds a run to the lowest level, and merges each level that is full.
    fn add_run(&mut self, mut run: File) -> io::Result<()> {
        let mut level = 0;
        loop {
            if self.levels.len() == level {
                self.levels.push(Vec::new());
            }
            self.levels[level].push(run);
            if self.levels[level].len() < FAN_IN {
                return Ok(());
            }
            let full = std::mem::take(&mut self.levels[level]);
            run = merge_into_one(full, self.limit, &self.temp_files)?;
            level += 1;
        }
    }

    /// Ends the input and returns the sorted records.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read or written.
    pub fn finish(mut self) -> io::Result<Sorted> {
        if self.levels.is_empty() {
            self.sort();
            let Sorter { buffer, entries, .. } = self;
            return Ok(Sorted(RecordSource::Memory { buffer, entries, next: 0 }));
        }
        if !self.entries.is_empty() {
            self.spill()?;
        }
        (self.buffer, self.entries) = (Vec::new(), Vec::new());
        let mut runs: Vec<File> = self.levels.into_iter().rev().flatten().collect();
        // All levels together may have more runs than are merged at a time.
        while runs.len() > 2 * FAN_IN {
            let rest = runs.split_off(FAN_IN);
            runs = vec![merge_into_one(runs, self.limit, &self.temp_files)?];
            runs.extend(rest);
        }
        Ok(Sorted(RecordSource::Merged(Merge::new(runs, self.limit)?)))
    }
}

/// Merges runs into one.
fn merge_into_one(runs: Vec<File>, limit: usize, temp_files: &TempFiles) -> io::Result<File> {
    let mut merge = Merge::new(runs, limit)?;
    let mut out = BufWriter::with_capacity(256 << 10, temp_files.file()?);
    let mut record = Record::default();
    while merge.next(&mut record)? {
        write_record(&mut out, &record.key, &record.payload)?;
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)
}

/// A record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// The key, whose bytes give the order.
    pub key: Vec<u8>,
    /// The payload.
    pub payload: Vec<u8>,
}

/// Yields records in the order of their keys.
#[derive(Debug)]
pub struct Sorted(RecordSource);

/// The place of sorted records.
#[derive(Debug)]
enum RecordSource {
    /// All records are in memory.
    Memory { buffer: Vec<u8>, entries: Vec<BufferedRecord>, next: usize },
    /// The records are in files.
    Merged(Merge),
}

impl Sorted {
    /// Passes each key to `take`, with the values of its records: `read` from their payloads, and joined into the first
    /// one.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read, and those of `read` and `take`.
    pub fn grouped<T>(
        mut self,
        read: impl Fn(&[u8]) -> io::Result<T>,
        join: impl Fn(&mut T, T),
        mut take: impl FnMut(&[u8], T) -> io::Result<()>,
    ) -> io::Result<()> {
        let (mut record, mut open) = (Record::default(), None::<(Vec<u8>, T)>);
        while self.next(&mut record)? {
            let value = read(&record.payload)?;
            match &mut open {
                Some((key, all)) if *key == record.key => join(all, value),
                _ => {
                    if let Some((key, all)) = open.replace((record.key.clone(), value)) {
                        take(&key, all)?;
                    }
                }
            }
        }
        open.map_or(Ok(()), |(key, all)| take(&key, all))
    }

    /// Reads the next record into `out`. Returns false if there is none.
    ///
    /// # Errors
    /// Returns an error if an intermediate file cannot be read.
    pub fn next(&mut self, out: &mut Record) -> io::Result<bool> {
        match &mut self.0 {
            RecordSource::Memory { buffer, entries, next } => {
                let Some(entry) = entries.get(*next) else { return Ok(false) };
                *next += 1;
                let (key, payload) = record(buffer, entry.at);
                key.clone_into(&mut out.key);
                payload.clone_into(&mut out.payload);
                Ok(true)
            }
            RecordSource::Merged(merge) => merge.next(out),
        }
    }
}

/// Returns the first bytes of a key as a number, which compares as they do.
#[must_use]
pub fn key_prefix(key: &[u8]) -> u64 {
    let mut first = [0; 8];
    let n = key.len().min(8);
    first[..n].copy_from_slice(&key[..n]);
    u64::from_be_bytes(first)
}

/// A merge of several runs.
#[derive(Debug)]
struct Merge {
    runs: Vec<BufReader<File>>,
    heap: BinaryHeap<Reverse<NextRecord>>,
}

/// The next record of a run. Records are ordered by their keys, then by their runs; each run has one record here.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct NextRecord {
    key: Vec<u8>,
    run: usize,
    payload: Vec<u8>,
}

impl Merge {
    fn new(files: Vec<File>, limit: usize) -> io::Result<Merge> {
        let each = (limit / 2 / files.len().max(1)).clamp(4 << 10, 1 << 20);
        let mut merge = Merge { runs: Vec::with_capacity(files.len()), heap: BinaryHeap::new() };
        for (run, mut file) in files.into_iter().enumerate() {
            file.seek(SeekFrom::Start(0))?;
            let mut reader = BufReader::with_capacity(each, file);
            let (mut key, mut payload) = (Vec::new(), Vec::new());
            if read_record(&mut reader, &mut key, &mut payload)? {
                merge.heap.push(Reverse(NextRecord { key, run, payload }));
            }
            merge.runs.push(reader);
        }
        Ok(merge)
    }

    fn next(&mut self, out: &mut Record) -> io::Result<bool> {
        let Some(mut top) = self.heap.peek_mut() else { return Ok(false) };
        let Reverse(head) = &mut *top;
        std::mem::swap(&mut head.key, &mut out.key);
        std::mem::swap(&mut head.payload, &mut out.payload);
        if !read_record(&mut self.runs[head.run], &mut head.key, &mut head.payload)? {
            std::collections::binary_heap::PeekMut::pop(top);
        }
        Ok(true)
    }
}

fn length(bytes: &[u8]) -> io::Result<[u8; 4]> {
    let len = u32::try_from(bytes.len())
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidInput, "a record of more than 4 GiB"))?;
    Ok(len.to_le_bytes())
}

/// Returns the key and the payload of the record at offset `at`.
fn record(buffer: &[u8], at: usize) -> (&[u8], &[u8]) {
    let (n_key, n_payload) = <(u32, u32)>::of_bytes(&buffer[at..]);
    let (key, rest) = buffer[at + HEAD..].split_at(n_key as usize);
    (key, &rest[..n_payload as usize])
}

fn write_record(out: &mut impl io::Write, key: &[u8], payload: &[u8]) -> io::Result<()> {
    out.write_all(&length(key)?)?;
    out.write_all(&length(payload)?)?;
    out.write_all(key)?;
    out.write_all(payload)
}

/// Reads the next record. Returns false at the end of the file.
fn read_record(
    reader: &mut BufReader<File>,
    key: &mut Vec<u8>,
    payload: &mut Vec<u8>,
) -> io::Result<bool> {
    let mut head = [0; HEAD];
    let (first, rest) = head.split_at_mut(1);
    // The file ends before a record. An end inside of one is an error.
    match reader.read_exact(first) {
        Ok(()) => reader.read_exact(rest)?,
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
        Err(error) => return Err(error),
    }
    let (n_key, n_payload) = <(u32, u32)>::of_bytes(&head);
    key.resize(n_key as usize, 0);
    reader.read_exact(key)?;
    payload.resize(n_payload as usize, 0);
    reader.read_exact(payload)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(n_records: u64, limit: usize) {
        let mut sorter = Sorter::new(limit, &TempFiles::default());
        let mut expected = Vec::new();
        for n in 0..n_records {
            // Keys of all lengths, many of them equal.
            let key = format!("{:x}", n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 52);
            let payload = vec![b'p'; (n % 97) as usize];
            let payload = [n.to_be_bytes().as_slice(), &payload].concat();
            sorter.push(key.as_bytes(), &payload).unwrap();
            expected.push((key.into_bytes(), payload));
        }
        expected.sort();
        let mut sorted = sorter.finish().unwrap();
        let mut record = Record::default();
        for (key, payload) in expected {
            assert!(sorted.next(&mut record).unwrap());
            assert!(record.key == key && record.payload == payload, "limit {limit}");
        }
        assert!(!sorted.next(&mut record).unwrap());
    }

    #[test]
    fn records_come_in_order_and_stay_stable() {
        check(0, 1 << 20);
        check(20_000, 1 << 30);
        check(20_000, 1 << 19);
        // More runs than are merged at a time, on two levels.
        check(30_000, 0);
    }

    #[test]
    fn a_run_that_is_cut_off_is_an_error() {
        let mut run = BufWriter::new(tempfile::tempfile().unwrap());
        write_record(&mut run, b"key", b"payload").unwrap();
        write_record(&mut run, b"key", b"payload").unwrap();
        let run = run.into_inner().unwrap();
        let one = run.metadata().unwrap().len() / 2;
        for len in (0..2 * one).rev() {
            run.set_len(len).unwrap();
            let mut reader = BufReader::new(run.try_clone().unwrap());
            reader.rewind().unwrap();
            let (mut key, mut payload) = (Vec::new(), Vec::new());
            let n_read =
                std::iter::repeat_with(|| read_record(&mut reader, &mut key, &mut payload))
                    .take_while(|it| !matches!(it, Ok(false)))
                    .collect::<io::Result<Vec<_>>>();
            assert_eq!(
                n_read.ok().map(|it| it.len() as u64),
                (len % one == 0).then_some(len / one)
            );
        }
    }
}
