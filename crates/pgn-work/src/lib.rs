//! What commands do with games: a module for each command, with the plan that says what is asked for and `run`,
//! which does it.
//!
//! A run reads its [`inputs`], works on each game, and leaves what comes of it in [`outputs`]. What holds for
//! every run is in [`Globals`]: how bytes are understood, the threads, and where [`messages`] are shown. Nothing
//! here reads arguments or settings, and nothing writes to stderr.

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
mod game_writer;
mod games;
pub mod git_merge;
mod globals;
mod incidents;
pub mod inputs;
mod left_out;
mod lines;
pub mod manifest;
pub mod merge;
pub mod messages;
pub mod names;
pub mod outputs;
pub mod paths;
pub mod progress;
pub mod ranges;
mod reader;
mod reading;
mod recode;
mod rejects;
mod rewritten;
pub mod rules;
mod select;
pub mod split;
pub mod stats;
mod stream;
pub mod strip_comments;
mod summary;
pub mod target;
mod text;
mod texts;
mod writer;

pub use exit::ExitStatus;
pub use fault::{Fault, Step, catch, install_hook, plant};
pub use globals::Globals;
pub use pgn_stream::{Encoding, EncodingsOfFiles};
pub use reading::{Lang, Mmap, Reading};
pub use select::SelectPlan;
