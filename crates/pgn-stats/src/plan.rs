//! What is counted: which parts of the report, and how far games must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Source};

/// What a report shows.
#[derive(Debug)]
pub struct Plan {
    /// What is counted.
    pub parts: Parts,
    /// Rows of a list; `None`: all.
    pub top: Option<usize>,
    /// Rows of [`Parts::by`]; `None`: all.
    pub top_by: Option<usize>,
}

/// What a run counts.
#[derive(Debug)]
pub struct Parts {
    /// The whole picture.
    pub overview: bool,
    /// Games by the values of these.
    pub by: Vec<(String, Source)>,
    /// The report card.
    pub quality: bool,
    /// The tree of openings, so many half-moves deep.
    pub moves: Option<u32>,
    /// Where names of openings are from.
    pub openings: Table,
}

/// The table of openings.
#[derive(Debug)]
pub enum Table {
    /// The one that comes with the program.
    Own,
    /// A user's.
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
