//! Operations on many games: finding copies, sorting, matching versions, and merging games. A [`Digester`] computes what
//! is compared of a game, [`Groups`] finds the copies, and an [`Orderer`] builds the keys by which games are sorted.
//!
//! Data that grows with the number of games is kept in a [`Spool`] or a [`Sorter`], which write to
//! disk above a limit. So memory is bounded, and the results do not depend on the limit.
//!
//! To find the copies among some games:
//!
//! ```
//! use pgn_collate::{ComparedGame, Digester, Groups, Keep, KeyOptions, TempFiles};
//! use pgn_syntax::Games;
//!
//! let pgn = b"[White \"Tal, M\"]\n[Black \"Ivkov\"]\n\n1. e4 e5 1-0\n
//! [White \"Tal, Mihail\"]\n[Black \"Ivkov\"]\n\n1. e4 {best} e5 1-0\n
//! [White \"Fischer\"]\n[Black \"Tal\"]\n\n1. d4 *\n";
//! // Games with fewer half-moves are copies only if they are equal.
//! let mut digester = Digester::new(KeyOptions { min_plies: 2, ..KeyOptions::default() });
//! let mut groups = Groups::new(Keep::First, 1 << 20, &TempFiles::default());
//! let (mut games, mut content, mut number) = (Games::new(pgn), Vec::new(), 0);
//! while let Some(game) = games.next() {
//!     let digest = digester.digest(game, pgn, &mut content);
//!     groups.push(&ComparedGame { number, digest, is_master: false }, Some(&content))?;
//!     number += 1;
//! }
//! let duplicates = groups.duplicates()?;
//! assert_eq!([0, 1, 2].map(|number| duplicates.is_dropped(number)), [false, true, false]);
//! # Ok::<(), std::io::Error>(())
//! ```

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
    digest::{Digest, Digester, Key, KeyKind, KeyOptions, Quality, QualityParts},
    facts::{self, ExtraFacts, Facts},
    groups::{self, ComparedGame, DroppedGame, Duplicates, Groups, Keep},
    keys, name, sketch,
    words::push_texts,
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

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
