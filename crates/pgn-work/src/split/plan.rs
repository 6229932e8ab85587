//! What goes into a part, and what the parts are called.

use std::path::PathBuf;

use pgn_query::Grouping;

use super::{targets::Target, template::Template};
use crate::{outputs::LineEnding, select::SelectPlan};

/// What goes into a part, and what the parts are called.
#[derive(Debug)]
pub struct Plan {
    /// Which games are taken.
    pub select: SelectPlan,
    /// `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// What goes into a part.
    pub how: How,
    /// How deep variations become games; `None`: games stay as they are.
    pub variations: Option<u32>,
    /// The folder of the parts.
    pub dir: PathBuf,
    /// What they are called.
    pub name: Template,
    /// What happens to files of their names.
    pub existing: Existing,
}

/// What goes into a part.
#[derive(Debug)]
pub enum How {
    /// A number of games, at least 1.
    Games(u64),
    /// A number of bytes, at least 1.
    Size(u64),
    /// The number of parts, at least 1; each has as many games.
    Chunks(u64),
    /// Games of one value.
    By(Grouping),
    /// What a program takes.
    For(&'static Target),
    /// The lines of a game.
    EachGame,
}

/// What happens to a file that has the name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The run fails.
    Refuse,
    /// It is replaced.
    Replace,
}
