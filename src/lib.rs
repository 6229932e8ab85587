//! The command line of pgnkit: parses arguments, runs a command, returns the exit status. The work
//! on games is in the `pgn-*` crates.

mod cli;
mod commands;
mod config;
mod globals;
mod hints;
mod inputs;
mod messages;
mod progress;
mod topics;

use std::{ffi::OsString, io, sync::Arc};

use anyhow::{anyhow, ensure};
use pgn_work::{
    messages::{Messages, is_silent},
    paths,
};

pub use cli::command;
pub use pgn_stream::remove_files_when_interrupted;
pub use pgn_work::{ExitStatus, install_hook};

use cli::Cli;
use commands::Command;
use config::Options;

/// Runs the program with `args`, whose first item is the name of the program, and returns the exit
/// status.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let args = commands::optional_values(args.into_iter().collect());
    if args.len() == 1 {
        return messages::greet(hints::GREETING);
    }
    let mut parser = cli::program_for(&args)
        .unwrap_or_else(|| command().long_version(cli::LONG_VERSION))
        .color(cli::color_of(&args));
    let typed = parser
        .try_get_matches_from_mut(&args)
        .and_then(|matches| Ok((Cli::from_arg_matches(&matches)?, matches)));
    let (cli, matches) = match typed {
        Ok(typed) => typed,
        Err(err) if err.use_stderr() && is_silent(&args) => return ExitStatus::Failed,
        Err(err) => {
            let meant = if err.use_stderr() { hints::meant(&args, command) } else { None };
            let err = hints::without_wrong_tips(err, &args, meant.as_deref(), command);
            let last = hints::last_line(&args, &err);
            return messages::usage(&err, meant.as_deref(), last.as_deref());
        }
    };
    let mut messages = Arc::new(cli.globals.messages());
    match pgn_work::catch(|| execute(cli, (&parser, matches), &args, &mut messages)) {
        Ok(Ok(status)) => messages.worst(status),
        Ok(Err(err)) => {
            let status = report_failure(&err, &messages);
            if let Some(line) = hints::of_failure(&args, &err, command) {
                messages::suggest(&line);
            }
            status
        }
        Err(fault) => {
            messages.error(fault);
            ExitStatus::Failed
        }
    }
}

/// Runs the command of `cli` with the settings that apply to it, which also replace `messages`. `parser`: the parser of the
/// command line, with its result.
fn execute(
    cli: Cli,
    (parser, matches): (&clap::Command, clap::ArgMatches),
    args: &[OsString],
    messages: &mut Arc<Messages>,
) -> anyhow::Result<ExitStatus> {
    let mut config = cli.globals.config(args, (parser, &matches), command)?;
    let layer = if config.applies() { Some(config.in_working_dir()?) } else { None };
    let (cli, matches) = match layer {
        Some(layer) if !layer.settings.is_empty() => {
            let check = |cli: &Cli, options: Options<'_>| cli.command.check_options(options);
            config.parse_applicable(&layer, Cli::from_arg_matches, check)?
        }
        _ => (cli, matches),
    };
    *messages = Arc::new(cli.globals.messages());
    let globals = cli.globals.resolve(Arc::clone(messages), Arc::new(config), &matches, command)?;
    let reads_games = cli.command.reads_games();
    let run = &globals.run;
    let without_games = run.manifest.is_some() && (!reads_games || globals.explain_where);
    ensure!(!without_games, "--manifest: this run reads no games");
    for (option, is_given) in [
        ("--where", run.reading.query.is_some()),
        ("--explain-where", globals.explain_where),
        ("--bytes", run.reading.bytes.is_some()),
    ] {
        ensure!(reads_games || !is_given, "{option}: this run selects no games");
    }
    // `filter` itself explains which games it selects, as it has more ways than `--where`.
    if globals.explain_where && !matches!(cli.command, Command::Filter(_)) {
        commands::selecting::explain(run.reading.query.as_deref())?;
        return Ok(ExitStatus::Clean);
    }
    // In a settings file the option applies to all commands, so only a typed one is reported.
    if globals.config.is_given("date-order") && !cli.command.uses_date_order() {
        messages.warning(
            "--date-order has no effect in this run; export --normalize rewrites the dates",
        );
    }
    let checked = cli.command.check_options(globals.config.options());
    let status = checked.map_err(anyhow::Error::from).and_then(|()| cli.command.run(&globals));
    let status = status.map_err(|err| match run.files_to_write() {
        files @ [_, ..] if is_closed_pipe(&err) => {
            let files: Vec<_> = files.iter().map(|path| paths::show(path)).collect();
            anyhow!("the reader of an output has closed it; not written: {}", files.join(", "))
        }
        _ => globals.config.with_place(err),
    })?;
    pgn_work::options::queries::report_names(run);
    pgn_work::output_files::finish_manifest(run)?;
    Ok(status)
}

/// Returns the error of an output in `err`; `None` if it is another error.
fn of_output(err: &anyhow::Error) -> Option<&pgn_stream::Error> {
    let wrapped = || err.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref();
    err.downcast_ref().or_else(wrapped)
}

/// Returns true if the reader of an output has closed its pipe.
fn is_closed_pipe(err: &anyhow::Error) -> bool {
    err.chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|err| err.kind() == io::ErrorKind::BrokenPipe)
        || of_output(err).is_some_and(pgn_stream::Error::is_closed_pipe)
}

/// Reports an error and returns the exit status. A closed pipe is not reported: the reader of the
/// output has stopped on purpose.
fn report_failure(err: &anyhow::Error, messages: &Messages) -> ExitStatus {
    let is_closed_pipe = is_closed_pipe(err);
    if let Some(error) = err.downcast_ref::<pgn_query::Error>() {
        messages.error_at(error, &error.lines(pgn_report::text::visible_column));
    } else if let Some(error) = of_output(err).filter(|_| !is_closed_pipe) {
        let name = error.path().map_or("stdout".into(), paths::show);
        messages.error(format_args!("{name}: {error}"));
    } else if !is_closed_pipe {
        messages.error(format_args!("{err:#}"));
    }
    messages.worst(ExitStatus::Clean)
}
