//! Typed rows, written as CSV, TSV or Parquet. This crate contains no chess.
//!
//! Rows are built by many threads and written by one. In between, a row is a byte string: its length, followed by its
//! cells, in the [`CellFormat`] that is written. [`RowBuilder`] builds rows, [`rows`] iterates over them.
//!
//! ```
//! use pgn_table::{Column, DataType, CellFormat, Row, RowBuilder, csv, rows};
//!
//! let columns = [
//!     Column::new("white", DataType::Text),
//!     Column::new("elo", DataType::Int),
//! ];
//! let mut buffer = Vec::new();
//! let dialect = csv::Dialect {
//!     delimiter: csv::Delimiter::Comma,
//!     formulas: csv::Formulas::AsTheyAre,
//! };
//! let mut row = RowBuilder::begin(&mut buffer, CellFormat::Text(dialect));
//! row.text(Some("Tal, Mihail"));
//! row.int(None);
//! row.end();
//!
//! let mut out = Vec::new();
//! csv::header(&columns, dialect.delimiter, &mut out);
//! for row in rows(&buffer) {
//!     csv::line(Row::EMPTY, row, dialect.delimiter, &mut out);
//! }
//! assert_eq!(out, b"white,elo\r\n\"Tal, Mihail\",\r\n");
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod cell;
mod cell_order;
pub mod csv;
pub mod parquet;
mod row;
mod text;

pub use cell_order::CellOrder;
pub use row::{CellFormat, Column, ColumnEncoding, DataType, Row, RowBuilder, rows};

/// Runs the examples of the readme as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
