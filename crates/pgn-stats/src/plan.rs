//! The parts of a report, and how far games must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Grouping, Query, Source};

use super::ranking::Order;

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
    /// The scores of each two players against each other.
    pub pairs: bool,
    /// The cross tables.
    pub tournaments: Tournaments,
    /// The table of engines.
    pub engines: bool,
    /// Order and minimum of the rows of [`Parts::by`] or [`Parts::pairs`].
    pub order: Order,
    /// The player whose scores are counted, if there is one.
    pub player: Option<Sides>,
    /// The quality report.
    pub quality: bool,
    /// The depth of the opening tree in half-moves, if there is one.
    pub moves: Option<u32>,
    /// The openings that games are classified by.
    pub openings: Table,
}

/// Whether a player has White or Black in a game.
#[derive(Debug)]
pub struct Sides {
    /// The name as it was asked for.
    pub name: String,
    /// Games in which he has White, and Black.
    pub queries: [Query; 2],
}

/// Whether there are cross tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tournaments {
    /// There are none.
    None,
    /// There are some if there are only a few events.
    IfFew,
    /// There are.
    All,
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
    /// That of the player of [`Parts::player`].
    Own,
}

impl Parts {
    /// Returns whose score the rows of the table of [`Parts::by`] have.
    pub(super) fn perspective(&self) -> Perspective {
        let is_player = |(_, by): &(String, Grouping)| match &by.source {
            Source::Field(field) => matches!(field.name, "player" | "winner"),
            Source::Known(_) | Source::Tag(_) => false,
        };
        let of_all = || {
            if self.player.is_some() { Perspective::Own } else { Perspective::White }
        };
        self.by.iter().position(is_player).map_or_else(of_all, Perspective::Player)
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
        let of_by = depths.max().unwrap_or(Depth::Tags);
        // Codes of openings, and half-moves where rows are sorted by them.
        let of_player = if self.player.is_some() { Depth::Opening } else { Depth::Tags };
        let is_by_plies = self.order.keys.iter().any(|key| key.column == "mean_plies");
        let of_order = if is_by_plies { Depth::Movetext } else { Depth::Tags };
        let has_movetext = self.pairs || self.engines;
        let of_records = if has_movetext { Depth::Movetext } else { Depth::Tags };
        of_by.max(of_records).max(of_player).max(of_order)
    }
}
