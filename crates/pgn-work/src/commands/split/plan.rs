//! The plan of `split`: how games are divided into parts, and the names of the parts.

use std::path::PathBuf;

use pgn_query::Grouping;

use super::{targets::Target, template::Template};
use crate::{games::select::SelectPlan, outputs::LineEnding};

/// The plan of a run of `split`.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games.
    pub select: SelectPlan,
    /// Line ends of the parts; `None`: as in the input.
    pub line_ending: Option<LineEnding>,
    /// How games are divided into parts.
    pub split_by: SplitBy,
    /// Depth up to which variations become games; `None`: games are not changed.
    pub variations: Option<u32>,
    /// The folder of the parts.
    pub dir: PathBuf,
    /// Names of the parts.
    pub name: Template,
    /// What is done with existing files.
    pub existing: Existing,
}

/// How games are divided into parts.
#[derive(Debug)]
pub enum SplitBy {
    /// Parts of this number of games, at least 1.
    Games(u64),
    /// Parts of at most this number of bytes, at least 1.
    Size(u64),
    /// The given number of parts, at least 1, with equal numbers of games.
    Chunks(u64),
    /// A part for each value of a field.
    By(Grouping),
    /// Parts that a program can read.
    For(&'static Target),
    /// A part for each game, with its lines.
    EachGame,
}

/// What is done with an existing file that has the name of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The run fails.
    Refuse,
    /// The file is replaced.
    Replace,
    /// Games are appended to the file.
    Append,
}
