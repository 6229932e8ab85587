//! What `export` writes: the format, and how text and tags are changed.

use std::{num::NonZeroU32, path::PathBuf};

use pgn_chess::{
    Notation,
    excerpt::Excerpt,
    export::{Escapes, NagNumbers, Nags},
    remark::Remark,
};
use pgn_report::games::{
    columns::{Columns, RowKind},
    positions::At,
};
use pgn_syntax::{encoding::Charset, write::LineBreaks};
use pgn_table::{Form, csv::Formulas};
use pgn_tags::TagPlan;

use super::partition::PartitionPlan;
use crate::{
    outputs::{LineEnding, Output, Rewrite},
    select::SelectPlan,
};

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The export format of the standard.
    Pgn,
    /// The reduced export format: no comments, variations, NAGs, only the roster.
    Reduced,
    /// One JSON object a line and game.
    JsonLines,
    /// A table, a row a game or half-move.
    Csv,
    /// The same table for databases, with types.
    Parquet,
    /// One position a line, as FEN.
    Fen,
    /// One position a line, as EPD with the game it is from.
    Epd,
    /// One game a line: its PGN with a tab for each line end. `export` turns it back
    Lines,
}

/// The table that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// What a row is, and its columns.
    pub columns: Columns,
    /// Whether text may be run as a formula.
    pub formulas: Formulas,
}

impl Table {
    /// Returns the form of its rows on their way to a file.
    pub(super) fn form(self, format: Format) -> Form {
        if format == Format::Csv { Form::Csv(self.formulas) } else { Form::Values }
    }
}

impl Format {
    /// Returns true if its text is that of games in PGN.
    #[must_use]
    pub fn is_pgn(self) -> bool {
        match self {
            Format::Pgn | Format::Reduced | Format::Lines => true,
            Format::JsonLines | Format::Csv | Format::Parquet | Format::Fen | Format::Epd => false,
        }
    }

    /// Returns how many times as large as the games its text may be: a half-move of a few bytes becomes an object, a
    /// row or a position.
    pub fn growth(self, table: Table) -> usize {
        match self {
            Format::Pgn | Format::Reduced | Format::Lines => 1,
            Format::Csv | Format::Parquet if table.columns.kind() == RowKind::Game => 1,
            Format::JsonLines | Format::Csv | Format::Parquet | Format::Fen | Format::Epd => 8,
        }
    }
}

/// What becomes of a game with a move that cannot be read, or is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// Its bytes as they are.
    Raw,
    /// Its legal moves, the rest of its text in comments.
    Comment,
    /// Its legal moves.
    Truncate,
    /// Nothing.
    Drop,
    /// The run stops, exit status 1.
    Fail,
}

/// Whether positions that come again are written again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    /// Each is written once, with the number of times that it was met.
    Yes,
    /// All are written.
    No,
}

/// How the text of games is written.
#[derive(Clone, Debug)]
pub struct TextPlan {
    /// Where lines of movetext end.
    pub breaks: LineBreaks,
    /// How NAGs are written.
    pub nags: Nags,
    /// Comments that are added, and after how many half-moves.
    pub remarks: Option<(NonZeroU32, Remark)>,
    /// How much of a game is written.
    pub excerpt: Option<Excerpt>,
    /// Which lines that begin with `%` are written.
    pub escapes: Escapes,
    /// The character set.
    pub charset: Charset,
}

/// What is written, and how.
#[derive(Debug)]
pub struct Plan {
    /// Which games are taken.
    pub select: SelectPlan,
    /// Where it goes.
    pub output: Output,
    /// Whether inputs are rewritten.
    pub rewrite: Rewrite,
    /// How lines end.
    pub line_ending: LineEnding,
    /// The format.
    pub format: Format,
    /// How moves are written.
    pub notation: Notation,
    /// Which positions, if positions are written.
    pub at: At,
    /// Whether each position is written once.
    pub distinct: Distinct,
    /// What rows are, if a table is written.
    pub table: Table,
    /// How the text of games is written.
    pub text: TextPlan,
    /// Set if a table goes into many files of a folder, which is the output.
    pub partition: Option<PartitionPlan>,
    /// What is done to tags.
    pub tags: TagPlan,
    /// Code points in a line at most; `None`: one line.
    pub width: Option<u32>,
    /// Where move numbers stand.
    pub nag_numbers: NagNumbers,
    /// What becomes of games with errors.
    pub on_error: OnError,
    /// Where copies of them go.
    pub rejects: Option<PathBuf>,
    /// What was written is compared with what was read.
    pub verify: bool,
}
