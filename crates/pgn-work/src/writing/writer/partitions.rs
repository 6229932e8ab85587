//! A table in many files, one for each folder of a partition. Rows are kept in memory, and above a limit in an
//! intermediate file, until all inputs have been read; then the files are written one by one.

use std::{
    collections::HashMap,
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::ensure;
use pgn_collate::Spool;
use pgn_report::games::columns::Columns;
use pgn_stream::{Output, OutputOptions, Staging, file_names};
use pgn_table::csv::Delimiter;

use crate::{
    Globals,
    inputs::paths::show,
    outputs::{UsedFiles, unwritable},
    reports::messages::counted,
    writing::{made_folders::MadeFolders, output_files, stream::parquet_writer},
};

/// Maximum number of bytes of rows that are kept in memory by folder, and again by the spool.
const MAX_WAITING: usize = 8 << 20;

/// Maximum number of folders, so that a field with too many values, or a game of two large teams, does not fill a disk
/// with small files. A folder takes about 200 bytes of memory until it is written.
const MAX_FOLDERS: usize = 100_000;

/// The format of the files.
#[derive(Debug)]
pub(crate) enum FileForm {
    /// CSV or TSV, with this header.
    Text(Delimiter, Vec<u8>),
    Parquet(Columns),
    JsonLines,
}

impl FileForm {
    fn ending(&self) -> &'static str {
        match self {
            FileForm::Text(Delimiter::Comma, _) => "csv",
            FileForm::Text(Delimiter::Tab, _) => "tsv",
            FileForm::Parquet(_) => "parquet",
            FileForm::JsonLines => "jsonl",
        }
    }
}

/// The files of a partitioned table.
pub(crate) struct Partitions {
    dir: PathBuf,
    form: FileForm,
    replace: bool,
    /// Files that must not be replaced.
    taken: UsedFiles,
    spool: Spool,
    folders: HashMap<String, Partition>,
    n_waiting: usize,
}

/// The rows of a folder.
#[derive(Default)]
struct Partition {
    /// Offset and length of each block of rows in the spool.
    blocks: Vec<(u64, usize)>,
    waiting: Vec<u8>,
}

impl Partitions {
    /// Begins a table in the folder `dir`.
    ///
    /// # Errors
    /// Returns an error if `dir` is not a folder, or has content and `replace` is false.
    pub(crate) fn new(
        dir: &Path,
        form: FileForm,
        replace: bool,
        taken: UsedFiles,
        globals: &Globals,
    ) -> anyhow::Result<Partitions> {
        if let Ok(mut there) = fs::read_dir(dir) {
            ensure!(replace || there.next().is_none(), "{}", refusal(dir));
        } else {
            ensure!(!dir.exists(), "{}: not a folder", show(dir));
        }
        let spool = Spool::new(MAX_WAITING, &globals.temp_files);
        let (folders, n_waiting) = (HashMap::new(), 0);
        Ok(Partitions { dir: dir.to_owned(), form, replace, taken, spool, folders, n_waiting })
    }

    /// Adds whole rows to a folder. `folder`: its levels, separated by `/`.
    ///
    /// # Errors
    /// Returns an error if there are more than [`MAX_FOLDERS`], or the intermediate file cannot be written.
    pub(super) fn append(&mut self, folder: &str, rows: &[u8]) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let n_folders = self.folders.len();
        match self.folders.get_mut(folder) {
            Some(it) => it.waiting.extend_from_slice(rows),
            None if n_folders >= MAX_FOLDERS => return Err(too_many(&self.dir)),
            None => {
                let it = Partition { waiting: rows.to_vec(), ..Partition::default() };
                self.folders.insert(folder.to_owned(), it);
            }
        }
        self.n_waiting += rows.len();
        if self.n_waiting < MAX_WAITING {
            return Ok(());
        }
        for it in self.folders.values_mut().filter(|it| !it.waiting.is_empty()) {
            // The memory is freed, too, as there may be many folders.
            let rows = std::mem::take(&mut it.waiting);
            it.blocks.push((self.spool.push(&rows)?, rows.len()));
        }
        self.n_waiting = 0;
        Ok(())
    }

    /// Writes the files and renames them into place together.
    pub(super) fn finish(mut self, is_complete: bool, globals: &Globals) -> anyhow::Result<()> {
        let mut made = MadeFolders::default();
        let staging = output_files::open_staging(&self.dir, &mut made, "file", &globals.messages)?;
        let mut folders: Vec<_> = std::mem::take(&mut self.folders).into_iter().collect();
        folders.sort_unstable_by(|a, b| a.0.cmp(&b.0));
        // Where file names do not depend on case or normalization, two folders can be one.
        let mut n_files: HashMap<String, u32> = HashMap::new();
        let mut outputs = Vec::new();
        for (folder, partition) in folders {
            let number = n_files.entry(file_names::fold(&folder)).or_default();
            let name = format!("part-{number}.{}", self.form.ending());
            *number += 1;
            let folder = folder.split('/').fold(self.dir.clone(), |path, name| path.join(name));
            let is_made = made.make(&folder, &self.dir);
            is_made.map_err(|error| output_files::cannot_make(&folder, &error))?;
            outputs.push(self.file(&folder.join(name), &partition, &staging, globals)?);
        }
        let n = outputs.len() as u64;
        output_files::close_staged(outputs, &staging, is_complete, globals)?;
        made.keep();
        globals.messages.detail(format_args!("files written: {n}"));
        Ok(())
    }

    /// Writes a file without renaming it into place.
    fn file(
        &mut self,
        path: &Path,
        partition: &Partition,
        staging: &Staging,
        globals: &Globals,
    ) -> anyhow::Result<Output> {
        ensure!(self.replace || !path.exists(), "{}", refusal(path));
        self.taken.check(path)?;
        let workers = Some(Arc::clone(&globals.workers));
        let options = OutputOptions { replace: self.replace, workers, ..OutputOptions::default() };
        let mut out =
            staging.create(path, &options).map_err(|error| unwritable(Some(path), error))?;
        match &self.form {
            FileForm::Parquet(columns) => {
                let mut writer = parquet_writer(out, *columns, &globals.workers)?;
                partition.each(&mut self.spool, |rows| writer.write(rows))?;
                out = writer.finish()?;
            }
            FileForm::Text(_, header) => {
                out.write_all(header)?;
                partition.each(&mut self.spool, |rows| out.write_all(rows))?;
            }
            FileForm::JsonLines => partition.each(&mut self.spool, |rows| out.write_all(rows))?,
        }
        // Limits the number of files that are open at a time.
        out.park().map_err(|error| unwritable(Some(path), error))?;
        Ok(out)
    }
}

impl Partition {
    fn each(
        &self,
        spool: &mut Spool,
        mut take: impl FnMut(&[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        for &(offset, len) in &self.blocks {
            take(spool.slice(offset, len)?)?;
        }
        take(&self.waiting)
    }
}

/// Returns the paths of all combinations of the folders of a game, with `/` between levels, but at most one more than
/// [`MAX_FOLDERS`]. `folders`: the folders with their levels, from the outermost level on.
pub(crate) fn paths<'f>(folders: impl Iterator<Item = (usize, &'f str)>) -> Vec<String> {
    let folders: Vec<_> = folders.collect();
    let mut paths = vec![String::new()];
    for names in folders.chunk_by(|(level, _), (next, _)| level == next) {
        let within = |outer: &String| {
            let separator = if outer.is_empty() { "" } else { "/" };
            names.iter().map(|(_, name)| format!("{outer}{separator}{name}")).collect::<Vec<_>>()
        };
        paths = paths.iter().flat_map(within).take(MAX_FOLDERS + 1).collect();
    }
    paths
}

fn too_many(dir: &Path) -> io::Error {
    let (dir, n) = (show(dir), counted(MAX_FOLDERS as u64, "folder"));
    io::Error::other(format!(
        "{dir}: more than {n}; --partition-by needs fields with fewer values, such as Date:year"
    ))
}

fn refusal(path: &Path) -> String {
    if path.is_dir() {
        format!("{} is not empty; --force adds to it and replaces files", show(path))
    } else {
        format!("{} already exists; --force replaces it", show(path))
    }
}
