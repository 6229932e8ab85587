//! `check --watch`: checks inputs again when they change.

use std::io::{self, IsTerminal as _, Write as _};

use anyhow::{Context as _, ensure};
use pgn_stream::Input;
use pgn_work::{
    ExitStatus,
    inputs::{IfNone, Inputs},
    outputs::Output,
    paths::show,
    watching::{Changes, Watch, watched},
};

use super::{Args, check, outputs_of};
use crate::globals::Globals;

/// Maximum number of changed files whose names are shown.
const MAX_NAMES: usize = 10;

/// Escape sequences that clear a terminal with its history and move the cursor to the top.
const CLEAR: &[u8] = b"\x1b[2J\x1b[3J\x1b[H";

/// Checks the inputs, and then those that change whenever they do. Returns only if inputs cannot be watched.
pub(super) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = args.plan()?;
    ensure!(
        plan.reports.iter().all(|report| report.output == Output::Stdout),
        "--watch shows findings on stdout and writes no report files"
    );
    let resolve = || resolve(args, globals);
    let mut watch = Watch::new("--watch", args.input.sources(), &resolve)?;
    let compares_files = compares_files(args);
    for round in 0_u64.. {
        let changes = watch.changes()?;
        if round > 0 {
            begin_block(&changes, globals)?;
        }
        let list = if compares_files { watch.inputs.list.clone() } else { changes.changed };
        let inputs = Inputs { list, found: watch.inputs.found.clone(), ..Inputs::default() };
        if !inputs.list.is_empty() {
            let plan = args.plan()?;
            let outputs = outputs_of(&plan, args.output.force, globals);
            // The next change of a file may correct an error that it causes now.
            if let Err(error) = check(args, plan, outputs, &inputs, globals) {
                globals.run.messages.error(format_args!("{error:#}"));
            }
        }
        let files = watched(changes.n_files);
        globals.run.messages.note(format_args!("watching {files}; Ctrl-C ends"));
    }
    Ok(ExitStatus::Clean)
}

fn resolve(args: &Args, globals: &Globals) -> anyhow::Result<Inputs> {
    let outputs = outputs_of(&args.plan()?, args.output.force, globals);
    args.input.resolve_or(IfNone::Waits, "check", &outputs, globals)
}

/// Returns true if a rule that compares the games of all inputs is selected by name, so that a changed file cannot be
/// checked alone.
fn compares_files(args: &Args) -> bool {
    let named = args.rules.iter().chain(&args.extend_select).flat_map(|name| pgn_lint::named(name));
    named.into_iter().any(|rule| rule.code.starts_with('G'))
}

/// Prints the names of changed and deleted files, on a cleared terminal.
fn begin_block(changes: &Changes, globals: &Globals) -> anyhow::Result<()> {
    let mut stdout = io::stdout();
    if stdout.is_terminal() {
        stdout.write_all(CLEAR).and_then(|()| stdout.flush()).context("stdout")?;
    }
    for input in changes.changed.iter().take(MAX_NAMES) {
        if let Input::Path(path) = input {
            globals.run.messages.note(format_args!("{}: changed", show(path)));
        }
    }
    for path in changes.gone.iter().take(MAX_NAMES) {
        globals.run.messages.note(format_args!("{}: deleted", show(path)));
    }
    Ok(())
}
