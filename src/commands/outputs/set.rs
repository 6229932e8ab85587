//! The outputs of a run, declared before it begins, and the files that they must not replace.
//!
//! Only the stream of games may be an input: it is written beside its target and takes its name when
//! it is whole. Everything else that a run writes must not be a file that it reads, and replaces an
//! existing file only if that is of the same kind, or with `--force`.

use std::{
    collections::HashSet,
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure};
use clap::Args;
use pgn_stream::{FileId, Input, head_of, is_descriptor};
use pgn_work::{
    inputs::Inputs,
    outputs::{Backup, Output, Rewrite, Taken, is_stdout},
    paths::{check_folder, check_writer, real_path, show},
};

use super::kind::{HEAD, Kind};
use crate::globals::Globals;

/// `--force`.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct ForceArgs {
    /// Replace files that exist, whatever they hold
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// All that a run writes, and the files that it reads besides its inputs.
#[derive(Debug)]
pub(crate) struct OutputSet {
    files: Vec<OutputFile>,
    reads: Vec<SideFile>,
    /// What goes to stdout.
    on_stdout: Vec<OnStdout>,
    /// Inputs are rewritten, and this is what stays of each.
    backup: Option<Backup>,
    force: bool,
}

/// A file that is written.
#[derive(Debug)]
struct OutputFile {
    /// As it was typed, for messages: `--rest rest.pgn`.
    shown: String,
    path: PathBuf,
    kind: Kind,
}

/// Something that goes to stdout.
#[derive(Clone, Debug)]
enum OnStdout {
    /// What the command is for.
    Result(Kind),
    /// What an option sends there, as it was typed: `--rejects -`.
    Beside(String, Kind),
}

/// A file that is read and is not an input.
#[derive(Debug)]
struct SideFile {
    shown: String,
    path: PathBuf,
    holds: Holds,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    /// The stream of games may replace it, as it may an input.
    Games,
    Other,
}

impl OutputSet {
    /// A set of no outputs but the manifest, if there is to be one.
    pub(crate) fn new(force: ForceArgs, globals: &Globals) -> OutputSet {
        let mut set = OutputSet {
            files: Vec::new(),
            reads: Vec::new(),
            on_stdout: Vec::new(),
            backup: None,
            force: force.force,
        };
        if let Some(manifest) = &globals.run.manifest {
            match manifest.path() {
                Some(path) => set.add("--manifest ", path, Kind::Manifest),
                None => set.add_stdout("--manifest ", Kind::Manifest),
            }
        }
        set
    }

    /// Adds the output that `-o` names, or stdout.
    pub(crate) fn output(mut self, output: &Output, kind: Kind) -> OutputSet {
        match output {
            Output::Stdout => {
                self.on_stdout.push(OnStdout::Result(kind));
                self
            }
            output => self.output_of("--output ", output, kind),
        }
    }

    /// Adds an output. `option` is what stands before the name on the command line.
    pub(crate) fn output_of(mut self, option: &str, output: &Output, kind: Kind) -> OutputSet {
        match output {
            Output::Stdout => self.add_stdout(option, kind),
            Output::Stderr => (),
            Output::File(path) | Output::Append(path) => self.add(option, path, kind),
        }
        self
    }

    /// Adds a file, if there is one to write; `-` is stdout.
    pub(crate) fn file(mut self, option: &str, path: Option<&Path>, kind: Kind) -> OutputSet {
        match path {
            Some(path) if is_stdout(path) => self.add_stdout(option, kind),
            Some(path) => self.add(option, path, kind),
            None => (),
        }
        self
    }

    /// Adds the inputs themselves and the copies that are kept of them, if they are rewritten.
    pub(crate) fn rewrite(mut self, rewrite: &Rewrite) -> OutputSet {
        if let Rewrite::InPlace { backup } = rewrite {
            self.backup.clone_from(backup);
        }
        self
    }

    /// Says that the run reads a file that no output may replace.
    pub(crate) fn reads(mut self, option: &str, path: Option<&Path>) -> OutputSet {
        self.add_side_file(option, path, Holds::Other);
        self
    }

    /// Says that the run reads games of a file, which the stream of games may replace.
    pub(crate) fn reads_games(mut self, option: &str, path: Option<&Path>) -> OutputSet {
        self.add_side_file(option, path, Holds::Games);
        self
    }

    /// Stdout takes games: what is read there is written there.
    pub(crate) fn take_stdout(&mut self) {
        self.on_stdout.push(OnStdout::Result(Kind::Games));
    }

    /// The files that will be written.
    pub(crate) fn paths(&self) -> Vec<&Path> {
        self.files.iter().map(|file| file.path.as_path()).collect()
    }

    /// Begins a run: checks what it is about to write, and opens its manifest.
    ///
    /// # Errors
    /// An output cannot be written, or would replace what it must not.
    pub(crate) fn begin(&self, inputs: &Inputs, globals: &Globals) -> anyhow::Result<()> {
        self.check(inputs)?;
        globals.run.manifest.as_ref().map_or(Ok(()), |manifest| manifest.open())
    }

    /// # Errors
    /// An output cannot be written, is another output or what is read, or would replace a file of
    /// another kind.
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

    fn add_stdout(&mut self, option: &str, kind: Kind) {
        self.on_stdout.push(OnStdout::Beside(format!("{option}-"), kind));
    }

    /// # Errors
    /// Something would go to stdout beside something else.
    fn check_stdout(&self) -> anyhow::Result<()> {
        let beside = self.on_stdout.iter().enumerate().find_map(|(at, it)| match it {
            OnStdout::Beside(shown, _) => Some((at, shown)),
            OnStdout::Result(_) => None,
        });
        let Some((at, shown)) = beside else { return Ok(()) };
        let mut others = self.on_stdout.iter().enumerate().filter(|(other, _)| *other != at);
        let Some((_, OnStdout::Result(kind) | OnStdout::Beside(_, kind))) = others.next() else {
            return Ok(());
        };
        bail!("{shown}: {} to stdout, too; name a file for one of them", kind.goes());
    }

    fn add(&mut self, option: &str, path: &Path, kind: Kind) {
        let shown = format!("{option}{}", show(path));
        self.files.push(OutputFile { shown, path: path.to_owned(), kind });
    }

    fn add_side_file(&mut self, option: &str, path: Option<&Path>, holds: Holds) {
        if let Some(path) = path.filter(|path| path.as_os_str() != "-") {
            let shown = format!("{option} {}", show(path));
            self.reads.push(SideFile { shown, path: path.to_owned(), holds });
        }
    }

    /// # Errors
    /// Two outputs are one file.
    fn check_distinct(&self) -> anyhow::Result<()> {
        let mut seen = HashSet::new();
        let of_stdout = self.stdout_file();
        for OutputFile { path, .. } in &self.files {
            let real = real_path(path);
            // A device or pipe takes what several outputs give it.
            let is_file = real.is_file() || !real.exists();
            let is_stdout = of_stdout.is_some() && FileId::of_path(path) == of_stdout;
            let is_taken = is_stdout || (is_file && !seen.insert(real));
            ensure!(!is_taken, "two outputs of one name: {}", show(path));
        }
        Ok(())
    }

    /// # Errors
    /// An output is a file that is read.
    fn check_inputs(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let of_stdout = self.stdout_file();
        let written: Vec<(FileId, &OutputFile)> = self
            .files
            .iter()
            .filter_map(|file| Some((FileId::of_path(&file.path)?, file)))
            .collect();
        if of_stdout.is_none() && written.is_empty() {
            return Ok(());
        }
        for (id, what, holds) in self.read(inputs) {
            ensure!(
                of_stdout.as_ref() != Some(&id),
                "stdout is {what}, too, and would change while it is read: name another file"
            );
            for (other, file) in &written {
                let is_replaced_whole = file.kind == Kind::Games && !is_descriptor(&file.path);
                ensure!(
                    *other != id || (is_replaced_whole && holds == Holds::Games),
                    "{} is {what}, too, and would replace it: name another file",
                    file.shown
                );
            }
        }
        Ok(())
    }

    /// The files that are read, as messages call them.
    fn read<'a>(
        &'a self,
        inputs: &'a Inputs,
    ) -> impl Iterator<Item = (FileId, String, Holds)> + 'a {
        let of_inputs = inputs.list.iter().filter_map(|input| match input {
            Input::Stdin => Some((FileId::of_stdin()?, "the input on stdin".into(), Holds::Games)),
            Input::Path(path) => {
                Some((FileId::of_path(path)?, format!("the input {}", show(path)), Holds::Games))
            }
        });
        let of_lists = inputs.lists.iter().filter_map(|path| {
            let shown = format!("the file of --files-from {}", show(path));
            Some((FileId::of_path(path)?, shown, Holds::Other))
        });
        let others = self.reads.iter().filter_map(|SideFile { shown, path, holds }| {
            Some((FileId::of_path(path)?, format!("the file of {shown}"), *holds))
        });
        of_inputs.chain(of_lists).chain(others)
    }

    /// # Errors
    /// The copy that is kept of an input is another input, or an output.
    fn check_backups(&self, inputs: &Inputs) -> anyhow::Result<()> {
        let Some(backup) = &self.backup else { return Ok(()) };
        let paths: Vec<&Path> = inputs
            .list
            .iter()
            .filter_map(|input| match input {
                Input::Stdin => None,
                Input::Path(path) => Some(path.as_path()),
            })
            .collect();
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
                "--in-place={}: the copy of {} would replace {}, which is {other}, too",
                backup.suffix,
                show(path),
                show(&copy)
            );
        }
        Ok(())
    }

    /// # Errors
    /// An output would replace a file of another kind.
    fn check_existing(&self) -> anyhow::Result<()> {
        if self.force {
            return Ok(());
        }
        for OutputFile { shown, path, kind } in &self.files {
            // What a descriptor is open on was chosen by whoever opened it.
            let is_replaced = FileId::of_path(path).is_some() && !is_descriptor(path);
            if *kind == Kind::Games || !is_replaced {
                continue;
            }
            let is_own =
                head_of(path, HEAD).is_ok_and(|head| head.is_empty() || kind.is_own(&head));
            ensure!(
                is_own,
                "{shown}: the file exists and {}; name another file, or replace it with --force",
                kind.objection()
            );
        }
        Ok(())
    }

    /// The file that stdout leads to, if the run writes there.
    fn stdout_file(&self) -> Option<FileId> {
        (!self.on_stdout.is_empty()).then(FileId::of_stdout).flatten()
    }

    /// The files that no output may replace whose name is only found in the course of the run.
    pub(crate) fn taken(&self, inputs: &Inputs) -> Taken {
        let written = self.files.iter().map(|file| real_path(&file.path)).collect();
        Taken::new(self.read(inputs).map(|(id, what, _)| (id, what)).collect(), written)
    }
}
