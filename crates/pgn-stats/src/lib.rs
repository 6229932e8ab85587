//! Statistics of many games: counts that can be added in any order, and the report made from them.
//!
//! An [`Observer`], shared by all threads, counts games into [`PartialCounts`]. A [`Counter`] sums these,
//! on disk above a limit, and returns the [`Report`](pgn_report::tables::Report) that a [`Plan`]
//! describes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod counter;
mod crosstable;
mod games;
mod observe;
mod opening_tree;
mod plan;
mod sections;
mod sums;
mod tables;

pub use counter::Counter;
pub use crosstable::{FormChoice, TieBreak};
pub use games::game_facts::{ObserverState, PartialCounts};
pub use observe::Observer;
pub use plan::{CrossTableMode, OpeningTable, Parts, Plan, PlayerQueries, check_tie_breaks};
pub use sums::{
    ranking::{Order, OrderKey, key_of},
    rating::Sprt,
};
pub use tables::{by::check_order, pivot::COLOR};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
