//! `--follow`: keeps a command running that writes new games whenever its inputs change.

use anyhow::ensure;
use clap::Args;
use pgn_work::{
    ExitStatus, Globals as Run,
    follow::{Followed, Follower, LinesAs},
    inputs::{IfNone, Inputs},
    messages::counted,
    output_set::OutputSet,
    outputs::{Output, RunPosition},
    watching::{Watch, watched},
};

use super::{
    common::InputArgs,
    values::{Choices, one_of},
};
use crate::globals::Globals;

/// The values of `--follow`.
const FOLLOWED: Choices<Followed> = &[
    ("ended", "Each game once, when it has ended with a result", Followed::Ended),
    ("changed", "Each game, and again whenever its text has changed", Followed::Changed),
];

/// `--follow`.
#[derive(Args, Clone, Debug)]
pub(crate) struct FollowArgs {
    /// Keep running, and write new games whenever inputs grow or are rewritten, until interrupted
    /// [without a value: ended]
    #[arg(long, value_name = "WHICH", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "ended", value_parser = one_of(FOLLOWED), help_heading = "Inputs")]
    #[arg(conflicts_with_all = ["skip", "take", "bytes", "manifest"])]
    pub(crate) follow: Option<Followed>,
}

impl FollowArgs {
    /// Returns the follower of the games whose text is written as `lines`; `None` if the command ends.
    ///
    /// # Errors
    /// Returns an error if the output is a file that is renamed into place at the end.
    pub(super) fn follower(
        &self,
        output: &Output,
        lines: LinesAs,
    ) -> anyhow::Result<Option<Follower>> {
        ensure!(
            self.follow.is_none() || !matches!(output, Output::File(_)),
            "--follow does not end, and an output file appears only when it is complete: write to stdout, or add --append"
        );
        Ok(self.follow.map(|which| Follower::new(which, lines)))
    }
}

/// Calls `work` whenever `input` has new games, with the settings `run` for these. `command`: the name of the command.
/// Returns only with an error.
///
/// # Errors
/// Returns an error if an input is stdin, the system reports no changes, or `work` fails.
pub(super) fn follow(
    mut follower: Follower,
    command: &str,
    input: &InputArgs,
    outputs: &OutputSet,
    globals: &Globals,
    run: &Run,
    mut work: impl FnMut(&Inputs, RunPosition, &Run) -> anyhow::Result<ExitStatus>,
) -> anyhow::Result<ExitStatus> {
    let resolve = || input.resolve_or(IfNone::Waits, command, outputs, globals);
    let mut watch = Watch::new("--follow", input.sources(), &resolve)?;
    outputs.begin(&watch.inputs, &globals.run)?;
    let mut position = RunPosition::First;
    loop {
        let changes = watch.changes()?;
        let found = watch.inputs.found.clone();
        let inputs = Inputs { list: changes.changed, found, ..Inputs::default() };
        let fresh = follower.read(&inputs, &globals.run)?;
        if !fresh.is_empty() {
            let reading = run.reading.of_fresh(&fresh);
            work(&inputs, position, &Run { reading, ..run.clone() })?;
            follower.note_written(&fresh);
            position = RunPosition::Later;
        }
        let files = watched(changes.n_files);
        let unfinished = match follower.n_unfinished() {
            0 => String::new(),
            n => format!(", {} not yet complete", counted(n, "game")),
        };
        globals.run.messages.note(format_args!("following {files}{unfinished}; Ctrl-C ends"));
    }
}
