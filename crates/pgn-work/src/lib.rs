//! The work of the commands of pgnkit: a module for each command, with its plan and `run`, which does what the plan
//! says.
//!
//! A run reads its [`inputs`], works on each game, and writes the results to [`outputs`]. [`Globals`] has the options
//! and state that all commands share: how bytes are interpreted, the threads, and the [`messages`]. Nothing in this
//! crate depends on clap or settings, and nothing writes to stderr.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod commands;
mod games;
mod globals;
pub mod inputs;
pub mod manifest;
pub mod options;
pub mod outputs;
mod reports;
mod run_inputs;
mod writing;

pub use commands::{
    account, check, diff, export, filter, follow, git_merge, merge, names, ranges, rules, split,
    stats, strip_comments,
};
pub use games::select::SelectPlan;
pub use globals::Globals;
pub use inputs::fresh::Fresh;
pub use inputs::reading::ReadingOptions;
pub use inputs::{paths, requested_names, watching};
pub use pgn_stream::{Encoding, EncodingsOfFiles, TextKind, text_kind};
pub use reports::exit::ExitStatus;
pub use reports::fault::{Fault, Step, catch, install_hook, plant};
pub use reports::{messages, progress};
pub use writing::{output_files, output_set};
