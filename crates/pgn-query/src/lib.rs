//! Queries about games: fields, predicates, and expressions over them. A [`Query`] is a compiled expression, and
//! [`Facts`] are what it asks of a game.
//!
//! ```
//! use pgn_query::{Facts, Query, QueryState, pgn_chess::ReplayOptions, pgn_syntax::GameReader};
//!
//! let file = &b"[White \"Tal\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[White \"Tal\"]\n\n1. d4 d5 *\n"[..];
//! let query = Query::parse("White = \"Tal\" and ends(checkmate)")?;
//! let (options, mut state) = (ReplayOptions::default(), QueryState::default());
//! let (mut games, mut found) = (GameReader::new(file), Vec::new());
//! while let Some((game, text)) = games.next()? {
//!     found.push(query.matches(&Facts::new(game, text), &options, &mut state));
//! }
//! assert_eq!(found, [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The language is described in [docs/expressions.md]. Some expressions:
//!
//! ```
//! use pgn_query::Query;
//!
//! for expression in [
//!     // Games of these players that were not drawn.
//!     r#"player ~ "Tal*" and result != 1/2-1/2"#,
//!     // Ratings of both players, and a range of dates.
//!     "min_elo >= 2600 and date in 2019..2021-06",
//!     // The Sicilian Defense, without one code.
//!     "eco in B20..B99 and not ECO = B22",
//!     // These moves in any order.
//!     r#"line("1. e4 c5 2. Nf3", transposing=true)"#,
//!     // An ending of at least four positions.
//!     r#"material("KRPvKR", stable=4)"#,
//! ] {
//!     Query::parse(expression)?;
//! }
//! # Ok::<(), pgn_query::Error>(())
//! ```
//!
//! [docs/expressions.md]: https://github.com/pgnkit/pgnkit/blob/main/docs/expressions.md
//!
//! [`calls::CALLS`] is the table of predicates, such as `ends`. [`FIELDS`] is the only table of fields; filtering,
//! sorting, splitting and counting all use it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use pgn_chess;
pub use pgn_syntax;

mod compiler;
mod explain;
mod fields;
mod games;
mod language;
pub mod option_expressions;
mod position;
pub mod query;
mod repertoire;
mod values;

pub use compiler::calls;
pub use fields::{
    field::{self, FIELDS, Field, Source},
    grouping::{self, Grouping, Part},
};
pub use games::{
    facts::{self, Depth, Facts, play},
    move_facts,
    producer::{self, PRODUCERS, Producer, producer},
    tag_values::ratings,
    termination,
};
pub use language::error::{self, Error};
pub use position::search::{MatchPlace, Scope};
pub use query::{Query, QueryState};
pub use repertoire::Load;
pub use values::{
    decimal::Decimal,
    fold::fold,
    tally::{self, ByResult, Counts, Tally},
    value::{self, Value, ValueKind},
};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
