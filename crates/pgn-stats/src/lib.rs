//! Statistics of many games: counts that can be added in any order, and the report made from them.
//!
//! An [`Observer`], shared by all threads, counts games into [`PartialCounts`]. A [`Counter`] sums these,
//! on disk above a limit, and returns the [`Report`](pgn_report::tables::Report) that a [`Plan`]
//! describes.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod annotation;
mod book_line;
mod by;
mod clocks;
mod combinations;
mod count_columns;
mod counter;
mod crosstable;
mod engines;
mod file_forms;
mod game_facts;
mod lists;
mod observe;
mod opening_tree;
mod overview;
mod overview_sections;
mod pairs;
mod pivot;
mod plan;
mod player;
mod player_names;
mod quality;
mod quality_sections;
mod ranking;
mod rating;
mod records;
mod tally_store;
mod text_sections;
mod topic;
mod totals;

pub use by::check_order;
pub use counter::Counter;
pub use crosstable::{FormChoice, TieBreak};
pub use game_facts::{ObserverState, PartialCounts};
pub use observe::Observer;
pub use pivot::COLOR;
pub use plan::{CrossTableMode, OpeningTable, Parts, Plan, PlayerQueries, check_tie_breaks};
pub use ranking::{Order, OrderKey, key_of};
pub use rating::Sprt;
