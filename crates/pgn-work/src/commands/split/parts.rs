//! Any number of parts with few open files: the text of a part is kept in memory before it is written.

use std::{
    collections::{HashMap, VecDeque},
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use pgn_stream::{
    Append, FileId, Format, FrameContents, Output, OutputOptions, Staging, file_names::Names,
    format_of_name, is_divided,
};
use pgn_syntax::Fallback;

use crate::{
    Globals,
    commands::split::{
        Existing, Plan, SplitBy,
        by::Key,
        existing_parts::{ExistingParts, Found},
        older,
        other_values::{self, NamedValues},
        template::Given,
    },
    games::batch::PieceKind,
    inputs::{
        encodings::{Encodings, Mixture, OutputEncodings},
        paths,
    },
    outputs::{UsedFiles, unwritable, unwritable_output},
    reports::messages::counted,
    writing::{
        appender::{AppendedText, GamesOutput, Joining},
        made_folders::MadeFolders,
        output_files,
    },
};

/// Maximum number of bytes of one part that are kept in memory.
const MAX_BUFFERED_OF_PART: usize = 128 << 10;
/// Maximum number of bytes of all parts that are kept in memory.
const MAX_BUFFERED: usize = 16 << 20;
/// Maximum number of open files.
const MAX_OPEN: usize = 64;
/// Maximum number of open files if they are compressed: each encoder needs some MiB.
const MAX_OPEN_COMPRESSED: usize = 8;

/// The parts of a run.
pub(super) struct Parts<'a> {
    plan: &'a Plan,
    /// Files that no part may replace.
    used: UsedFiles,
    pub(super) joining: Joining<'a>,
    /// The value of `{stem}` in names.
    stem: String,
    names: Names,
    /// The files of earlier runs; `None` if no games are appended to them.
    existing: Option<ExistingParts<'a>>,
    /// The parts that are appended to existing files.
    appended: HashMap<FileId, PathBuf>,
    /// The existing files whose seek tables do not cover the appended games.
    divided: Vec<PathBuf>,
    /// Before the folders: a folder with open files cannot be removed everywhere.
    list: Vec<Part>,
    /// The staging folder of the files before they are renamed into place; `None` before the first part.
    staging: Option<Staging>,
    /// The folders that were made for names with folders.
    made: MadeFolders,
    /// Number of bytes of all parts in memory.
    n_waiting: usize,
    /// Indices of the parts whose files are open, the one opened first at the front.
    open: VecDeque<usize>,
    /// Maximum number of open files on this system.
    max_open: usize,
    globals: &'a Globals,
    /// How parts are written.
    options: OutputOptions,
}

/// A part whose file has not been renamed into place.
struct Part {
    out: Output,
    /// The text that has not been written to the file.
    games: GamesOutput<Vec<u8>>,
    n_bytes: u64,
    n_games: u64,
    encodings: OutputEncodings,
    /// The values in its name.
    named: NamedValues,
    /// True if its file has games of earlier runs.
    is_appended: bool,
}

/// The numbers of parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartCounts {
    pub(super) n_parts: u64,
    /// Number of parts that were appended to existing files.
    pub(super) n_appended: u64,
}

impl<'a> Parts<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        used: UsedFiles,
        stem: String,
        joining: Joining<'a>,
        globals: &'a Globals,
    ) -> Parts<'a> {
        let options = output_files::output_options(globals, Append::No, FrameContents::Games);
        let existing = match &plan.split_by {
            SplitBy::By(by) if plan.existing == Existing::Append => {
                Some(ExistingParts::new(&plan.dir, by, &plan.name, &globals.reading))
            }
            _ => None,
        };
        Parts {
            plan,
            used,
            joining,
            stem,
            names: Names::new(),
            existing,
            appended: HashMap::new(),
            divided: Vec::new(),
            staging: None,
            made: MadeFolders::default(),
            list: Vec::new(),
            n_waiting: 0,
            open: VecDeque::new(),
            max_open: MAX_OPEN,
            globals,
            options: OutputOptions {
                max_waiting: options.max_waiting / MAX_OPEN_COMPRESSED,
                ..options
            },
        }
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the number of games of a part so far.
    pub(super) fn n_games(&self, part: usize) -> u64 {
        self.list[part].n_games
    }

    /// Returns the number of bytes of a part so far.
    pub(super) fn n_bytes(&self, part: usize) -> u64 {
        let part = &self.list[part];
        part.n_bytes + part.games.n_held() as u64
    }

    /// Begins a part and returns its index.
    pub(super) fn begin(&mut self, key: &Key) -> io::Result<usize> {
        if self.staging.is_none() {
            let dir = &*self.plan.dir;
            let opened =
                output_files::open_staging(dir, &mut self.made, "part", &self.globals.messages);
            self.staging = Some(opened.map_err(io::Error::other)?);
        }
        let number = self.list.len() as u64 + 1;
        let stem = self.stem.clone();
        let given = Given::of(key, &stem, number);
        let (path, is_appended) = self.place_of(key, &given)?;
        if !is_appended && self.plan.existing != Existing::Replace && path.exists() {
            return Err(io::Error::other(self.refusal(&path)));
        }
        self.used.check(&path).map_err(io::Error::other)?;
        if let Some(folder) = path.parent() {
            let made = self.made.make(folder, &self.plan.dir);
            made.map_err(|error| output_files::cannot_make(folder, &error))?;
        }
        let options = OutputOptions {
            append: if is_appended { Append::Games } else { Append::No },
            replace: is_appended || self.plan.existing == Existing::Replace,
            ..self.options.clone()
        };
        let out = self.with_fewer_open(|parts| match &parts.staging {
            Some(staging) => staging.create(&path, &options),
            None => Output::create(&path, &options),
        });
        let cannot_write = |error| io::Error::other(unwritable(Some(&path), error));
        let mut out = out.map_err(cannot_write)?;
        let games = match out.take_tail() {
            Some(tail) => GamesOutput::after_file(Vec::new(), &tail, &path, self.globals)
                .map_err(|error| io::Error::other(unwritable(Some(&path), error)))?,
            None => GamesOutput::new(Vec::new()),
        };
        self.list.push(Part {
            out,
            games,
            n_bytes: 0,
            n_games: 0,
            encodings: OutputEncodings::default(),
            named: NamedValues::new(self.plan, given.fields),
            is_appended,
        });
        let part = self.list.len() - 1;
        self.opened(part)?;
        self.written(part, 0)?;
        Ok(part)
    }

    /// Returns the path of a part, and true if it is an existing file to which games are appended.
    fn place_of(&mut self, key: &Key, given: &Given<'_>) -> io::Result<(PathBuf, bool)> {
        let texts = self.plan.name.names(given);
        let Some((name, folders)) = texts.split_last() else {
            return Ok((self.plan.dir.clone(), false));
        };
        loop {
            let known = self.existing.as_ref().and_then(|existing| existing.file_of(key));
            if let Some(file) = known.map(PathBuf::from) {
                self.begin_appending(&file)?;
                return Ok((file, true));
            }
            let (path, number) = self.names.give_path(folders, name);
            let found = self.with_fewer_open(|parts| match &mut parts.existing {
                Some(existing) => existing.examine(key, &path, number),
                None => Ok(Found::Free),
            });
            match found.map_err(|error| io::Error::other(unwritable_output(error)))? {
                Found::Free => return Ok((self.in_dir(path), false)),
                Found::Part(_) | Found::OtherParts => (),
                Found::OtherGames(file, keys) => {
                    return Err(io::Error::other(other_games(&file, key, &keys)));
                }
                Found::NotPgn(file, kind) => {
                    let file = paths::show(&file);
                    let message = format!("{file}: cannot append: the file is {kind}");
                    return Err(io::Error::other(message));
                }
            }
        }
    }

    /// Records that games are appended to the file at `path`.
    fn begin_appending(&mut self, path: &Path) -> io::Result<()> {
        let id = FileId::of_regular_file(path);
        if let Some(other) = id.and_then(|id| self.appended.insert(id, path.to_owned())) {
            let (one, other) = (paths::show(&other), paths::show(path));
            return Err(io::Error::other(format!(
                "two outputs are the same file: {one} and {other}"
            )));
        }
        if is_divided(path) {
            self.divided.push(path.to_owned());
        }
        Ok(())
    }

    /// Calls `open`, which opens a file. If the system permits no more open files, half of the open ones are closed,
    /// and `open` is called again.
    fn with_fewer_open<T>(
        &mut self,
        mut open: impl FnMut(&mut Self) -> Result<T, pgn_stream::Error>,
    ) -> Result<T, pgn_stream::Error> {
        loop {
            match open(self) {
                Err(error) if error.is_too_many_open() && !self.open.is_empty() => {
                    let n_kept = self.open.len() / 2;
                    self.max_open = n_kept.max(1);
                    while self.open.len() > n_kept {
                        self.close_oldest()?;
                    }
                }
                result => return result,
            }
        }
    }

    fn close_oldest(&mut self) -> Result<(), pgn_stream::Error> {
        self.open.pop_front().map_or(Ok(()), |oldest| self.list[oldest].out.park())
    }

    /// Returns a path of the folder of all parts. The folder `.` is not shown in names of files.
    fn in_dir(&self, path: PathBuf) -> PathBuf {
        if self.plan.dir == Path::new(".") { path } else { self.plan.dir.join(path) }
    }

    /// Writes a game, or a piece of one, to a part.
    pub(super) fn append(&mut self, part: usize, appended: &AppendedText<'_>) -> io::Result<()> {
        let it = &mut self.list[part];
        it.n_games += u64::from(appended.kind == PieceKind::Game);
        let before = it.games.out.len();
        it.games.append(&mut self.joining, appended)?;
        self.written(part, before)
    }

    /// Updates the counts after a text was added to a part, and writes texts to files if too many bytes are in memory.
    /// `before`: number of bytes of the part in memory before.
    fn written(&mut self, part: usize, before: usize) -> io::Result<()> {
        let it = &mut self.list[part];
        let n_bytes = it.games.out.len() - before;
        it.n_bytes += n_bytes as u64;
        self.n_waiting += n_bytes;
        if it.games.out.len() > MAX_BUFFERED_OF_PART {
            self.flush(part)?;
        }
        if self.n_waiting > MAX_BUFFERED {
            self.flush_all()?;
        }
        Ok(())
    }

    /// Adds the values and the encodings of a game, or of a piece of one, to those of a part. Returns whether its
    /// encodings differ from those of the text before it. `read_as`: its character set if it is not UTF-8.
    pub(super) fn compare(
        &mut self,
        part: usize,
        key: &Key,
        encodings: Encodings,
        read_as: Fallback,
    ) -> Mixture {
        let it = &mut self.list[part];
        it.named.compare(self.plan, &key[1..]);
        it.encodings.add(encodings, read_as)
    }

    fn flush_all(&mut self) -> io::Result<()> {
        (0..self.list.len()).try_for_each(|part| self.flush(part))
    }

    fn flush(&mut self, part: usize) -> io::Result<()> {
        let it = &mut self.list[part];
        if it.games.out.is_empty() {
            return Ok(());
        }
        self.n_waiting -= it.games.out.len();
        // The memory is freed, as there may be a hundred thousand parts.
        let bytes = std::mem::take(&mut it.games.out);
        let opened = self.with_fewer_open(|parts| parts.list[part].out.unpark());
        let out = &mut self.list[part].out;
        let result = opened.map_err(io::Error::other).and_then(|()| out.write_all(&bytes));
        result.map_err(|error| io::Error::new(error.kind(), unwritable(out.path(), error)))?;
        self.opened(part)
    }

    /// Records that the file of a part is open, and closes others if there are too many.
    fn opened(&mut self, part: usize) -> io::Result<()> {
        self.open.retain(|&other| other != part);
        self.open.push_back(part);
        let is_plain =
            self.list[part].out.path().is_none_or(|path| format_of_name(path) == Format::Plain);
        let max = if is_plain { MAX_OPEN } else { MAX_OPEN_COMPRESSED };
        while self.open.len() > max.min(self.max_open) {
            self.close_oldest().map_err(|error| io::Error::other(unwritable_output(error)))?;
        }
        Ok(())
    }

    /// Returns an error if the file of the first part exists and must not be replaced, before any input is read. Does
    /// nothing if its name depends on a game.
    pub(super) fn check_first(&self) -> anyhow::Result<()> {
        if self.plan.existing != Existing::Refuse || self.plan.name.fields().next().is_some() {
            return Ok(());
        }
        let given = Given { stem: &self.stem, number: 1, value: "", fields: &[] };
        let names = pgn_stream::file_names::path_names(&self.plan.name.names(&given));
        let first = names.iter().fold(self.plan.dir.clone(), |path, name| path.join(name));
        anyhow::ensure!(!first.exists(), "{}", self.refusal(&first));
        Ok(())
    }

    /// Renames the files of all parts into place, or none.
    pub(super) fn finish(mut self, is_complete: bool) -> anyhow::Result<(Joining<'a>, PartCounts)> {
        for part in 0..self.list.len() {
            let it = &mut self.list[part];
            let before = it.games.out.len();
            it.games.finish()?;
            self.written(part, before)?;
        }
        self.flush_all()?;
        if self.plan.existing != Existing::Replace {
            let new = self.list.iter().filter(|part| !part.is_appended);
            for path in new.filter_map(|part| part.out.path()) {
                anyhow::ensure!(!path.exists(), "{}", self.refusal(path));
            }
        }
        self.warn_of_divided();
        let n_appended = self.list.iter().filter(|part| part.is_appended).count() as u64;
        let counts = PartCounts { n_parts: self.list.len() as u64, n_appended };
        let globals = self.globals;
        other_values::report(self.plan, self.list.iter().map(|part| &part.named), globals);
        if let Some(manifest) = &globals.manifest {
            // The games of earlier runs are not counted.
            for part in self.list.iter().filter(|part| !part.is_appended) {
                let path = part.out.path().unwrap_or(Path::new(""));
                manifest.set_n_games(path, part.n_games);
            }
        }
        let paths: Vec<PathBuf> =
            self.list.iter().filter_map(|part| part.out.path().map(PathBuf::from)).collect();
        let outputs = self.list.into_iter().map(|part| part.out).collect();
        match &self.staging {
            Some(staging) => output_files::close_staged(outputs, staging, is_complete, globals)?,
            None => output_files::close_all(outputs, is_complete, globals)?,
        }
        self.made.keep();
        if is_complete {
            older::warn(&paths, &self.plan.name, &self.stem, &globals.messages);
        }
        Ok((self.joining, counts))
    }

    /// Warns of existing files whose seek tables do not cover the appended games.
    fn warn_of_divided(&self) {
        let Some(first) = self.divided.first() else { return };
        let others = match self.divided.len() as u64 - 1 {
            0 => String::new(),
            n => format!(" and {}", counted(n, "other part")),
        };
        self.globals.messages.warning(format_args!(
            "{}{others}: the seek table will not cover the appended games, so `ranges` returns such a file as one range",
            paths::show(first)
        ));
    }

    fn refusal(&self, path: &Path) -> String {
        let is_file = path.is_file();
        let path = paths::show(path.strip_prefix(".").unwrap_or(path));
        match self.plan.existing {
            Existing::Append if is_file => {
                format!("{path} was created by another program; run the command again")
            }
            Existing::Append => format!("{path}: cannot append: not a regular file"),
            Existing::Refuse | Existing::Replace => {
                let is_by = matches!(self.plan.split_by, SplitBy::By(_));
                let append = if is_by && is_file { "--append adds to it, " } else { "" };
                format!("{path} already exists; {append}--force replaces it")
            }
        }
    }
}

/// Returns the error for a file that has the name of the part `key`, and whose first game belongs to other parts.
fn other_games(file: &Path, key: &Key, keys: &[Key]) -> String {
    let shown = |key: &Key| format!("`{}`", key.join("`, `"));
    let keys: Vec<String> = keys.iter().map(shown).collect();
    format!(
        "{}: its first game has the value {}, not {}, so that no games of {2} are appended to it; rename the file",
        paths::show(file),
        keys.join(" and "),
        shown(key)
    )
}
