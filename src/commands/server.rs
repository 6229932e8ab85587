//! `pgnkit server`: a language server, with the settings of the project.

use std::{
    env,
    ffi::OsString,
    fs::{self, File},
    io::{self, Read as _, Write as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, ensure};
use clap::{ArgMatches, Args as ClapArgs, FromArgMatches, ValueHint};
use pgn_server::{Ended, Log, Project, Settings};
use pgn_stream::{Input, text_of};
use pgn_work::{
    ExitStatus,
    inputs::Inputs,
    messages::{Messages, Verbosity},
    output_set::{OutputKind, OutputSet},
    outputs::{Output, UsedFiles},
    paths,
};

use super::{check, common::GlobalArgs, export};
use crate::{
    config::{Options, Refusal},
    globals::Globals,
};

const EXAMPLES: &str = "Examples:
  pgnkit server                        for an editor, on stdin and stdout
  pgnkit server --log /tmp/pgnkit.log  with a log of requests and their times";

/// Run a language server for an editor
///
/// The editor then shows the findings of check while a file is edited, with the settings of the project's
/// pgnkit.toml. It offers fixes, formatting as with export, boards, an outline, completion of legal moves, tag names
/// and values, and renaming of players. `pgnkit help editors` describes the settings of editors.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Write the log to FILE instead of stderr
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    log: Option<PathBuf>,

    /// Use stdin and stdout, as always; some editors add this
    #[arg(long, hide = true)]
    stdio: bool,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let log: Box<dyn io::Write + Send> = match &args.log {
        Some(path) => Box::new(open_log(path, globals)?),
        None => Box::new(io::stderr()),
    };
    let mut project =
        Files { options: options(globals), folders: Vec::new(), program: globals.program };
    let log = Arc::new(Log::new(log));
    let (connection, threads) = pgn_server::stdio(Arc::clone(&log))?;
    let served = pgn_server::run(&connection, &mut project, &log);
    let ended = match served {
        Ok(ended) => ended,
        Err(error) => {
            let cause = threads.reading_error(connection);
            return Err(cause.map_or(error, |cause| pgn_server::Error::of_input(&cause)).into());
        }
    };
    // The threads end when no sender is left.
    drop(connection);
    threads.join()?;
    Ok(match ended {
        Ended::Orderly => ExitStatus::Clean,
        // The status that the protocol prescribes is 1.
        Ended::WithoutShutdown => ExitStatus::Findings,
    })
}

/// Opens the file of the log, to which text is added.
///
/// # Errors
/// Returns an error if the file cannot be written, or has something other than a log.
fn open_log(path: &Path, globals: &Globals) -> anyhow::Result<File> {
    ensure!(!paths::is_dash(path), "--log -: stdout has the messages to the editor; name a file");
    OutputSet::new(false, &globals.run)
        .output_of("--log ", &Output::Append(path.to_owned()), OutputKind::Log)
        .begin(&Inputs::default(), &globals.run)?;
    let file = File::options().create(true).append(true).open(path);
    // The next run recognizes the log by this line.
    let begun = file.and_then(|mut file| {
        writeln!(file, "pgnkit server {}", env!("CARGO_PKG_VERSION")).map(|()| file)
    });
    begun.with_context(|| format!("--log {}", paths::show(path)))
}

/// Returns the options of the command line that also apply to other commands.
fn options(globals: &Globals) -> Vec<OsString> {
    let line = globals.config.line();
    let mut words = line.iter().skip(1);
    let mut options = Vec::new();
    let mut is_command_seen = false;
    while let Some(word) = words.next() {
        if word == "--log" {
            words.next();
        } else if word == "server" && !is_command_seen {
            is_command_seen = true;
        } else if word != "--stdio" && !word.to_string_lossy().starts_with("--log=") {
            options.push(word.clone());
        }
    }
    options
}

/// The settings files of a workspace, which are read again for each request.
struct Files {
    options: Vec<OsString>,
    folders: Vec<PathBuf>,
    program: fn() -> clap::Command,
}

impl Files {
    /// Returns the options and the arguments of a run of `command`, a command and its options, on `inputs`, with the
    /// settings of `folder`, or of the working directory. `check`: checks the options of the arguments.
    fn run_of<T: FromArgMatches>(
        &self,
        command: &[&str],
        inputs: &[PathBuf],
        folder: Option<&Path>,
        check: fn(&T, Options<'_>) -> Result<(), Refusal>,
    ) -> anyhow::Result<(Globals, T)> {
        let mut line: Vec<OsString> = vec!["pgnkit".into()];
        line.extend(command.iter().map(OsString::from));
        line.extend(self.options.iter().cloned());
        if !inputs.is_empty() {
            line.push("--".into());
            line.extend(inputs.iter().map(|path| path.clone().into_os_string()));
        }
        let mut parser = (self.program)();
        let matches = parser.try_get_matches_from_mut(&line)?;
        let config = GlobalArgs::from_arg_matches(&matches)?;
        let mut config = config.config(&line, (&parser, &matches), self.program)?;
        let layer = match folder {
            Some(folder) => config.for_file(&folder.join("file"))?,
            None => config.in_working_dir()?,
        };
        let read = |matches: &ArgMatches| {
            T::from_arg_matches(matches.subcommand().map_or(matches, |(_, matches)| matches))
        };
        let (args, matches) = config.parse_applicable(&layer, read, check)?;
        check(&args, config.options())?;
        let messages = Arc::new(Messages::new(Verbosity::Silent, Box::new(())));
        let globals = GlobalArgs::from_arg_matches(&matches)?;
        let globals = globals.resolve(messages, Arc::new(config), &matches, self.program)?;
        Ok((globals, args))
    }

    fn settings(&self, path: Option<&Path>) -> anyhow::Result<Settings> {
        let (globals, args) = self.run_of(&["check"], &[], None, check::Args::check_options)?;
        let input = [path.map_or(Input::Stdin, |path| Input::Path(path.to_owned()))];
        let (rulings, _) = check::rulings::of_inputs(&args, &input, None, &globals)?;
        let ruling = rulings.all.first().context("no rules")?.clone();
        Ok(Settings { ruling, reading: globals.run.reading })
    }

    /// Returns the inputs of `check` in the folders of the workspace.
    fn files(&self) -> anyhow::Result<Vec<PathBuf>> {
        if self.folders.is_empty() {
            return Ok(Vec::new());
        }
        let check = check::Args::check_options;
        let (globals, args) = self.run_of(&["check"], &self.folders, None, check)?;
        let inputs = args.files(&globals)?;
        Ok(inputs.list.iter().filter_map(Input::path).map(Path::to_path_buf).collect())
    }

    /// Returns a text as `export --in-place` rewrites a file, in UTF-8: every game is kept, and a text in which no game is
    /// read is refused. The settings are those of the innermost folder with the file at `path`.
    fn format(&self, text: &[u8], path: Option<&Path>) -> anyhow::Result<Vec<u8>> {
        if text.trim_ascii().is_empty() {
            return Ok(text.to_vec());
        }
        let command = ["export", "--in-place", "--output-encoding", "utf-8"];
        let folders =
            self.folders.iter().filter(|folder| path.is_some_and(|it| it.starts_with(folder)));
        let folder = folders.max_by_key(|folder| folder.components().count());
        let check = export::Args::check_options;
        let (globals, args) = self.run_of(&command, &[], folder.map(PathBuf::as_path), check)?;
        let plan = args.plan(&globals)?;
        let folder = globals.run.temporary_folder()?;
        let file = folder.path().join("in.pgn");
        fs::write(&file, text)?;
        let inputs = Inputs::of_file(&file);
        let status = pgn_work::export::run(&plan, &inputs, UsedFiles::default(), &globals.run)?;
        ensure!(
            status != ExitStatus::Findings,
            "a game has errors, at which formatting stops by `on-error = \"fail\"` of pgnkit.toml"
        );
        ensure!(
            status == ExitStatus::Clean,
            "the text is left as it is; `pgnkit export --in-place` says why"
        );
        Ok(fs::read(&file)?)
    }
}

impl Project for Files {
    fn enter(&mut self, folders: Vec<PathBuf>) {
        if let Some(folder) = folders.first() {
            // If the folder does not exist, the settings are those of the folders of files.
            let _ = env::set_current_dir(folder);
        }
        self.folders = folders;
    }

    fn files(&self) -> Result<Vec<PathBuf>, String> {
        Files::files(self).map_err(|error| format!("{error:#}"))
    }

    fn read(&self, path: &Path, max: u64) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        File::open(path)?.take(max).read_to_end(&mut text)?;
        Ok(text)
    }

    fn text(&self, path: &Path, max: u64) -> io::Result<(Vec<u8>, Option<&'static str>)> {
        text_of(path, max)
    }

    fn settings(&self, path: Option<&Path>) -> Result<Settings, String> {
        Files::settings(self, path).map_err(|error| format!("{error:#}"))
    }

    fn format(&self, text: &[u8], path: Option<&Path>) -> Result<Vec<u8>, String> {
        Files::format(self, text, path).map_err(|error| format!("{error:#}"))
    }
}
