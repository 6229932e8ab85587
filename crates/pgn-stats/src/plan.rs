//! The parts of a report, and how far games must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Grouping, Source};

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
    pub by: Vec<(String, Grouping)>,
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

/// Whose score the rows of a table have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Perspective {
    /// White's.
    White,
    /// That of the player whom the row names: the value of this field of [`Parts::by`].
    Player(usize),
}

impl Parts {
    /// Returns whose score the rows of the table of [`Parts::by`] have.
    pub(super) fn perspective(&self) -> Perspective {
        let is_player = |(_, by): &(String, Grouping)| match &by.source {
            Source::Field(field) => matches!(field.name, "player" | "winner"),
            Source::Known(_) | Source::Tag(_) => false,
        };
        self.by.iter().position(is_player).map_or(Perspective::White, Perspective::Player)
    }

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
        let depths = self.by.iter().map(|(_, by)| by.source.depth());
        depths.max().unwrap_or(Depth::Tags)
    }
}
