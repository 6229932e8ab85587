//! `pgnkit git-merge`: a merge driver for git.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueHint};
use pgn_work::{ExitStatus, git_merge::Plan, paths};

use crate::globals::Globals;

const EXAMPLES: &str = "Examples:
  pgnkit git-merge base.pgn mine.pgn theirs.pgn  by hand: the result is mine.pgn";

/// The least number of characters of a conflict marker that `check` and `export` recognize.
const MIN_MARKER_SIZE: u16 = 7;

/// Merge two versions of a file game by game, for git
///
/// Games are matched as in diff, tags are merged by name, moves by their path, comments and NAGs by
/// their move. A game that both sides have added is joined. OURS is replaced by the result.
///
/// If both sides have changed one place in different ways, both versions are between conflict
/// markers, and the exit status is 1. `pgnkit generate gitattributes` prints the settings that make git
/// use this command.
#[derive(ClapArgs, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The common ancestor (%O)
    #[arg(value_hint = ValueHint::FilePath)]
    base: PathBuf,

    /// The version of this side, which becomes the result (%A)
    #[arg(value_hint = ValueHint::FilePath)]
    ours: PathBuf,

    /// The version of the other side (%B)
    #[arg(value_hint = ValueHint::FilePath)]
    theirs: PathBuf,

    /// The number of characters of conflict markers (%L), at least 7
    #[arg(default_value_t = MIN_MARKER_SIZE)]
    marker_size: u16,

    /// The name of the file in messages (%P) [default: OURS]
    path: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, globals: &Globals) -> anyhow::Result<ExitStatus> {
    let plan = Plan {
        base: args.base.clone(),
        ours: args.ours.clone(),
        theirs: args.theirs.clone(),
        marker_size: args.marker_size.max(MIN_MARKER_SIZE).into(),
        name: paths::show(args.path.as_deref().unwrap_or(&args.ours)),
    };
    pgn_work::git_merge::run(&plan, &globals.run)
}
