//! The parts of a report, and how far games must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Source};

/// The content of a report.
#[derive(Debug)]
pub struct Plan {
    /// The parts that are counted.
    pub parts: Parts,
    /// Maximum number of rows of a list; `None`: all.
    pub top: Option<usize>,
    /// Maximum number of rows of [`Parts::by`]; `None`: all.
    pub top_by: Option<usize>,
}

/// The parts of a report that are counted.
#[derive(Debug)]
pub struct Parts {
    /// The overview.
    pub overview: bool,
    /// Fields by whose values games are counted, with their names.
    pub by: Vec<(String, Source)>,
    /// The quality report.
    pub quality: bool,
    /// The depth of the opening tree in half-moves, if there is one.
    pub moves: Option<u32>,
    /// The openings that games are classified by.
    pub openings: Table,
}

/// A table of openings.
#[derive(Debug)]
pub enum Table {
    /// The built-in table.
    Own,
    /// A table of the user.
    Of(Box<Openings>),
}

impl Parts {
    pub(super) fn openings(&self) -> &Openings {
        match &self.openings {
            Table::Own => Openings::builtin(),
            Table::Of(openings) => openings,
        }
    }

    /// Returns how far games must be read.
    pub(super) fn depth(&self) -> Depth {
        if self.overview || self.quality || self.moves.is_some() {
            return Depth::Moves;
        }
        let depths = self.by.iter().map(|(_, source)| source.depth());
        depths.max().unwrap_or(Depth::Tags)
    }
}
