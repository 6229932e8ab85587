//! The command line of pgnkit: arguments in, exit status out. What is done to games is in the
//! `pgn-*` crates; this package chooses, wires and prints.

mod baseline;
mod commands;
mod config;
mod exit;
mod fault;
mod inputs;
mod manifest;
mod messages;
mod progress;
mod work;

use std::{ffi::OsString, io, num::NonZeroUsize, ops::Range, path::PathBuf, sync::Arc};

use anyhow::ensure;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use pgn_chess::{Language, replay::ReplayOptions};
use pgn_query::Query;
use pgn_stream::{Seams, Workers};
use pgn_syntax::{Game, ReadOptions, encoding::Fallback};

pub use exit::ExitStatus;
pub use fault::install_hook;
pub use pgn_stream::remove_files_when_interrupted;

use commands::{
    Command,
    common::{GlobalArgs, Inputs},
    outputs::OutputSet,
};
use config::Config;
use manifest::{Counts, Manifest};
use messages::Messages;
use progress::ProgressWhen;

/// Checks, normalizes, splits, merges and filters chess games in PGN.
#[derive(Debug, Parser)]
#[command(name = "pgnkit", version, max_term_width = 100, disable_help_subcommand = true)]
#[command(after_help = "Exit status: 0 done, 1 findings, 2 the request or a file failed.")]
struct Line<C: Subcommand> {
    #[command(flatten)]
    globals: GlobalArgs,
    #[command(subcommand)]
    command: C,
}

/// The command line, whatever the command.
type Cli = Line<Command>;

/// What holds for every command, once the arguments are understood.
#[derive(Clone, Debug)]
pub(crate) struct Globals {
    /// The writer to stderr.
    pub(crate) messages: Arc<Messages>,
    /// The settings of files.
    pub(crate) config: Arc<Config>,
    /// The threads that all parallel work of the run shares.
    pub(crate) workers: Arc<Workers>,
    /// Whether stdout takes colors.
    pub(crate) color_stdout: bool,
    pub(crate) progress: ProgressWhen,
    pub(crate) reading: Reading,
    /// How games are selected is printed, and nothing is read.
    pub(crate) explain_where: bool,
    /// Where large intermediate files go; `None`: the system's place.
    pub(crate) tmp_dir: Option<PathBuf>,
    /// `--manifest`.
    pub(crate) manifest: Option<Arc<Manifest>>,
}

impl Globals {
    /// The same for a file of which every game counts, whatever is selected of the inputs.
    pub(crate) fn of_all_games(&self) -> Globals {
        Globals {
            messages: Arc::clone(&self.messages),
            config: Arc::clone(&self.config),
            workers: Arc::clone(&self.workers),
            reading: Reading { query: None, bytes: None, ..self.reading.clone() },
            tmp_dir: self.tmp_dir.clone(),
            manifest: None,
            ..*self
        }
    }

    /// Begins a run: checks what it is about to write, and opens its manifest.
    ///
    /// # Errors
    /// An output cannot be written, or would replace what it must not.
    pub(crate) fn begin(&self, outputs: &OutputSet, inputs: &Inputs) -> anyhow::Result<()> {
        outputs.check(inputs)?;
        self.manifest.as_ref().map_or(Ok(()), |manifest| manifest.open())
    }

    /// The manifest is told what became of the games, if there is to be one.
    pub(crate) fn count(&self, counts: impl FnOnce() -> Counts) {
        if let Some(manifest) = &self.manifest {
            manifest.count(counts());
        }
    }

    /// The run has nothing to show for itself: no manifest is written.
    pub(crate) fn withdraw_manifest(&self) {
        if let Some(manifest) = &self.manifest {
            manifest.withdraw();
        }
    }

    /// How the pipeline is to read.
    pub(crate) fn stream_options(&self, seams: Seams) -> pgn_stream::Options {
        pgn_stream::Options {
            workers: Arc::clone(&self.workers),
            mmap: self.reading.mmap == Mmap::Allowed,
            max_game_size: self.reading.max_game_size,
            longest_line: self.reading.longest_line(),
            bytes: self.reading.bytes.clone(),
            tmp_dir: self.tmp_dir.clone(),
            ..pgn_stream::Options::new(seams)
        }
    }
}

/// How bytes are read and understood.
#[derive(Clone, Debug)]
pub(crate) struct Reading {
    /// The character set of strings that are no UTF-8.
    pub(crate) encoding: Fallback,
    pub(crate) mmap: Mmap,
    /// Bytes of a game above which it is not parsed.
    pub(crate) max_game_size: usize,
    /// Only games that start in this range of each plain file.
    pub(crate) bytes: Option<Range<u64>>,
    pub(crate) allow_null: bool,
    pub(crate) assume_queen: bool,
    pub(crate) nested_comments: bool,
    pub(crate) lang: Lang,
    /// Only games that it holds for.
    pub(crate) query: Option<Arc<Query>>,
}

impl Reading {
    /// Elements of a game that are kept at least, whatever `--max-game-size` says.
    const LEAST_ELEMENTS: usize = 512 << 10;

    /// Bytes that a line of a game may have at least.
    const LEAST_LINE: usize = 16 << 20;

    /// The part of `--max-game-size` that a line may have.
    const LINES_OF_GAME: usize = 16;

    /// How many bytes of `--max-game-size` allow one element.
    const BYTES_OF_ELEMENT: usize = 512;

    /// Returns how the text of games is read, all of it.
    pub(crate) fn read_options(&self) -> ReadOptions {
        let most = (self.max_game_size / Reading::BYTES_OF_ELEMENT).max(Reading::LEAST_ELEMENTS);
        ReadOptions {
            nested_comments: self.nested_comments,
            most_elements: NonZeroUsize::new(most),
            ..ReadOptions::default()
        }
    }

    /// Returns how many bytes a line of a game may have.
    fn longest_line(&self) -> usize {
        (self.max_game_size / Reading::LINES_OF_GAME).max(Reading::LEAST_LINE)
    }

    /// Returns true if `game` of `src` has more bytes or elements than are worked on, or a line of more bytes.
    pub(crate) fn is_too_large(&self, game: &Game, src: &[u8]) -> bool {
        let (len, longest_line) = (game.span.len(), self.longest_line());
        let is_line = |line: &[u8]| line.len() > longest_line;
        len > self.max_game_size
            || game.is_too_dense
            || len > longest_line
                && game.span.of(src).split(|&b| matches!(b, b'\n' | b'\r')).any(is_line)
    }
}

/// The language of piece letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Lang {
    #[default]
    English,
    Of(Language),
    /// Guessed for each game that is not legal in English.
    Auto,
}

impl Reading {
    /// How games are to be replayed.
    pub(crate) fn replay_options(&self) -> ReplayOptions {
        ReplayOptions {
            allow_null: self.allow_null,
            assume_queen: self.assume_queen,
            lang: if let Lang::Of(language) = self.lang { Some(language) } else { None },
            guess_lang: self.lang == Lang::Auto,
            ..ReplayOptions::default()
        }
    }
}

/// Whether large files are mapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mmap {
    Allowed,
    /// `--no-mmap`.
    Never,
}

/// The command line as clap describes it: for help, completions and man pages.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command()
}

/// Runs the program with its arguments, the program's name first.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let args = commands::optional_values(args.into_iter().collect());
    let typed = commands::program_for(&args)
        .unwrap_or_else(Cli::command)
        .try_get_matches_from(&args)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match typed {
        Ok(typed) => typed,
        Err(err) => {
            return messages::usage(&err);
        }
    };
    let mut messages = Arc::new(cli.globals.messages());
    let result = fault::catch(|| {
        let config = cli.globals.config(&args, &matches)?;
        let layer = if config.applies() { Some(config.here()?) } else { None };
        let (cli, matches) = match layer {
            Some(layer) if !layer.settings.is_empty() => config.parse(&layer, &layer, |_| true)?,
            _ => (cli, matches),
        };
        messages = Arc::new(cli.globals.messages());
        let globals = cli.globals.resolve(Arc::clone(&messages), Arc::new(config), &matches)?;
        ensure!(
            globals.manifest.is_none() || cli.command.reads_games() && !globals.explain_where,
            "--manifest says what games came in and went out: none are read here"
        );
        if globals.explain_where && !cli.command.explains_itself() {
            commands::selecting::explain(globals.reading.query.as_deref())?;
            return Ok(ExitStatus::Clean);
        }
        let status = cli.command.run(&globals)?;
        globals.manifest.as_ref().map_or(Ok(()), |manifest| manifest.finish(&globals))?;
        Ok(status)
    });
    match result {
        Ok(Ok(status)) => messages.worst(status),
        Ok(Err(err)) => report_failure(&err, &messages),
        Err(fault) => {
            messages.error(fault);
            ExitStatus::Failed
        }
    }
}

/// What an output says that could not be written while work was going on.
fn of_output(err: &anyhow::Error) -> Option<&pgn_stream::Error> {
    let wrapped = || err.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref();
    err.downcast_ref().or_else(wrapped)
}

/// A closed pipe is quiet: whoever read us has enough.
fn report_failure(err: &anyhow::Error, messages: &Messages) -> ExitStatus {
    let is_closed_pipe = err
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|err| err.kind() == io::ErrorKind::BrokenPipe)
        || of_output(err).is_some_and(pgn_stream::Error::is_closed_pipe);
    if let Some(error) = err.downcast_ref::<pgn_query::Error>() {
        messages.error_at(error, &error.lines());
    } else if let Some(error) = of_output(err).filter(|_| !is_closed_pipe) {
        let name = error.path().map_or("stdout".into(), inputs::show);
        messages.error(format_args!("{name}: {error}"));
    } else if !is_closed_pipe {
        messages.error(format_args!("{err:#}"));
    }
    messages.worst(ExitStatus::Clean)
}
