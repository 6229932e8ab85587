//! The outputs of a run, declared before it begins, and the files that they must not replace.
//!
//! Only the stream of games may be an input: it is written to a temporary file, which is renamed
//! when it is complete. Any other output must not be a file that the run reads, and it replaces an
//! existing file only if that is of the same kind, or with `--force`.

mod kind;

use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use pgn_stream::{FileId, Input, is_descriptor};
use pgn_syntax::ReadOptions;

use self::kind::{Effect, ExistingFile};
use crate::{
    globals::Globals,
    inputs::{
        Inputs,
        paths::{check_folder, check_writer, holds_text, is_dash, real_path, show},
    },
    outputs::{Backup, Output, Rewrite, UsedFiles},
    reports::messages::Messages,
};

pub use self::kind::OutputKind;

/// The outputs of a run, and the files that it reads in addition to its inputs.
#[derive(Debug)]
pub struct OutputSet {
    files: Vec<OutputFile>,
    reads: Vec<SideFile>,
    /// Outputs that go to stdout: the option as typed, such as `--rejects -`, or `None` for the main output.
    on_stdout: Vec<(Option<String>, OutputKind)>,
    /// The backup of rewritten inputs; `None` if no inputs are rewritten or no backup is made.
    backup: Option<Backup>,
    force: bool,
    /// The options with which games are read.
    read: ReadOptions,
}

/// A file that the run writes.
#[derive(Debug)]
struct OutputFile {
    /// The option as typed, for messages: `--rest rest.pgn`.
    shown: String,
    path: PathBuf,
    kind: OutputKind,
    /// True if text is added to the file, so that its own text stays.
    is_appended: bool,
}

/// A file that the run reads and that is not an input.
#[derive(Debug)]
struct SideFile {
    shown: String,
    path: PathBuf,
    holds: SideFileContent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SideFileContent {
    /// Games; the stream of games may replace the file, as it may an input.
    Games,
    Other,
}

impl OutputSet {
    /// Returns a set without outputs, except the manifest if one is requested.
    pub fn new(force: bool, globals: &Globals) -> OutputSet {
        let reads = globals.side_files.iter().map(|(shown, path)| SideFile {
            shown: shown.clone(),
            path: path.clone(),
            holds: SideFileContent::Other,
        });
        let set = OutputSet {
            files: Vec::new(),
            reads: reads.collect(),
            on_stdout: Vec::new(),
            backup: None,
            force,
            read: globals.reading.read_options(),
        };
        match &globals.manifest {
            Some(manifest) => set.output_of("--manifest ", &manifest.to, OutputKind::Manifest),
            None => set,
        }
    }

    /// Adds the output of `-o`, or stdout.
    pub fn output(mut self, output: &Output, kind: OutputKind) -> OutputSet {
        match output {
            Output::Stdout => {
                self.on_stdout.push((None, kind));
                self
            }
            output => self.output_of("--output ", output, kind),
        }
    }

    /// Adds an output. `option`: the text before its name on the command line.
    pub fn output_of(mut self, option: &str, output: &Output, kind: OutputKind) -> OutputSet {
        match output {
            Output::Stdout => self.on_stdout.push((Some(format!("{option}-")), kind)),
            Output::Stderr => (),
            Output::File(path) => self.add(option, path, kind),
            Output::Append(path) => {
                self.add(option, path, kind);
                if let Some(file) = self.files.last_mut() {
                    file.is_appended = true;
                }
            }
        }
        self
    }

    /// Adds a file, if `path` is one; `-` is stdout.
    pub fn file(self, option: &str, path: Option<&Path>, kind: OutputKind) -> OutputSet {
        match path {
            Some(path) => self.output_of(option, &Output::of(path), kind),
            None => self,
        }
    }

    /// Sets the backups of inputs that are rewritten.
    pub fn rewrite(mut self, rewrite: &Rewrite) -> OutputSet {
        if let Rewrite::InPlace { backup } = rewrite {
            self.backup.clone_from(backup);
        }
        self
    }

    /// Declares that the run reads a file that no output may replace.
    pub fn reads(mut self, option: &str, path: Option<&Path>) -> OutputSet {
        self.add_side_file(option, path, SideFileContent::Other);
        self
    }

    /// Declares that the run reads games from a file, which the stream of games may replace.
    pub fn reads_games(mut self, option: &str, path: Option<&Path>) -> OutputSet {
        self.add_side_file(option, path, SideFileContent::Games);
        self
    }

    /// Returns the paths of the files that will be written.
    pub fn paths(&self) -> Vec<&Path> {
        self.files.iter().map(|file| file.path.as_path()).collect()
    }

    /// Warns of files of games that the run replaces although a folder or glob of the inputs has them: their games are
    /// not read. `unread`: the outputs that were found so.
    pub fn warn_of_unread(&self, unread: &[PathBuf], messages: &Messages) {
        let unread: HashSet<PathBuf> = unread.iter().map(|path| real_path(path)).collect();
        for OutputFile { path, kind, is_appended, .. } in &self.files {
            let way = match kind {
                OutputKind::Games => "name it among the inputs, too",
                OutputKind::OtherGames => "write to another file",
                _ => continue,
            };
            if !is_appended && unread.contains(&real_path(path)) && holds_text(path) {
                messages.warning(format_args!(
                    "{}: not read but replaced, as folders and globs leave outputs out; to have its games read, {way}",
                    show(path)
                ));
            }
        }
    }

    /// Returns true if every input is excluded, so that the run would replace a file of games or their conversion by one
    /// without games; the caller must not begin the run. Reports that there is nothing to read.
    pub fn stays_without_inputs(&self, inputs: &Inputs, messages: &Messages) -> bool {
        if !inputs.list.is_empty() {
            return false;
        }
        let is_kept = |file: &&OutputFile| {
            let has_games = matches!(
                file.kind,
                OutputKind::Games
                    | OutputKind::OtherGames
                    | OutputKind::Conversion
                    | OutputKind::SameTable
            );
            has_games && holds_text(&file.path)
        };
        let kept: Vec<String> =
            self.files.iter().filter(is_kept).map(|file| show(&file.path)).collect();
        match kept.is_empty() {
            true => messages.warning("nothing to read: every input is excluded"),
            false => messages.warning(format_args!(
                "nothing to read: every input is excluded; left as it was: {}",
                kept.join(", ")
            )),
        }
        !kept.is_empty()
    }

    /// Begins a run: checks the outputs, and opens the manifest.
    ///
    /// # Errors
    /// Returns an error if an output cannot be written, or would replace a file that must stay.
    pub fn begin(&self, inputs: &Inputs, globals: &Globals) -> anyhow::Result<()> {
        self.check(inputs)?;
        let is_file = |path: &PathBuf| fs::metadata(path).map_or(true, |it| it.is_file());
        let files = self.files.iter().map(|file| file.path.clone()).filter(is_file).collect();
        globals.to_write.set(files).unwrap_or_default();
        globals.manifest.as_ref().map_or(Ok(()), |manifest| manifest.open(&globals.workers))
    }

    /// Checks the outputs.
    ///
    /// # Errors
    /// Returns an error if an output cannot be written, is the same file as another output or an input, or would
    /// replace a file of another kind.
    fn check(&self, inputs: &Inputs) -> anyhow::Result<()> {
        for file in &self.files {
            check_folder(&file.path)?;
            check_writer(&file.path)?;
        }
        self.check_stdout()?;
        self.check_distinct()?;
        self.check_inputs(inputs)?;
        self.check_backups(inputs)?;
        self.check_existing()
    }

    /// Checks that at most one output goes to stdout.
    fn check_stdout(&self) -> anyhow::Result<()> {
        let mut all = self.on_stdout.iter().enumerate();
        let beside = all.find_map(|(at, (shown, _))| Some((at, shown.as_ref()?)));
        let Some((at, shown)) = beside else { return Ok(()) };
        let mut others = self.on_stdout.iter().enumerate().filter(|(other, _)| *other != at);
        let Some((_, (_, kind))) = others.next() else { return Ok(()) };
        let [goes, _] = kind.words();
        bail!("{shown}: {goes} to stdout, too; name a file for one of them");
    }

    fn add(&mut self, option: &str, path: &Path, kind: OutputKind) {
        let shown = format!("{option}{}", show(path));
        let path = path.to_owned();
        self.files.push(OutputFile { shown, path, kind, is_appended: false });
    }

    fn add_side_file(&mut self, option: &str, path: Option<&Path>, holds: SideFileContent) {
        if let Some(path) = path.filter(|path| !is_dash(path)) {
            let shown = format!("{option} {}", show(path));
            self.reads.push(SideFile { shown, path: path.to_owned(), holds });
        }
    }

    /// Checks that the outputs are different files.
    fn check_distinct(&self) -> anyhow::Result<()> {
        let (mut seen, mut seen_ids) = (HashSet::new(), HashMap::new());
        let of_stdout = self.stdout_file();
        for OutputFile { path, .. } in &self.files {
            let real = real_path(path);
            // A device or pipe can take several outputs.
            let is_file = real.is_file() || !real.exists();
            let is_stdout = of_stdout.is_some() && FileId::of_regular_file(path) == of_stdout;
            let is_taken = is_stdout || (is_file && !seen.insert(real));
            ensure!(!is_taken, "two outputs have the same name: {}", show(path));
            let other = FileId::of_regular_file(path).and_then(|id| seen_ids.insert(id, path));
            if let Some(other) = other.filter(|_| is_file) {
                bail!("two outputs are the same file: {} and {}", show(other), show(path));
            }
        }
        Ok(())
    }

    /// Checks that no output is a file that the run reads, with the exception of games that replace games.
    fn check_inputs(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let of_stdout = self.stdout_file();
        let written: Vec<(FileId, &OutputFile)> = self
            .files
            .iter()
            .filter_map(|file| Some((FileId::of_regular_file(&file.path)?, file)))
            .collect();
        if of_stdout.is_none() && written.is_empty() {
            return Ok(());
        }
        for (id, what, holds) in self.read(inputs) {
            ensure!(
                of_stdout.as_ref() != Some(&id),
                "stdout is also {what}, which would change while it is read: write to another file"
            );
            for (other, file) in &written {
                let is_replaced_whole =
                    file.kind == OutputKind::Games && !is_descriptor(&file.path);
                ensure!(
                    *other != id || (is_replaced_whole && holds == SideFileContent::Games),
                    "{} is also {what}, which would be replaced: write to another file",
                    file.shown
                );
            }
        }
        Ok(())
    }

    /// Returns the files that are read, with their names in messages.
    fn read<'a>(
        &'a self,
        inputs: &'a Inputs,
    ) -> impl Iterator<Item = (FileId, String, SideFileContent)> + 'a {
        let of_inputs = inputs.list.iter().filter_map(|input| {
            let (id, what) = match input.path() {
                None => (FileId::of_stdin()?, "the input on stdin".to_owned()),
                Some(path) => (FileId::of_regular_file(path)?, format!("the input {}", show(path))),
            };
            Some((id, what, SideFileContent::Games))
        });
        let of_lists = inputs.list_files.iter().filter_map(|path| {
            let shown = format!("the file of --files-from {}", show(path));
            Some((FileId::of_regular_file(path)?, shown, SideFileContent::Other))
        });
        let others = self.reads.iter().filter_map(|SideFile { shown, path, holds }| {
            Some((FileId::of_regular_file(path)?, format!("the file of {shown}"), *holds))
        });
        of_inputs.chain(of_lists).chain(others)
    }

    /// Checks the backups of rewritten inputs.
    ///
    /// # Errors
    /// Returns an error if the backup of an input is another input, or an output.
    fn check_backups(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let Some(backup) = &self.backup else { return Ok(()) };
        let paths: Vec<&Path> = inputs.list.iter().filter_map(Input::path).collect();
        let read: HashSet<PathBuf> = paths.iter().map(|path| real_path(path)).collect();
        let written: HashSet<PathBuf> =
            self.files.iter().map(|file| real_path(&file.path)).collect();
        for path in &paths {
            let copy = real_path(&backup.path_of(path));
            let other = match (read.contains(&copy), written.contains(&copy)) {
                (true, _) => "an input",
                (false, true) => "an output",
                (false, false) => continue,
            };
            bail!(
                "--in-place={}: the copy of {} would replace {}, which is also {other}",
                backup.suffix,
                show(path),
                show(&copy)
            );
        }
        Ok(())
    }

    /// Checks existing files, unless `--force` is given.
    ///
    /// # Errors
    /// Returns an error if an output would replace a file of another kind.
    fn check_existing(&self) -> anyhow::Result<()> {
        if self.force {
            return Ok(());
        }
        for OutputFile { shown, path, kind, is_appended } in &self.files {
            // A descriptor is a file that the caller has opened, so that it is used unchanged.
            let is_replaced = FileId::of_regular_file(path).is_some() && !is_descriptor(path);
            if *kind == OutputKind::Games || !is_replaced {
                continue;
            }
            let effect = if *is_appended { Effect::Extended } else { Effect::Replaced };
            let existing = ExistingFile::read(path, *kind, effect);
            let is_own = existing.is_ok_and(|file| kind.is_own(&file, self.read));
            let advice = match kind {
                OutputKind::Log => "name another file",
                // The name follows from that of the master.
                OutputKind::Keys => "rename it, or replace it with --force",
                _ => "name another file, or replace it with --force",
            };
            let [_, objection] = kind.words();
            ensure!(is_own, "{shown}: the file exists and {objection}; {advice}");
        }
        Ok(())
    }

    /// Returns the file behind stdout, if the run writes to stdout.
    fn stdout_file(&self) -> Option<FileId> {
        (!self.on_stdout.is_empty()).then(FileId::of_stdout).flatten()
    }

    /// Returns the files that no output may replace, for outputs whose names are known only during
    /// the run.
    pub fn taken(&self, inputs: &Inputs) -> UsedFiles {
        let written = self.files.iter().map(|file| real_path(&file.path)).collect();
        UsedFiles::new(self.read(inputs).map(|(id, what, _)| (id, what)).collect(), written)
    }
}
