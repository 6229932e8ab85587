//! The plan of `export`: the format, and the changes to text and tags.

use std::{num::NonZeroU32, path::PathBuf};

use pgn_chess::{
    Notation,
    excerpt::Excerpt,
    export::{Escapes, NagNumbers, Nags},
    remark::Remark,
};
use pgn_report::games::{
    columns::{Columns, RowKind, TableForm},
    positions::At,
};
use pgn_syntax::{BOM, encoding::Charset, write::LineBreaks};
use pgn_table::{
    CellFormat,
    csv::{Delimiter, Dialect, Formulas},
};
use pgn_tags::TagPlan;

use super::partition::PartitionPlan;
use crate::{
    games::select::SelectPlan,
    outputs::{LineEnding, Output, Rewrite, RunPosition},
    writing::{added_to::has_header, summary::BadGames},
};

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// The export format of the standard.
    Pgn,
    /// The reduced export format: only the roster and the moves, without comments, variations and NAGs.
    Reduced,
    /// JSON, an object on each line for each game.
    JsonLines,
    /// A CSV table with a row for each game or half-move.
    Csv,
    /// The same table with tabs between cells.
    Tsv,
    /// The same table as a Parquet file, with types.
    Parquet,
    /// Positions as FEN, one on each line.
    Fen,
    /// Positions as EPD with the game, one on each line.
    Epd,
    /// Games in PGN with a tab for each line end, one on each line. `export` reads this format.
    Lines,
}

/// The form of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The kind of rows, and their columns.
    pub columns: Columns,
    /// Whether cells that a spreadsheet would run as formulas are escaped.
    pub formulas: Formulas,
    /// True if CSV or TSV begins with a byte order mark, by which some spreadsheets recognize UTF-8.
    pub has_bom: bool,
}

impl Table {
    /// Returns the beginning of the table as text, with the names of its columns.
    pub(crate) fn header(&self, delimiter: Delimiter) -> Vec<u8> {
        let mut header = if self.has_bom { BOM.to_vec() } else { Vec::new() };
        pgn_table::csv::header(&self.columns.columns(), delimiter, &mut header);
        header
    }
}

impl Format {
    /// Returns true if the output consists of games in PGN.
    #[must_use]
    pub fn is_of_games(self) -> bool {
        match self {
            Format::Pgn | Format::Reduced | Format::Lines => true,
            Format::JsonLines | Format::Csv | Format::Tsv | Format::Parquet => false,
            Format::Fen | Format::Epd => false,
        }
    }

    /// Returns true for the formats of tables.
    #[must_use]
    pub fn is_table(self) -> bool {
        self == Format::Parquet || self.delimiter().is_some()
    }

    /// Returns what separates the cells of a table as text; `None` for other formats.
    #[must_use]
    pub fn delimiter(self) -> Option<Delimiter> {
        match self {
            Format::Csv => Some(Delimiter::Comma),
            Format::Tsv => Some(Delimiter::Tab),
            Format::Pgn | Format::Reduced | Format::JsonLines | Format::Parquet => None,
            Format::Fen | Format::Epd | Format::Lines => None,
        }
    }

    /// Returns the factor by which the output is usually larger than the games: a half-move of a few bytes becomes an
    /// object, a row or a position, in EPD with the names of its game.
    pub(crate) fn growth(self, table: Table) -> usize {
        match self {
            Format::Pgn | Format::Reduced | Format::Lines => 1,
            Format::Csv | Format::Tsv | Format::Parquet
                if table.columns.kind() == RowKind::Game =>
            {
                1
            }
            Format::JsonLines | Format::Csv | Format::Tsv | Format::Parquet | Format::Fen => 8,
            Format::Epd => 16,
        }
    }
}

/// What is done with a game that has a move that is illegal or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnError {
    /// The bytes of the game are copied.
    Raw,
    /// The legal moves are written, the rest of the text in comments.
    Comment,
    /// The legal moves are written.
    Truncate,
    /// Nothing is written.
    Drop,
    /// The run stops with exit status 1.
    Fail,
}

/// Whether each position is written only once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distinct {
    /// Each position is written once, with the number of its occurrences.
    Yes,
    /// All positions are written.
    No,
}

/// What happens to the text that is left out of the export of a game by design, such as text between games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutText {
    /// The text is counted and reported.
    Reported,
    /// The text is also written, on lines before or after the game. The output is then not PGN, but a text to compare.
    Written,
}

/// The form of the text of games.
#[derive(Clone, Debug)]
pub struct TextPlan {
    /// Where lines of movetext end.
    pub breaks: LineBreaks,
    /// The notation of NAGs.
    pub nags: Nags,
    /// A comment to add after every `n` half-moves of the main line; `None`: no comments.
    pub remarks: Option<(NonZeroU32, Remark)>,
    /// The part of the main line that is written; `None`: all of it.
    pub excerpt: Option<Excerpt>,
    /// The escape lines that are written.
    pub escapes: Escapes,
    /// The character set of the output.
    pub charset: Charset,
}

/// The plan of a run of `export`.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games that are exported.
    pub select: SelectPlan,
    /// Destination of the output.
    pub output: Output,
    /// Whether inputs are rewritten, or changes are only shown.
    pub rewrite: Rewrite,
    /// Line ends of the output.
    pub line_ending: LineEnding,
    /// Format of the output.
    pub format: Format,
    /// Notation of moves.
    pub notation: Notation,
    /// The positions that are written, in formats of positions.
    pub at: At,
    /// Whether each position is written only once.
    pub distinct: Distinct,
    /// The form of the table, in table formats.
    pub table: Table,
    /// The form of the text of games.
    pub text: TextPlan,
    /// The folders of a partitioned table, for which the output is a folder; `None`: a single output.
    pub partition: Option<PartitionPlan>,
    /// Changes to tags.
    pub tags: TagPlan,
    /// Maximum number of code points in a line; `None`: movetext is a single line.
    pub width: Option<u32>,
    /// Whether a NAG requires the number of the black move after it.
    pub nag_numbers: NagNumbers,
    /// What is done with games with errors.
    pub on_error: OnError,
    /// File for copies of games with errors; `None`: they are not copied.
    pub rejects: Option<PathBuf>,
    /// What happens to text that is left out of games in PGN.
    pub left_out: LeftOutText,
    /// True if the output is compared with the input.
    pub verify: bool,
    /// Whether other runs write after it.
    pub run_position: RunPosition,
}

impl Plan {
    /// Returns true if the output is a table, and its file has the same columns already.
    #[must_use]
    pub fn has_same_columns(&self) -> bool {
        let header = self.format.delimiter().map(|delimiter| self.table.header(delimiter));
        let output = header.zip(self.output.path());
        output.is_some_and(|(header, path)| has_header(path, &header).unwrap_or(false))
    }

    /// Returns the columns of the table, and the form of their cells.
    pub(super) fn table_form(&self) -> TableForm {
        let formulas = self.table.formulas;
        let dialect = self.format.delimiter().map(|delimiter| Dialect { delimiter, formulas });
        let cells = dialect.map_or(CellFormat::Values, CellFormat::Text);
        TableForm { columns: self.table.columns, cells }
    }

    pub(super) fn is_crlf(&self) -> bool {
        self.line_ending == LineEnding::Crlf
    }

    /// Returns true if games with errors are treated otherwise than others, so that they must be found.
    pub(super) fn must_find_errors(&self) -> bool {
        self.rejects.is_some() || self.on_error == OnError::Fail
    }

    /// Returns what is done with games with errors.
    pub(super) fn bad_games(&self) -> BadGames {
        let left_out = if self.rejects.is_some() { BadGames::Rejected } else { BadGames::LeftOut };
        match self.on_error {
            _ if self.format == Format::JsonLines || self.format.is_table() => {
                BadGames::Written("with their legal moves and their text")
            }
            _ if matches!(self.format, Format::Fen | Format::Epd) => left_out,
            OnError::Raw if self.format == Format::Lines => left_out,
            OnError::Raw | OnError::Fail => BadGames::Written("copied unchanged"),
            OnError::Comment => BadGames::Written("their unreadable text in comments"),
            OnError::Truncate => BadGames::Written("cut at the first error"),
            OnError::Drop => left_out,
        }
    }
}
