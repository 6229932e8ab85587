//! What is counted: which parts of the report, and how far games must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Source};

/// What a run counts.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The whole picture.
    pub(crate) overview: bool,
    /// Games by the values of these.
    pub(crate) by: Vec<(String, Source)>,
    /// The report card.
    pub(crate) quality: bool,
    /// The tree of openings, so many half-moves deep.
    pub(crate) moves: Option<u32>,
    pub(crate) openings: Table,
}

/// The table of openings.
#[derive(Debug)]
pub(crate) enum Table {
    Own,
    /// `--eco-file`.
    Of(Box<Openings>),
}

impl Parts {
    pub(crate) fn openings(&self) -> &Openings {
        match &self.openings {
            Table::Own => Openings::builtin(),
            Table::Of(openings) => openings,
        }
    }

    /// How far games must be read.
    pub(crate) fn depth(&self) -> Depth {
        if self.overview || self.quality || self.moves.is_some() {
            return Depth::Moves;
        }
        let depths = self.by.iter().map(|(_, source)| source.depth());
        depths.max().unwrap_or(Depth::Tags)
    }
}
