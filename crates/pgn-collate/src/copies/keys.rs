//! Files with the keys of many games.
//!
//! A file consists of a header, a record for each game, an empty record, and the checksum of everything before it.
//! The caller chooses the header, which begins with [`VERSION`]; [`state`] recognizes a file with a different one.

use std::{
    fs::File,
    io::{self, BufReader, Read as _, Write},
    path::Path,
};

use pgn_stream::{GameNumber, LineNumber};

use crate::{
    copies::digest::{Digest, KeyKind},
    storage::stored::Stored as _,
};

/// The beginning of a header. Its number changes with the layout of records, the meaning of keys,
/// and the moves that are read.
pub const VERSION: &str = "pgnkit keys 13";

/// A game with its key.
#[derive(Clone, Copy, Debug)]
pub struct Keyed<'a> {
    /// The line of the game in its file.
    pub line: LineNumber,
    /// The number of the game in its file.
    pub number: GameNumber,
    /// The key.
    pub digest: Digest,
    /// Content of a key of [`KeyKind::Prefix`]; not stored for other kinds.
    pub content: &'a [u8],
}

/// The record of a game before the content.
type Fixed = (LineNumber, GameNumber, Digest);

impl Keyed<'_> {
    /// Returns the game of a record; `None` if the record is not valid.
    fn of(record: &[u8]) -> Option<Keyed<'_>> {
        let (fixed, content) = record.split_at_checked(Fixed::LEN)?;
        let (line, number, digest) = Fixed::of_bytes(fixed);
        // An unknown kind is read as another one.
        let is_known = (line, number, digest).to_bytes() == fixed;
        let is_record = is_known && (digest.kind == KeyKind::Prefix || content.is_empty());
        is_record.then_some(Keyed { line, number, digest, content })
    }

    fn bytes(&self) -> Vec<u8> {
        let is_prefix = self.digest.kind == KeyKind::Prefix;
        let content: &[u8] = if is_prefix { self.content } else { b"" };
        let len = u32::try_from(Fixed::LEN + content.len()).unwrap_or(u32::MAX);
        let mut bytes = (len, (self.line, self.number, self.digest)).to_bytes();
        bytes.extend_from_slice(content);
        bytes
    }
}

/// State of a file of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The header is not the expected one, or the file is too short.
    Other,
    /// The checksum is wrong.
    Damaged,
    /// The file is complete and unchanged.
    Whole,
}

/// Returns the state of the file at `path`.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn state(path: &Path, head: &[u8]) -> io::Result<State> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let len = file.get_ref().metadata()?.len();
    if len < head.len() as u64 + 4 + 32 {
        return Ok(State::Other);
    }
    let mut bytes = vec![0; head.len()];
    file.read_exact(&mut bytes)?;
    if bytes != head {
        return Ok(State::Other);
    }
    let mut hash = blake3::Hasher::new();
    hash.update(head);
    hash.update_reader((&mut file).take(len - (head.len() as u64 + 32)))?;
    let mut end = [0; 32];
    file.read_exact(&mut end)?;
    Ok(if hash.finalize() == end { State::Whole } else { State::Damaged })
}

/// Calls `take` with each game of the file at `path`, which must be [whole](State::Whole).
///
/// # Errors
/// Returns the errors of `take` and of reading the file; [`io::ErrorKind::InvalidData`] if a record is not valid.
pub fn read(
    path: &Path,
    head: &[u8],
    mut take: impl FnMut(&Keyed<'_>) -> io::Result<()>,
) -> io::Result<()> {
    let no_keys = || io::Error::from(io::ErrorKind::InvalidData);
    let mut file = BufReader::with_capacity(1 << 20, File::open(path)?);
    let mut left = file.get_ref().metadata()?.len().saturating_sub(head.len() as u64 + 32);
    io::copy(&mut (&mut file).take(head.len() as u64), &mut io::sink())?;
    let mut record = Vec::new();
    loop {
        let mut len = [0; 4];
        file.read_exact(&mut len)?;
        let len = u32::from_le_bytes(len);
        left = left.checked_sub(4 + u64::from(len)).ok_or_else(no_keys)?;
        if len == 0 {
            return if left == 0 { Ok(()) } else { Err(no_keys()) };
        }
        record.resize(len as usize, 0);
        file.read_exact(&mut record)?;
        take(&Keyed::of(&record).ok_or_else(no_keys)?)?;
    }
}

/// Writes a file of keys.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    hash: blake3::Hasher,
}

impl<W: Write> Writer<W> {
    /// Returns a writer to `out` after writing the header.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn new(out: W, head: &[u8]) -> io::Result<Writer<W>> {
        let mut writer = Writer { out, hash: blake3::Hasher::new() };
        writer.write(head)?;
        Ok(writer)
    }

    /// Appends the record of a game.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn push(&mut self, game: &Keyed<'_>) -> io::Result<()> {
        self.write(&game.bytes())
    }

    /// Writes the end of the file and returns the underlying writer.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.write(&[0; 4])?;
        let Writer { mut out, hash } = self;
        out.write_all(hash.finalize().as_bytes())?;
        Ok(out)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::copies::{digest::Quality, facts::Facts};

    #[test]
    fn foreign_key_files_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let side = dir.path().join("a.pgnkit-keys");
        let read_back = |records: &[u8]| {
            let bytes = [b"head".as_slice(), records, &[0; 32]].concat();
            std::fs::write(&side, bytes).unwrap();
            let mut n_games = 0;
            read(&side, b"head", |_| {
                n_games += 1;
                Ok(())
            })
            .map(|()| n_games)
        };
        let digest = Digest {
            kind: KeyKind::Own,
            hash: [7; 32],
            facts: Facts::default(),
            quality: Quality::default(),
        };
        let record =
            Keyed { line: LineNumber(1), number: GameNumber(1), digest, content: b"" }.bytes();
        let end = [0; 4];
        assert_eq!(read_back(&[&record[..], &end].concat()).unwrap(), 1);
        let mut other_kind = record.clone();
        other_kind[4 + 48] = 9;
        let too_long = [&(u32::MAX - 3).to_le_bytes(), &record[4..]].concat();
        for records in [
            [&[5, 0, 0, 0][..], b"short", &end].concat(),
            [&other_kind[..], &end].concat(),
            [&too_long[..], &end].concat(),
            [&record[..], &end, &record, &end].concat(),
            record,
            Vec::new(),
        ] {
            assert!(read_back(&records).is_err());
        }
    }
}
