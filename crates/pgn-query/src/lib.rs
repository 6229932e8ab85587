//! Queries about games: fields, predicates, and expressions over them. A [`Query`] is a compiled expression, and
//! [`Facts`] are what it asks of a game.
//!
//! [`field::FIELDS`] is the only table of fields; filtering, sorting, splitting and counting all
//! use it.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

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
pub use facts::{Depth, Facts, Played};
pub use field::{FIELDS, Field, Source};
pub use fold::fold;
pub use grouping::{Grouping, Part};
pub use position::search::{MatchPlace, Scope};
pub use producer::{PRODUCERS, Producer, producer};
pub use query::{Query, QueryState};
pub use repertoire::Load;
pub use tally::{Counts, Tally};
pub use value::{Value, ValueKind};
