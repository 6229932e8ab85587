//! The work of each command: a module with its plan and `run`.

pub mod account;
pub(crate) mod baseline;
pub mod check;
pub mod diff;
pub mod export;
pub mod filter;
pub mod follow;
pub mod git_merge;
pub mod merge;
pub mod names;
pub mod ranges;
pub mod rules;
pub mod split;
pub mod stats;
pub mod strip_comments;
