//! Operations on many games: finding copies, sorting, matching versions, and merging games. A [`Digester`] computes what
//! is compared of a game, [`Groups`] finds the copies, and an [`Orderer`] builds the keys by which games are sorted.
//!
//! Data that grows with the number of games is kept in a [`Spool`] or a [`Sorter`], which write to
//! disk above a limit. So memory is bounded, and the results do not depend on the limit.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

// First, so that its macros are known below.
#[macro_use]
mod stored;

pub mod account;
mod comment_set;
mod content;
mod digest;
mod exact;
pub mod facts;
mod game_id;
pub mod groups;
pub mod identity;
mod join;
pub mod keys;
mod lines;
mod location;
pub mod name;
pub mod names;
mod number_set;
pub mod order;
mod pairing;
mod prefix;
pub mod sketch;
mod sorter;
mod spool;
mod three_way;
mod ties;
mod tree;
mod union;
mod union_tags;
pub mod versions;

pub use digest::{Digest, Digester, Key, KeyKind, KeyOptions, Quality, QualityParts};
pub use facts::{ExtraFacts, Facts};
pub use groups::{ComparedGame, DroppedGame, Duplicates, Groups, Keep};
pub use join::read_lines;
pub use lines::Lines;
pub use location::Location;
pub use number_set::NumberSet;
pub use order::{By, MovetextOrderer, OrderOptions, Orderer};
pub use sorter::{Record, Sorted, Sorter, key_prefix};
pub use spool::{Spool, TempFiles};
pub use stored::{Stored, array_at, len_of};
pub use three_way::{Favor, common_lines, common_list, merge_lines, merge_list};
pub use ties::WithTies;
pub use tree::{StartKeys, Tree};
pub use union::{Union, UnionOptions, UnionParts};
pub use union_tags::Contribution;
