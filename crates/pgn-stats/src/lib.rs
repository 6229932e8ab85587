//! Statistics of many games: counts that can be added in any order, and the report made from them.
//!
//! An [`Observer`], shared by all threads, counts games into [`PartialCounts`]. A [`Counter`] sums these,
//! on disk above a limit, and returns the [`Report`](pgn_report::tables::Report) that a [`Plan`]
//! describes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod annotation;
mod by;
mod clocks;
mod counter;
mod file_forms;
mod game_facts;
mod ledger;
mod lists;
mod notes;
mod observe;
mod overview;
mod pivot;
mod plan;
mod quality;
mod quality_sections;
mod sections;
mod topic;
mod totals;
mod tree;

pub use by::key_of;
pub use counter::Counter;
pub use game_facts::{ObserverState, PartialCounts};
pub use observe::Observer;
pub use plan::{Parts, Plan, Table};
