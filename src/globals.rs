//! What holds for every command.

use std::sync::Arc;

use crate::config::Config;

/// What holds for every command, once the arguments are understood.
#[derive(Clone, Debug)]
pub(crate) struct Globals {
    /// What holds for the run itself.
    pub(crate) run: pgn_work::Globals,
    /// The settings of files.
    pub(crate) config: Arc<Config>,
    /// Makes the description of the whole command line.
    pub(crate) program: fn() -> clap::Command,
    /// How games are selected is printed, and nothing is read.
    pub(crate) explain_where: bool,
}
