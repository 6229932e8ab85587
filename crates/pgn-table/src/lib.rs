//! Typed rows, written as CSV or Parquet. This crate knows nothing of chess.
//!
//! Rows are built by many threads and written by one. In between, a row is a byte string: its length,
//! followed by its values. [`RowBuilder`] builds rows, [`rows`] and [`Row::values`] read them.
//!
//! ```
//! use pgn_table::{Column, DataType, RowBuilder, csv, rows};
//!
//! let columns = [
//!     Column { name: "white", data_type: DataType::Text },
//!     Column { name: "elo", data_type: DataType::Int },
//! ];
//! let mut buffer = Vec::new();
//! let mut row = RowBuilder::begin(&mut buffer);
//! row.text(Some("Tal, Mihail"));
//! row.int(None);
//! row.end();
//!
//! let mut out = Vec::new();
//! csv::header(&columns, &mut out);
//! for row in rows(&buffer) {
//!     csv::row(row, csv::Formulas::AsTheyAre, &mut out);
//! }
//! assert_eq!(out, b"white,elo\r\n\"Tal, Mihail\",\r\n");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod csv;
pub mod parquet;
mod row;

pub use row::{Column, DataType, Pairs, Row, RowBuilder, Value, rows};
