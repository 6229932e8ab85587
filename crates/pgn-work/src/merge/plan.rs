//! What is merged, which copies are left out, and in what order games stand.

use std::path::{Path, PathBuf};

use pgn_collate::{By, Keep, Key};
use pgn_report::copies::Format;
use pgn_syntax::encoding::Charset;

use crate::{
    outputs::{LineEnding, Output},
    select::SelectPlan,
};

/// What is merged, and how.
#[derive(Debug)]
pub struct Plan {
    /// Which games are taken.
    pub select: SelectPlan,
    /// Where the games go.
    pub output: Output,
    /// `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// `None`: copies stay.
    pub dedup: Option<Dedup>,
    /// What games are ordered by; nothing: as they come.
    pub sort: Vec<By>,
    /// Bytes for what grows with the number of games.
    pub memory: usize,
    /// No games are written.
    pub dry_run: bool,
    /// Games of one start become one.
    pub tree: bool,
    /// Repaired games.
    pub requeue: Option<PathBuf>,
    /// `None`: bytes as they are.
    pub charset: Option<Charset>,
    /// Each game of the inputs is found again in what was written.
    pub account: bool,
}

impl Plan {
    /// Returns the file whose games are kept already.
    #[must_use]
    pub fn master(&self) -> Option<&Path> {
        self.dedup.as_ref()?.against.as_deref()
    }

    /// Returns true if games are only copied.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        let has_places = self.requeue.is_none() && self.sort.is_empty();
        self.dedup.is_none() && has_places && !self.tree && self.charset.is_none() && !self.dry_run
    }
}

/// How copies are found, and what becomes of them.
#[derive(Debug)]
pub struct Dedup {
    /// What copies have in common.
    pub key: Key,
    /// What the key is called.
    pub name: &'static str,
    /// Games of fewer half-moves are only ever exact copies.
    pub min_plies: u32,
    /// Which copy is kept.
    pub keep: Keep,
    /// Which games are written.
    pub written: Written,
    /// Where copies that are left out go.
    pub duplicates: Option<PathBuf>,
    /// Where it is said what became of each copy.
    pub report: Option<(Output, Format)>,
    /// A file whose games are kept already.
    pub against: Option<PathBuf>,
}

/// Which games go to the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Those that are kept.
    Kept,
    /// Copies that are left out.
    Duplicates,
}
