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

pub use copies::{
    digest::{Digest, Digester, Key, KeyKind, KeyOptions, Quality, QualityParts, push_texts},
    facts::{self, ExtraFacts, Facts},
    groups::{self, ComparedGame, DroppedGame, Duplicates, Groups, Keep},
    keys, name, sketch,
};
pub use matching::{identity, location::Location, versions};
pub use order::{By, MovetextOrderer, OrderOptions, Orderer};
pub use storage::{
    number_set::NumberSet,
    sorter::{Record, Sorted, Sorter, key_prefix},
    spool::{Spool, TempFiles},
    stored::{Stored, array_at, len_of},
    ties::WithTies,
};
pub use trees::{
    join::read_lines,
    lines::Lines,
    three_way::{Favor, common_lines, common_list, merge_lines, merge_list},
    tree::{StartKeys, Tree},
    union::{Union, UnionOptions, UnionParts},
    union_tags::Contribution,
};
