//! The command line of pgnkit: arguments in, exit status out. What is done to games is in the
//! `pgn-*` crates; this package chooses, wires and prints.

mod commands;
mod config;
mod inputs;
mod messages;
mod progress;

use std::{ffi::OsString, io, sync::Arc};

use anyhow::ensure;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};
use pgn_work::{inputs::Inputs, messages::Messages, paths};

pub use pgn_stream::remove_files_when_interrupted;
pub use pgn_work::{ExitStatus, install_hook};

use commands::{Command, common::GlobalArgs, outputs::OutputSet};
use config::Config;

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
    /// What holds for the run itself.
    pub(crate) run: pgn_work::Globals,
    /// The settings of files.
    pub(crate) config: Arc<Config>,
    /// How games are selected is printed, and nothing is read.
    pub(crate) explain_where: bool,
}

impl Globals {
    /// Begins a run: checks what it is about to write, and opens its manifest.
    ///
    /// # Errors
    /// An output cannot be written, or would replace what it must not.
    pub(crate) fn begin(&self, outputs: &OutputSet, inputs: &Inputs) -> anyhow::Result<()> {
        outputs.check(inputs)?;
        self.run.manifest.as_ref().map_or(Ok(()), |manifest| manifest.open())
    }
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
    let result = pgn_work::catch(|| {
        let config = cli.globals.config(&args, &matches)?;
        let layer = if config.applies() { Some(config.here()?) } else { None };
        let (cli, matches) = match layer {
            Some(layer) if !layer.settings.is_empty() => config.parse(&layer, &layer, |_| true)?,
            _ => (cli, matches),
        };
        messages = Arc::new(cli.globals.messages());
        let globals = cli.globals.resolve(Arc::clone(&messages), Arc::new(config), &matches)?;
        ensure!(
            globals.run.manifest.is_none() || cli.command.reads_games() && !globals.explain_where,
            "--manifest says what games came in and went out: none are read here"
        );
        if globals.explain_where && !cli.command.explains_itself() {
            commands::selecting::explain(globals.run.reading.query.as_deref())?;
            return Ok(ExitStatus::Clean);
        }
        let status = cli.command.run(&globals)?;
        globals.run.manifest.as_ref().map_or(Ok(()), |manifest| manifest.finish(&globals.run))?;
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
        let name = error.path().map_or("stdout".into(), paths::show);
        messages.error(format_args!("{name}: {error}"));
    } else if !is_closed_pipe {
        messages.error(format_args!("{err:#}"));
    }
    messages.worst(ExitStatus::Clean)
}
