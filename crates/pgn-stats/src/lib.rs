//! What is in many games: counts that add up in any order, and the report made of them.
//!
//! An [`Observer`] looks at games, on as many threads as there are, and notes what they come to in a
//! [`Found`]. A [`Counter`] adds these up, on disk past a limit, and gives the [`Report`](pgn_report::tables::Report)
//! that a [`Plan`] asks for.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod by;
mod card;
mod clocks;
mod counter;
mod ledger;
mod lists;
mod markings;
mod notes;
mod observe;
mod overview;
mod plan;
mod quality;
mod sections;
mod seen;
mod topic;
mod totals;
mod tree;

pub use counter::Counter;
pub use observe::Observer;
pub use plan::{Parts, Plan, Table};
pub use seen::{Found, Scratch};
