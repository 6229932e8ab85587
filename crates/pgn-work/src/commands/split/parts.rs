//! Any number of parts with few open files: the text of a part is kept in memory before it is written.

use std::{
    collections::VecDeque,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use pgn_stream::{Format, Output, OutputOptions, Staging, file_names::Names, format_of_name};
use pgn_syntax::Fallback;

use crate::{
    Globals,
    commands::split::{
        Existing, Plan, older,
        other_values::{self, NamedValues},
        template::Given,
        work::PartValues,
    },
    games::batch::PieceKind,
    inputs::{
        encodings::{Mixture, OutputEncodings},
        paths,
    },
    outputs::{UsedFiles, unwritable},
    reports::messages::Messages,
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
    messages: Arc<Messages>,
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
}

impl<'a> Parts<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        used: UsedFiles,
        stem: String,
        joining: Joining<'a>,
        messages: Arc<Messages>,
        options: OutputOptions,
    ) -> Parts<'a> {
        Parts {
            plan,
            used,
            joining,
            stem,
            names: Names::new(),
            staging: None,
            made: MadeFolders::default(),
            list: Vec::new(),
            n_waiting: 0,
            open: VecDeque::new(),
            max_open: MAX_OPEN,
            messages,
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
        part.n_bytes + part.games.end.n_held() as u64
    }

    /// Begins a part and returns its index.
    pub(super) fn begin(&mut self, value: &str, fields: &[String]) -> io::Result<usize> {
        if self.staging.is_none() {
            let dir = &*self.plan.dir;
            let opened = output_files::open_staging(dir, &mut self.made, "part", &self.messages);
            self.staging = Some(opened.map_err(io::Error::other)?);
        }
        let number = self.list.len() as u64 + 1;
        let given = Given { stem: &self.stem, number, value, fields };
        let path = self.path_of(&self.plan.name.names(&given));
        let replace = self.plan.existing == Existing::Replace;
        if !replace && path.exists() {
            return Err(io::Error::other(refusal(&path)));
        }
        self.used.check(&path).map_err(io::Error::other)?;
        if let Some(folder) = path.parent() {
            let made = self.made.make(folder, &self.plan.dir);
            made.map_err(|error| output_files::cannot_make(folder, &error))?;
        }
        let options = OutputOptions { replace, ..self.options.clone() };
        let out = self.with_fewer_open(|parts| match &parts.staging {
            Some(staging) => staging.create(&path, &options),
            None => Output::create(&path, &options),
        });
        let out = out.map_err(|error| io::Error::other(unwritable(Some(&path), error)))?;
        self.list.push(Part {
            out,
            games: GamesOutput::new(Vec::new()),
            n_bytes: 0,
            n_games: 0,
            encodings: OutputEncodings::default(),
            named: NamedValues::new(self.plan, fields),
        });
        let part = self.list.len() - 1;
        self.opened(part)?;
        Ok(part)
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

    fn path_of(&mut self, names: &[String]) -> PathBuf {
        let Some((name, folders)) = names.split_last() else { return self.plan.dir.clone() };
        let path = self.names.give_path(folders, name);
        // The folder `.` is not shown in names of files.
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
    pub(super) fn compare(&mut self, part: usize, item: &PartValues, read_as: Fallback) -> Mixture {
        let it = &mut self.list[part];
        it.named.compare(self.plan, &item.fields);
        it.encodings.add(item.encodings, read_as)
    }

    fn flush_all(&mut self) -> io::Result<()> {
        for part in 0..self.list.len() {
            self.flush(part)?;
        }
        Ok(())
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
            self.close_oldest().map_err(|error| {
                let path = error.path().map(PathBuf::from);
                io::Error::other(unwritable(path.as_deref(), error))
            })?;
        }
        Ok(())
    }

    /// Returns an error if the file of the first part exists and must not be replaced, before any input is read. Does
    /// nothing if its name depends on a game.
    pub(super) fn check_first(&self) -> anyhow::Result<()> {
        if self.plan.existing == Existing::Replace || self.plan.name.fields().next().is_some() {
            return Ok(());
        }
        let given = Given { stem: &self.stem, number: 1, value: "", fields: &[] };
        let names = self.plan.name.names(&given);
        let names = names.iter().map(|name| pgn_stream::file_names::file_name(name));
        let first = names.fold(self.plan.dir.clone(), |path, name| path.join(name));
        anyhow::ensure!(!first.exists(), "{}", refusal(&first));
        Ok(())
    }

    /// Renames the files of all parts into place, or none.
    pub(super) fn finish(
        mut self,
        is_complete: bool,
        globals: &'a Globals,
    ) -> anyhow::Result<(Joining<'a>, usize)> {
        for part in 0..self.list.len() {
            let it = &mut self.list[part];
            let before = it.games.out.len();
            it.games.end()?;
            self.written(part, before)?;
        }
        self.flush_all()?;
        if self.plan.existing == Existing::Refuse {
            for path in self.list.iter().filter_map(|part| part.out.path()) {
                anyhow::ensure!(!path.exists(), "{}", refusal(path));
            }
        }
        let n_parts = self.list.len();
        other_values::report(self.plan, self.list.iter().map(|part| &part.named), globals);
        if let Some(manifest) = &globals.manifest {
            for part in &self.list {
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
        Ok((self.joining, n_parts))
    }
}

fn refusal(path: &Path) -> String {
    let path = path.strip_prefix(".").unwrap_or(path);
    format!("{} already exists; --force replaces it", paths::show(path))
}
