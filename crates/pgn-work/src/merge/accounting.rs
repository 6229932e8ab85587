//! `--account`: finds each game of the inputs again in the output.

use std::{path::Path, sync::Arc};

use pgn_stream::{Encoding, Input};

use super::Plan;
use crate::{
    ExitStatus, Globals, account,
    diff::FORMATS,
    inputs::Inputs,
    messages::{Messages, Verbosity},
    outputs::Output,
};

/// Accounts for the games of a completed run in its output `result`. Returns the exit status.
pub(super) fn account(
    plan: &Plan,
    inputs: &Inputs,
    result: &Path,
    globals: &Globals,
) -> anyhow::Result<ExitStatus> {
    let files = |paths: &[&Path]| Inputs {
        list: paths.iter().map(|path| Input::Path(path.to_path_buf())).collect(),
        ..Inputs::default()
    };
    // Copies of games of the master are not written, so that the master is searched, too.
    let kept: Vec<&Path> = [Some(result), plan.master()].into_iter().flatten().collect();
    let duplicates = plan.dedup.as_ref().and_then(|dedup| dedup.duplicates.as_deref());
    let sides = account::Sides {
        inputs: Inputs {
            list: inputs.list.clone(),
            truncation: inputs.truncation,
            found: inputs.found.clone(),
            ..Inputs::default()
        },
        result: files(&kept),
        duplicates: duplicates.map(|path| files(&[path])),
        rejects: None,
        result_encoding: plan.charset.and_then(|set| set.fallback()).map(Encoding::Given),
    };
    // Messages on the inputs were printed when they were first read.
    let silent = Globals {
        messages: Arc::new(Messages::new(Verbosity::Silent, Box::new(()))),
        manifest: None,
        ..globals.clone()
    };
    let plan = account::Plan { output: Output::Stdout, format: FORMATS[0], memory: plan.memory };
    let status = account::run(&plan, &sides, &silent, &globals.messages)?;
    Ok(silent.messages.worst(status))
}
