//! The options of every command as values; their arguments are in `commands/common.rs`.

use std::sync::Arc;

use crate::config::Config;

/// Options that apply to every command, resolved from the arguments.
#[derive(Clone, Debug)]
pub(crate) struct Globals {
    /// The options of the run itself.
    pub(crate) run: pgn_work::Globals,
    /// The settings of files.
    pub(crate) config: Arc<Config>,
    /// Returns the parser with all commands.
    pub(crate) program: fn() -> clap::Command,
    /// The expressions of `--where`.
    pub(crate) exprs: Vec<String>,
    /// True if the query plan of `--where` is printed and no games are read.
    pub(crate) explain_where: bool,
}
