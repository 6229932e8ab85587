//! `--account`: finds each game of the inputs again in the output.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use pgn_stream::{Encoding, FileState, Input};

use super::Plan;
use crate::{
    ExitStatus, Globals,
    commands::{account, diff::FORMATS, split::count_games},
    games::select::SelectPlan,
    inputs::{Inputs, can_be_read_twice, paths},
    outputs::Output,
};

/// Checks that the inputs can be read again after the output has been written.
///
/// # Errors
/// Returns an error if an input can be read only once, or the output replaces it.
pub fn check_twice(inputs: &Inputs, plan: &Plan) -> anyhow::Result<()> {
    for input in &inputs.list {
        let Input::Path(path) = input else {
            bail!("--account reads the inputs twice, and stdin can be read only once")
        };
        ensure!(
            can_be_read_twice(input),
            "--account reads the inputs twice, and {} can be read only once",
            paths::show(path)
        );
        let is_replaced = plan.output.path().is_some_and(|it| pgn_stream::is_same_file(it, path));
        ensure!(
            !is_replaced,
            "--account reads {} again, which the output replaces: write to another file",
            paths::show(path)
        );
    }
    Ok(())
}

/// Returns the number of games in the file that the run will append to.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) fn count_earlier(plan: &Plan, globals: &Globals) -> anyhow::Result<u64> {
    match &plan.output {
        Output::Append(path) if path.is_file() => {
            count_games(&SelectPlan::default(), &Inputs::of_file(path), &globals.of_all_games())
        }
        _ => Ok(0),
    }
}

/// Returns the states of the files that an account reads as outputs; `None` for one that does not exist.
pub(super) fn states(plan: &Plan) -> [Option<FileState>; 2] {
    let duplicates = plan.dedup.as_ref().and_then(|dedup| dedup.duplicates.as_deref());
    [plan.output.path(), duplicates].map(|path| {
        let metadata = std::fs::metadata(path?).ok()?;
        Some(FileState::of(&metadata))
    })
}

/// Accounts for the games of a completed run in its output `result`, which had `n_earlier` games before it. Returns the
/// exit status.
pub(super) fn account(
    plan: &Plan,
    inputs: &Inputs,
    result: &Path,
    n_earlier: u64,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    // Copies of games of a master are not written, so that the masters are searched, too.
    let is_other = |master: &&PathBuf| !pgn_stream::is_same_file(master, result);
    let masters: Vec<Input> =
        plan.masters().iter().filter(is_other).cloned().map(Input::Path).collect();
    let duplicates = plan.dedup.as_ref().and_then(|dedup| dedup.duplicates.as_deref());
    let sides = account::Sides {
        inputs: Inputs {
            list: inputs.list.clone(),
            truncation: inputs.truncation,
            found: inputs.found.clone(),
            is_partial: inputs.is_partial,
            ..Inputs::default()
        },
        result: Inputs::of_file(result),
        n_earlier,
        masters: (!masters.is_empty()).then(|| Inputs { list: masters, ..Inputs::default() }),
        duplicates: duplicates.map(Inputs::of_file),
        rejects: None,
        result_encoding: plan.charset.and_then(|set| set.fallback()).map(Encoding::Given),
    };
    // Messages on the inputs were printed when they were first read.
    let silent = globals.silent();
    let plan = account::Plan { output: Output::Stdout, format: FORMATS[0], memory: plan.memory };
    let status = account::run(&plan, &sides, &silent, &globals.messages)?;
    Ok(silent.messages.worst(status))
}
