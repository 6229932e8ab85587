//! What the commands do with games: a file a command, each with the plan of `commands` in hand.

pub(crate) mod check;
pub(crate) mod diff;
pub(crate) mod export;
pub(crate) mod filter;
mod findings;
mod fix;
mod games;
mod joint;
mod lines;
pub(crate) mod merge;
mod reader;
mod recode;
mod rejects;
pub(crate) mod rules;
mod select;
pub(crate) mod show_settings;
pub(crate) mod sift;
pub(crate) mod split;
pub(crate) mod stats;
mod stream;
pub(crate) mod strip_comments;
pub(crate) mod tags;
pub(crate) mod target;
mod text;
mod told;
mod verify;
mod writer;
