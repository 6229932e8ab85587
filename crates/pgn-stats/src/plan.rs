//! The parts of a report, and how much of each game must be read for them.

use pgn_openings::Openings;
use pgn_query::{Depth, Grouping, Query, Source};

use crate::{
    crosstable::{FormChoice, TieBreak},
    sums::{ranking::Order, rating::Sprt},
};

/// The content of a report.
#[derive(Debug)]
pub struct Plan {
    /// The parts that are counted.
    pub parts: Parts,
    /// Maximum number of rows of a list; `None`: all.
    pub top: Option<usize>,
    /// Maximum number of rows of the tables of `--by`, of pairs of players and of engines; `None`: all.
    pub top_by: Option<usize>,
}

/// The parts of a report that are counted.
#[derive(Debug)]
pub struct Parts {
    /// True if the report has the overview.
    pub overview: bool,
    /// Names of fields and the fields by whose values games are counted.
    pub by: Vec<(String, Grouping)>,
    /// True if the scores of each pair of players against each other are counted, and for each value of the first field of
    /// [`Parts::by`], if there is one.
    pub pairs: bool,
    /// The test of each of these pairs; `None`: no test.
    pub sprt: Option<Sprt>,
    /// The cross tables.
    pub cross_tables: CrossTableMode,
    /// The form of the cross tables.
    pub form: FormChoice,
    /// The tie-breaks of the cross tables in their order; none: the usual ones of each form.
    pub tie_breaks: Vec<TieBreak>,
    /// True if the report has the table of engines.
    pub engines: bool,
    /// Order and minimum of the rows of [`Parts::by`] or [`Parts::pairs`].
    pub order: Order,
    /// The player whose scores are counted; `None`: no player is selected.
    pub player: Option<PlayerQueries>,
    /// True if the report has the quality sections.
    pub quality: bool,
    /// Depth of the opening tree in half-moves; `None`: no tree.
    pub tree_plies: Option<u32>,
    /// The openings by which games are classified.
    pub openings: OpeningTable,
}

/// The queries by which a player is found to have White or Black in a game.
#[derive(Debug)]
pub struct PlayerQueries {
    /// The name as it was requested.
    pub name: String,
    /// Queries for the games in which the player has White, and Black.
    pub queries: [Query; 2],
}

/// Whether the report has cross tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossTableMode {
    /// No cross tables.
    None,
    /// Cross tables only if there are few events.
    IfFew,
    /// Cross tables in any case.
    All,
}

/// A table of openings.
#[derive(Debug)]
pub enum OpeningTable {
    /// The built-in table.
    BuiltIn,
    /// A table from a file of the user (`--eco-file`).
    Custom(Box<Openings>),
}

/// The player whose score a row of a table shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Perspective {
    /// White's.
    White,
    /// The player whom the row names, by the value of the field of [`Parts::by`] with this index.
    Player(usize),
    /// The player of [`Parts::player`].
    Own,
}

impl Parts {
    /// Returns the perspective of the rows of the table of [`Parts::by`].
    pub(crate) fn perspective(&self) -> Perspective {
        let is_player = |(_, by): &(String, Grouping)| match &by.source {
            Source::Field(field) => matches!(field.name, "player" | "winner" | "loser"),
            Source::Known(_) | Source::Tag(_) => false,
        };
        let of_all = || {
            if self.player.is_some() { Perspective::Own } else { Perspective::White }
        };
        self.by.iter().position(is_player).map_or_else(of_all, Perspective::Player)
    }

    /// Returns true if the report has the table of [`Parts::by`], which is not that of pairs of players.
    pub(crate) fn has_by_table(&self) -> bool {
        !self.by.is_empty() && !self.pairs
    }

    /// Returns true if the report is the table of [`Parts::by`] and nothing else, whatever the games are.
    #[must_use]
    pub fn has_only_by_table(&self) -> bool {
        self.has_by_table()
            && !(self.overview || self.engines || self.quality)
            && self.player.is_none()
            && self.tree_plies.is_none()
            && self.cross_tables == CrossTableMode::None
    }

    pub(crate) fn openings(&self) -> &Openings {
        match &self.openings {
            OpeningTable::BuiltIn => Openings::builtin(),
            OpeningTable::Custom(openings) => openings,
        }
    }

    /// Returns how much of each game must be read.
    pub(crate) fn depth(&self) -> Depth {
        if self.overview || self.quality || self.tree_plies.is_some() {
            return Depth::Moves;
        }
        let depths = self.by.iter().map(|(_, by)| by.source.depth());
        let of_by = depths.max().unwrap_or(Depth::Tags);
        // Openings need the opening moves; an order by half-moves needs the movetext.
        let of_player = if self.player.is_some() { Depth::Opening } else { Depth::Tags };
        let is_by_plies = self.order.keys.iter().any(|key| key.column == "mean_plies");
        let of_order = if is_by_plies { Depth::Movetext } else { Depth::Tags };
        let has_movetext = self.pairs || self.engines;
        let of_records = if has_movetext { Depth::Movetext } else { Depth::Tags };
        of_by.max(of_records).max(of_player).max(of_order)
    }
}

/// Checks that tie-breaks are for cross tables, and each is named once.
///
/// # Errors
/// Returns an error if there are no cross tables, or a tie-break is named twice.
pub fn check_tie_breaks(parts: &Parts) -> Result<(), String> {
    let names = &parts.tie_breaks;
    if !names.is_empty() && parts.cross_tables == CrossTableMode::None {
        return Err("--tie-breaks is for --crosstable".to_owned());
    }
    let twice = names.iter().enumerate().find(|(i, it)| names[..*i].contains(it));
    twice
        .map_or(Ok(()), |(_, it)| Err(format!("--tie-breaks: {} twice; name each once", it.name())))
}
