//! The writers of games in the formats of `export`.

mod unwritten;

use pgn_chess::export::Exporter;
use pgn_report::games::{json_lines, positions, rows};

pub(crate) use unwritten::UnwrittenPart;

/// A writer of games in one format. Each thread has one.
pub(crate) enum GameWriter {
    Pgn(Exporter),
    Json(json_lines::ObjectWriter),
    Positions(Box<positions::PositionWriter>),
    Rows(rows::RowWriter),
}
