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
//! [`calls::CALLS`] is the table of predicates, such as `ends`. [`FIELDS`] is the only table of fields; filtering,
//! sorting, splitting and counting all use it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub use pgn_chess;
pub use pgn_syntax;

mod args;
mod ast;
pub mod calls;
mod compile;
mod decimal;
mod ends;
pub mod error;
mod explain;
pub mod facts;
pub mod field;
mod field_test;
mod fold;
pub mod grouping;
mod has;
mod matcher;
mod meant;
pub mod move_facts;
mod near_miss;
pub mod option_expressions;
mod other_names;
mod position;
pub mod producer;
pub mod query;
mod repertoire;
mod syntax;
mod tag_values;
pub mod tally;
pub mod termination;
pub mod value;
mod weekday;

pub use decimal::Decimal;
pub use error::Error;
pub use facts::{Depth, Facts, play};
pub use field::{FIELDS, Field, Source};
pub use fold::fold;
pub use grouping::{Grouping, Part};
pub use position::search::{MatchPlace, Scope};
pub use producer::{PRODUCERS, Producer, producer};
pub use query::{Query, QueryState};
pub use repertoire::Load;
pub use tally::{Counts, Tally};
pub use value::{Value, ValueKind};
