//! What writes games in the formats of `export`.

mod rest;

use pgn_chess::export::Exporter;
use pgn_report::games::{json_lines, positions, rows};

pub(crate) use rest::Rest;

/// Writes games. A thread has one.
pub(crate) enum GameWriter {
    Pgn(Exporter),
    Json(json_lines::GameWriter),
    Positions(Box<positions::GameWriter>),
    Rows(rows::GameWriter),
}
