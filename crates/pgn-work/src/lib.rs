//! The work of the commands of pgnkit: a module for each command, with its plan and `run`, which does what the plan
//! says.
//!
//! A run reads its [`inputs`], works on each game, and writes the results to [`outputs`]. [`Globals`] has the options
//! and state that all commands share: how bytes are interpreted, the threads, and the [`messages`]. Nothing in this
//! crate reads arguments or settings, and nothing writes to stderr.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod account;
mod appender;
mod baseline;
mod batch;
mod buffer;
pub mod check;
pub mod diff;
mod encodings;
mod exit;
pub mod export;
mod fault;
pub mod filter;
pub mod follow;
mod fresh;
mod game_lines;
mod game_writer;
mod games;
mod gathered;
pub mod git_merge;
mod globals;
mod incidents;
pub mod inputs;
mod left_out;
mod made_folders;
pub mod manifest;
pub mod merge;
pub mod messages;
pub mod names;
pub mod output_files;
pub mod output_set;
pub mod outputs;
pub mod paths;
pub mod progress;
pub mod ranges;
mod reading;
mod recode;
mod rejects;
mod replaced;
pub mod requested_names;
mod rewritten;
pub mod rules;
mod run_inputs;
mod select;
pub mod split;
pub mod stats;
mod stream;
pub mod strip_comments;
mod summary;
mod text;
mod texts;
mod unended_file;
pub mod watching;
mod writer;

pub use exit::ExitStatus;
pub use fault::{Fault, Step, catch, install_hook, plant};
pub use fresh::Fresh;
pub use globals::Globals;
pub use pgn_stream::{Encoding, EncodingsOfFiles, TextKind, text_kind};
pub use reading::{Mmap, ReadingOptions};
pub use select::SelectPlan;
