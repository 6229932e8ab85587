//! The plan of `merge`: selection, duplicates, and the order of games.

use std::path::PathBuf;

use pgn_collate::{By, Keep, Key};
use pgn_report::copies::Format;
use pgn_syntax::encoding::Charset;

use crate::{
    games::select::SelectPlan,
    outputs::{LineEnding, Output},
};

/// The plan of a run of `merge`.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games that are merged.
    pub select: SelectPlan,
    /// Destination of the games.
    pub output: Output,
    /// Line ends of the output; `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// The search for duplicates; `None`: all games are kept.
    pub dedup: Option<Dedup>,
    /// The order of the output; empty: the order of the inputs.
    pub sort: Vec<By>,
    /// Maximum number of bytes in memory for data that grows with the number of games.
    pub memory: usize,
    /// True if no games are written.
    pub dry_run: bool,
    /// True if games with the same start are joined in one game.
    pub tree: bool,
    /// File of repaired games to insert; `None`: there are none.
    pub requeue: Option<PathBuf>,
    /// Character set of the output; `None`: bytes are not converted.
    pub charset: Option<Charset>,
    /// True if each game of the inputs is looked up in the finished output.
    pub account: bool,
}

impl Plan {
    /// Returns the masters: the files whose games are already kept.
    #[must_use]
    pub fn masters(&self) -> &[PathBuf] {
        self.dedup.as_ref().map_or(&[], |dedup| &dedup.against)
    }

    /// Returns true if games are only copied.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let has_places = self.requeue.is_none() && self.sort.is_empty();
        self.dedup.is_none() && has_places && !self.tree && self.charset.is_none() && !self.dry_run
    }
}

/// The search for duplicates, and what is done with them.
#[derive(Debug)]
pub struct Dedup {
    /// The key that copies have in common.
    pub key: Key,
    /// Games of fewer half-moves are dropped only as exact copies.
    pub min_plies: u32,
    /// The copy that is kept.
    pub keep: Keep,
    /// The games that are written.
    pub written: WrittenGames,
    /// File for the dropped games; `None`: they are not written.
    pub duplicates: Option<PathBuf>,
    /// Destination and format of the report on dropped games; `None`: no report.
    pub report: Option<(Output, Format)>,
    /// The masters: files whose games are already kept.
    pub against: Vec<PathBuf>,
}

/// The games that are written to the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WrittenGames {
    /// The games that are kept.
    Kept,
    /// The games that are dropped as duplicates.
    Duplicates,
}
