//! `--against`: the keys of a master, read once and kept in a file beside it.
//!
//! The file is `MASTER.pgnkit-keys`: a head that says of which state of the master and of which
//! options the keys are, a record for each game, and the hash of all that. It is made anew when one of
//! them differs. It is never needed: without it, the master is read. A file that was damaged is made
//! anew, too; one whose hash is right and whose records are none was made by somebody else.

use std::{
    fs::{self, File},
    io::{self, BufReader, Read as _, Write as _},
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use pgn_collate::{Digest, Entry, Facts, Groups, KeyOptions, Kind, Quality, Scratch, Spool};
use pgn_report::copies::Origin;
use pgn_stream::{Flow, Input, InputInfo, Output, OutputOptions};

use super::gather::{Arrival, Batch, TextsWanted, Wanted};
use crate::{
    Globals,
    inputs::{Inputs, Truncation},
    paths,
    reader::{self, Reporting, Reports, Taker},
};

/// What is known of a master.
pub(super) struct Master {
    name: String,
    /// Line and number of each of its games.
    places: Spool,
    pub(super) n_games: u64,
    /// It could not be read to its end.
    pub(super) is_incomplete: bool,
}

impl Master {
    /// Gives the keys of `path` to `groups`: from the file beside it, or from itself.
    pub(super) fn read(
        path: &Path,
        keys: &KeyOptions,
        groups: &mut Groups,
        scratch: &Scratch,
        limit: usize,
        globals: &Globals,
    ) -> anyhow::Result<Master> {
        let mut master = Master {
            name: paths::show(path),
            places: Spool::new(limit, scratch),
            n_games: 0,
            is_incomplete: false,
        };
        let head = head(path, keys, globals)?;
        let side = keys_of(path);
        // What cannot be read is as good as not there.
        let state = state_of(&side, &head).unwrap_or(State::Other);
        if state == State::Damaged {
            let name = paths::show(&side);
            globals.messages.warning(format_args!("{name}: damaged; the keys are made anew"));
        }
        if state == State::Whole {
            master.read_keys(&side, &head, groups)?;
            globals.messages.detail(format_args!(
                "{}: keys of {} games from {}",
                master.name,
                master.n_games,
                paths::show(&side)
            ));
            return Ok(master);
        }
        master.read_games(path, keys, groups, &head, globals)?;
        Ok(master)
    }

    /// Where a game of the master is.
    pub(super) fn origin(&mut self, number: u64) -> io::Result<Origin> {
        let mut bytes = Vec::new();
        self.places.read(number * 16, 16, &mut bytes)?;
        Ok(Origin {
            file: self.name.clone(),
            line: number_at(&bytes, 0),
            game: number_at(&bytes, 8),
        })
    }

    fn push(&mut self, game: &Game<'_>, groups: &mut Groups) -> io::Result<()> {
        let entry = Entry { number: self.n_games, digest: game.digest, is_master: true };
        // Lines of which one is the beginning of another cannot be found by a hash of them.
        groups.push(&entry, (game.digest.kind == Kind::Prefix).then_some(game.content))?;
        self.places.push(&game.line.to_le_bytes())?;
        self.places.push(&game.number.to_le_bytes())?;
        self.n_games += 1;
        Ok(())
    }

    fn read_keys(&mut self, side: &Path, head: &[u8], groups: &mut Groups) -> anyhow::Result<()> {
        let mut file = BufReader::with_capacity(1 << 20, File::open(side)?);
        let mut left = file.get_ref().metadata()?.len().saturating_sub(head.len() as u64 + 32);
        io::copy(&mut (&mut file).take(head.len() as u64), &mut io::sink())?;
        let mut record = Vec::new();
        loop {
            let no_keys = || {
                let name = paths::show(side);
                anyhow::anyhow!(
                    "{name}: holds no keys that pgnkit wrote; delete it, or see what it is"
                )
            };
            let mut len = [0; 4];
            file.read_exact(&mut len)?;
            let len = u32::from_le_bytes(len);
            left = left.checked_sub(4 + u64::from(len)).ok_or_else(no_keys)?;
            if len == 0 {
                return if left == 0 { Ok(()) } else { Err(no_keys()) };
            }
            record.resize(len as usize, 0);
            file.read_exact(&mut record)?;
            self.push(&Game::of(&record).ok_or_else(no_keys)?, groups)?;
        }
    }

    fn read_games(
        &mut self,
        path: &Path,
        keys: &KeyOptions,
        groups: &mut Groups,
        head: &[u8],
        globals: &Globals,
    ) -> anyhow::Result<()> {
        let work = Wanted {
            texts: TextsWanted::None,
            line_ending: None,
            charset: None,
            fallback: keys.fallback,
            keys: Some(keys.clone()),
            counts_lines: true,
            order: None,
            tree: None,
        };
        let list = vec![Input::Path(path.to_owned())];
        let input = Inputs { list, truncation: Truncation::Fails, lists: Vec::new() };
        // A folder that cannot be written to is no reason to fail.
        let options = OutputOptions { compress: false, ..OutputOptions::default() };
        let side = Output::create(&keys_of(path), &options);
        let side = match side {
            Ok(out) => Some(Side { out, hash: pgn_collate::Check::default() }),
            Err(error) => {
                globals.messages.warning(format_args!(
                    "the keys of {} are not kept: {}: {error}",
                    self.name,
                    paths::show(&keys_of(path))
                ));
                None
            }
        };
        let mut reading =
            Reading { master: self, groups, side, reports: Reports::new(&input, globals, true) };
        if let Some(side) = &mut reading.side {
            side.write(head)?;
        }
        // Every game counts, whatever is selected of the others.
        let all = globals.of_all_games();
        reader::read(&work, &input.list, &all, None, &mut Reporting(&mut reading))?;
        let Reading { side, reports, .. } = reading;
        self.is_incomplete = reports.has_incomplete;
        if let Some(side) = side.filter(|_| !self.is_incomplete)
            && let Err(error) = side.finish()
        {
            let name = &self.name;
            globals.messages.warning(format_args!("the keys of {name} are not kept: {error}"));
        }
        Ok(())
    }
}

/// The file beside the master while it is written.
struct Side {
    out: Output,
    hash: pgn_collate::Check,
}

impl Side {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hash.update(bytes);
        self.out.write_all(bytes)
    }

    fn finish(mut self) -> anyhow::Result<()> {
        self.write(&[0; 4])?;
        let hash = self.hash.finish();
        self.out.write_all(&hash)?;
        self.out.commit()?;
        Ok(())
    }
}

/// Returns the file beside the master at `path` that its keys are kept in.
pub fn keys_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".pgnkit-keys");
    name.into()
}

/// What the keys depend on, as text: the first bytes of the file.
fn head(path: &Path, keys: &KeyOptions, globals: &Globals) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let KeyOptions { key, min_plies, fallback, replay, judging } = keys;
    let reading = &globals.reading;
    let head = format!(
        "pgnkit keys 3\nof {} bytes, changed {}.{:09}, file {:?}\nkey {key:?} min-plies {min_plies} {} {judging:?} \
         null {} queen {} lang {:?} nested {} max-game {}\n\n",
        metadata.len(),
        changed.as_secs(),
        changed.subsec_nanos(),
        identity(&metadata),
        fallback.name(),
        replay.allow_null,
        replay.assume_queen,
        replay.lang,
        reading.nested_comments,
        reading.max_game_size,
    );
    Ok(head.into_bytes())
}

/// Inode and change time, which say more than size and time of the last writing: those can be set.
fn identity(metadata: &fs::Metadata) -> (u64, i64, i64) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;

        (metadata.ino(), metadata.ctime(), metadata.ctime_nsec())
    }
    #[cfg(not(unix))]
    {
        let _ = metadata;
        (0, 0, 0)
    }
}

/// What a file of keys is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Of another state of the master, or of other options.
    Other,
    /// Its hash is not right.
    Damaged,
    Whole,
}

fn state_of(side: &Path, head: &[u8]) -> io::Result<State> {
    let mut file = BufReader::with_capacity(1 << 20, File::open(side)?);
    let mut left = file.get_ref().metadata()?.len();
    if left < head.len() as u64 + 4 + 32 {
        return Ok(State::Other);
    }
    let mut bytes = vec![0; head.len()];
    file.read_exact(&mut bytes)?;
    if bytes != head {
        return Ok(State::Other);
    }
    left -= head.len() as u64 + 32;
    let mut hash = pgn_collate::Check::default();
    hash.update(head);
    let mut piece = vec![0; 1 << 16];
    while left > 0 {
        let n = usize::try_from(left).unwrap_or(usize::MAX).min(piece.len());
        file.read_exact(&mut piece[..n])?;
        hash.update(&piece[..n]);
        left -= n as u64;
    }
    let mut end = [0; 32];
    file.read_exact(&mut end)?;
    Ok(if end == hash.finish() { State::Whole } else { State::Damaged })
}

/// A game of a master.
struct Game<'a> {
    line: u64,
    number: u64,
    digest: Digest,
    /// Of prefix keys only.
    content: &'a [u8],
}

/// Bytes of a record before the content.
const FIXED: usize = 8 + 8 + 32 + 1 + 4 * (pgn_collate::facts::N_FACTS + 3);

impl Game<'_> {
    /// `None`: it is no record.
    fn of(record: &[u8]) -> Option<Game<'_>> {
        let kind = *record.get(48)?;
        let is_prefix = kind == Kind::Prefix as u8;
        let is_record = Kind::of(kind) as u8 == kind
            && record.len() >= FIXED
            && (is_prefix || record.len() == FIXED);
        if !is_record {
            return None;
        }
        let word = |at: usize| {
            let mut four = [0; 4];
            four.copy_from_slice(&record[at..at + 4]);
            u32::from_le_bytes(four)
        };
        let mut hash = [0; 32];
        hash.copy_from_slice(&record[16..48]);
        let mut facts = Facts::default();
        for (at, fact) in facts.0.iter_mut().enumerate() {
            *fact = word(49 + 4 * at);
        }
        let at = 49 + 4 * facts.0.len();
        Some(Game {
            line: number_at(record, 0),
            number: number_at(record, 8),
            digest: Digest {
                kind: Kind::of(record[48]),
                hash,
                facts,
                quality: Quality {
                    n_plies: word(at),
                    n_annotations: word(at + 4),
                    n_tags: word(at + 8),
                },
            },
            content: &record[FIXED..],
        })
    }

    fn bytes(&self) -> Vec<u8> {
        let Digest { kind, hash, facts, quality } = &self.digest;
        let content: &[u8] = if *kind == Kind::Prefix { self.content } else { b"" };
        let mut bytes = Vec::with_capacity(4 + FIXED + content.len());
        let len = u32::try_from(FIXED + content.len()).unwrap_or(u32::MAX);
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(&self.line.to_le_bytes());
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.extend_from_slice(hash);
        bytes.push(*kind as u8);
        let Quality { n_plies, n_annotations, n_tags } = *quality;
        for number in facts.0.iter().copied().chain([n_plies, n_annotations, n_tags]) {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(content);
        bytes
    }
}

fn number_at(bytes: &[u8], at: usize) -> u64 {
    let mut eight = [0; 8];
    eight.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(eight)
}

/// The sink of the master's games.
struct Reading<'a> {
    master: &'a mut Master,
    groups: &'a mut Groups,
    side: Option<Side>,
    reports: Reports,
}

impl Taker<Batch> for Reading<'_> {
    fn reports(&mut self) -> &mut Reports {
        &mut self.reports
    }

    fn take(&mut self, _: &InputInfo, batch: Batch) -> io::Result<Flow> {
        for Arrival { line, number, digest, content, .. } in batch.arrivals() {
            let Some(digest) = digest else { continue };
            let game = Game { line, number, digest, content };
            if let Some(side) = &mut self.side {
                side.write(&game.bytes())?;
            }
            self.master.push(&game, self.groups)?;
        }
        Ok(Flow::Continue)
    }
}

#[cfg(test)]
mod tests {
    use pgn_collate::Keep;

    use super::*;

    #[test]
    fn keys_that_nobody_wrote_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let side = dir.path().join("a.pgnkit-keys");
        let read = |records: &[u8]| {
            let bytes = [b"head".as_slice(), records, &[0; 32]].concat();
            fs::write(&side, bytes).unwrap();
            let scratch = Scratch::default();
            let places = Spool::new(1 << 20, &scratch);
            let name = "a".to_owned();
            let mut master = Master { name, places, n_games: 0, is_incomplete: false };
            let mut groups = Groups::new(Keep::First, 1 << 20, &scratch);
            master.read_keys(&side, b"head", &mut groups).map(|()| master.n_games)
        };
        let digest = Digest {
            kind: Kind::Own,
            hash: [7; 32],
            facts: Facts::default(),
            quality: Quality::default(),
        };
        let record = Game { line: 1, number: 1, digest, content: b"" }.bytes();
        let end = [0; 4];
        assert_eq!(read(&[&record[..], &end].concat()).unwrap(), 1);
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
            assert!(read(&records).is_err());
        }
    }
}
