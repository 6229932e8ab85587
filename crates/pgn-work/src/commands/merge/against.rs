//! `--against`: the keys of each master file, read once and stored in a file beside it.
//!
//! The file is `MASTER.pgnkit-keys`. Its head identifies the state of the master and the options on which the keys
//! depend. The file is made again if one of them differs, or if it is damaged. It is only a cache: without it, the
//! master itself is read. A file with a correct hash but invalid records was made by another program, and is an error.

use std::{
    error::Error,
    fs, io,
    path::{Path, PathBuf},
    time::UNIX_EPOCH,
};

use anyhow::ensure;
use pgn_collate::{
    ComparedGame, Groups, KeyKind, KeyOptions, Spool, Stored as _, TempFiles,
    keys::{self, Keyed, State, VERSION, Writer},
};
use pgn_report::copies::Origin;
use pgn_stream::{
    Encoding, Flow, GameNumber, InputInfo, LineNumber, Output, OutputOptions, platform,
};

use super::work::{Arrival, Batch, MergeWork};
use crate::{
    Globals,
    inputs::{Inputs, paths},
    outputs::Output as Destination,
    reports::messages::Messages,
    run_inputs::{self, Collector},
};

/// The place of a game in the masters: the index of its file, its line and its number.
type Place = (u32, LineNumber, GameNumber);

/// Checks a master of `--against`.
///
/// # Errors
/// Returns an error if the master does not exist, is one of the `earlier` ones, or the games that it does not contain would replace it.
pub fn check_master(
    master: &Path,
    earlier: &[PathBuf],
    output: &Destination,
) -> anyhow::Result<()> {
    let name = paths::show(master);
    ensure!(master.exists(), "--against {name}: no such file");
    ensure!(master.is_file(), "--against {name}: not a regular file");
    let is_same = |other: &PathBuf| pgn_stream::is_same_file(other, master);
    ensure!(!earlier.iter().any(is_same), "--against {name}: named twice");
    let is_replaced =
        matches!(output, Destination::File(path) if pgn_stream::is_same_file(path, master));
    ensure!(
        !is_replaced,
        "{name} would be replaced by the games that it does not have; use --append to add them"
    );
    Ok(())
}

/// The masters, after their keys were read.
pub(super) struct Masters {
    names: Vec<String>,
    /// The place of each game.
    places: Spool,
    pub(super) n_games: u64,
    /// True if a master could not be read to its end.
    pub(super) is_incomplete: bool,
}

impl Masters {
    /// Adds the keys of the games of all `masters` to `groups`.
    pub(super) fn read(
        masters: &[PathBuf],
        options: &KeyOptions,
        groups: &mut Groups,
        temp_files: &TempFiles,
        limit: usize,
        globals: &Globals,
    ) -> anyhow::Result<Masters> {
        let places = Spool::new(limit, temp_files);
        let mut read = Masters { names: Vec::new(), places, n_games: 0, is_incomplete: false };
        for path in masters {
            read.add(path, options, groups, globals)?;
        }
        Ok(read)
    }

    /// Adds the keys of the games of `path` to `groups`, from the file beside it or from the master itself.
    fn add(
        &mut self,
        path: &Path,
        options: &KeyOptions,
        groups: &mut Groups,
        globals: &Globals,
    ) -> anyhow::Result<()> {
        self.names.push(paths::show(path));
        let head = head(path, options, globals)?;
        let side = keys_of(path);
        // A pipe would be waited for, and a link without a file could lead anywhere.
        ensure!(
            side.is_file() || fs::symlink_metadata(&side).is_err(),
            "{}: not a regular file",
            paths::show(&side)
        );
        // A file that cannot be read is made again.
        let state = keys::state(&side, &head).unwrap_or(State::Other);
        if state == State::Damaged {
            let name = paths::show(&side);
            globals.messages.warning(format_args!("{name}: damaged; the keys are computed again"));
        }
        if state == State::Whole {
            let n_before = self.n_games;
            self.read_keys(&side, &head, groups)?;
            globals.messages.detail(format_args!(
                "{}: keys of {} games from {}",
                paths::show(path),
                self.n_games - n_before,
                paths::show(&side)
            ));
            return Ok(());
        }
        self.read_games(path, options, groups, &head, globals)
    }

    /// Returns the place of a game of the masters.
    pub(super) fn origin(&mut self, number: u64) -> io::Result<Origin> {
        let mut bytes = Vec::new();
        self.places.read(number * Place::LEN as u64, Place::LEN, &mut bytes)?;
        let (file, LineNumber(line), GameNumber(game)) = Place::of_bytes(&bytes);
        Ok(Origin { file: self.names[file as usize].clone(), line, game })
    }

    fn push(&mut self, game: &Keyed<'_>, groups: &mut Groups) -> io::Result<()> {
        let entry = ComparedGame { number: self.n_games, digest: game.digest, is_master: true };
        // Prefix keys also need the moves, as hashes do not show whether one line begins with another.
        groups.push(&entry, (game.digest.kind == KeyKind::Prefix).then_some(game.content))?;
        let file = u32::try_from(self.names.len() - 1).unwrap_or(u32::MAX);
        self.places.push(&(file, game.line, game.number).to_bytes())?;
        self.n_games += 1;
        Ok(())
    }

    fn read_keys(&mut self, side: &Path, head: &[u8], groups: &mut Groups) -> anyhow::Result<()> {
        let read = keys::read(side, head, |game| self.push(game, groups));
        read.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => {
                let name = paths::show(side);
                anyhow::anyhow!(
                    "{name}: not a file of keys written by pgnkit; delete it, or check what it is"
                )
            }
            _ => error.into(),
        })
    }

    /// Reads the games of the master at `path`, and writes their keys to a file beside it, which begins with `head`.
    fn read_games(
        &mut self,
        path: &Path,
        options: &KeyOptions,
        groups: &mut Groups,
        head: &[u8],
        globals: &Globals,
    ) -> anyhow::Result<()> {
        let (keys, dates) = (Some(options.clone()), globals.reading.dates);
        let work = MergeWork { keys, dates, ..MergeWork::default() };
        let keys = KeysFile::create(path, head, &globals.messages);
        let mut collector = MasterCollector { masters: self, groups, keys };
        // All games of the master are read, whatever is selected from the inputs.
        let all = globals.of_all_games();
        let is_complete =
            run_inputs::run(&work, &Inputs::of_file(path), &all, None, &mut collector)?;
        // The keys of a master with a game that failed lack that game, and later runs would not report it.
        if is_complete && !globals.messages.has_failed() {
            collector.keys.finish();
        }
        self.is_incomplete |= !is_complete;
        Ok(())
    }
}

/// A file of keys that is being written. If it cannot be written, a warning says so, and the merge continues without it.
struct KeysFile<'a> {
    master: &'a Path,
    messages: &'a Messages,
    /// `None` after an error.
    writer: Option<Writer<Output>>,
}

impl<'a> KeysFile<'a> {
    /// Returns the file of keys of `master`, which begins with `head`.
    fn create(master: &'a Path, head: &[u8], messages: &'a Messages) -> KeysFile<'a> {
        let mut file = KeysFile { master, messages, writer: None };
        let options = OutputOptions { compress: false, ..OutputOptions::default() };
        match Output::create(&keys_of(master), &options).map(|out| Writer::new(out, head)) {
            Ok(Ok(writer)) => file.writer = Some(writer),
            Ok(Err(error)) => file.warn(&error),
            Err(error) => file.warn(&error),
        }
        file
    }

    fn push(&mut self, game: &Keyed<'_>) {
        if let Some(writer) = &mut self.writer
            && let Err(error) = writer.push(game)
        {
            self.writer = None;
            self.warn(&error);
        }
    }

    /// Completes the file and renames it into place, unless another run has just written it.
    fn finish(mut self) {
        match self.writer.take().map(|writer| writer.finish().map(Output::commit_if_unchanged)) {
            None | Some(Ok(Ok(()))) => (),
            Some(Ok(Err(error))) => self.warn(&error),
            Some(Err(error)) => self.warn(&error),
        }
    }

    fn warn(&self, error: &dyn Error) {
        let (master, keys) = (paths::show(self.master), paths::show(&keys_of(self.master)));
        self.messages.warning(format_args!("the keys of {master} are not kept: {keys}: {error}"));
    }
}

/// Returns the path of the file of keys of the master at `path`.
pub fn keys_of(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".pgnkit-keys");
    name.into()
}

/// Returns the head of the file of keys: the state of the master and the options on which the keys depend, as text.
fn head(path: &Path, options: &KeyOptions, globals: &Globals) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    let changed = metadata.modified()?.duration_since(UNIX_EPOCH).unwrap_or_default();
    let KeyOptions { key, min_plies, replay, quality_parts, .. } = options;
    let reading = &globals.reading;
    let encoding = match reading.encoding_of(path) {
        Encoding::Given(set) => set.name(),
        Encoding::Unnamed => reading.encoding.general().name(),
        Encoding::Detected => "auto",
    };
    let head = format!(
        "{VERSION}\nof {} bytes, changed {}.{:09}, file {:?}\nkey {key:?} min-plies {min_plies} {} {quality_parts:?} \
         null {} queen {} lang {:?} nested {} max-game {} dates {:?}\n\n",
        metadata.len(),
        changed.as_secs(),
        changed.subsec_nanos(),
        identity(&metadata),
        encoding,
        replay.allow_null,
        replay.assume_queen,
        replay.lang,
        reading.nested_comments,
        reading.max_game_size,
        reading.dates,
    );
    Ok(head.into_bytes())
}

/// Returns the inode and the change time of a file, which cannot be set, unlike size and modification time. Zeros on
/// systems without them.
fn identity(metadata: &fs::Metadata) -> (u64, i64, i64) {
    let inode = platform::file_numbers(metadata).map_or(0, |(_, inode)| inode);
    let (seconds, nanoseconds) = platform::change_time(metadata).unwrap_or_default();
    (inode, seconds, nanoseconds)
}

/// The collector of the games of the master.
struct MasterCollector<'a> {
    masters: &'a mut Masters,
    groups: &'a mut Groups,
    keys: KeysFile<'a>,
}

impl Collector<Batch> for MasterCollector<'_> {
    fn take(&mut self, _: &InputInfo, batch: Batch) -> io::Result<Flow> {
        for Arrival { position, digest, content, .. } in batch.arrivals() {
            let (Some(digest), Some(number)) = (digest, position.game) else { continue };
            let game = Keyed { line: position.line, number, digest, content };
            self.keys.push(&game);
            self.masters.push(&game, self.groups)?;
        }
        Ok(Flow::Continue)
    }
}
