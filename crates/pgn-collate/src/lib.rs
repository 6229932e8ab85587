//! Operations on many games: finding copies, sorting, matching versions, and merging games. A [`Digester`] computes what
//! is compared of a game, [`Groups`] finds the copies, and an [`Orderer`] builds the keys by which games are sorted.
//!
//! Data that grows with the number of games is kept in a [`Spool`] or a [`Sorter`], which write to
//! disk above a limit. So memory is bounded, and the results do not depend on the limit.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// First, so that the macros of `stored` are known below.
#[macro_use]
mod storage;

pub mod account;
mod copies;
mod matching;
pub mod names;
pub mod order;
mod trees;

pub use copies::digest::{Digest, Digester, Key, KeyKind, KeyOptions, Quality, QualityParts};
pub use copies::facts::{ExtraFacts, Facts};
pub use copies::groups::{ComparedGame, DroppedGame, Duplicates, Groups, Keep};
pub use copies::{facts, groups, keys, name, sketch};
pub use matching::location::Location;
pub use matching::{identity, versions};
pub use order::{By, MovetextOrderer, OrderOptions, Orderer};
pub use storage::number_set::NumberSet;
pub use storage::sorter::{Record, Sorted, Sorter, key_prefix};
pub use storage::spool::{Spool, TempFiles};
pub use storage::stored::{Stored, array_at, len_of};
pub use storage::ties::WithTies;
pub use trees::join::read_lines;
pub use trees::lines::Lines;
pub use trees::three_way::{Favor, common_lines, common_list, merge_lines, merge_list};
pub use trees::tree::{StartKeys, Tree};
pub use trees::union::{Union, UnionOptions, UnionParts};
pub use trees::union_tags::Contribution;
