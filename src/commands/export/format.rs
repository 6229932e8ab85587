//! What `export` writes: formats, notations, and the options that belong to one format.

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use pgn_chess::Notation;
use pgn_report::games::{positions::At, rows::RowKind};
use pgn_table::csv::Formulas;
use pgn_work::export::{Format, NagNumbers, Table};

use crate::commands::values::{Choices, one_of, parse_notation, parse_number};

/// What is written.
#[derive(Args, Clone, Debug)]
pub(super) struct FormatArgs {
    /// What is written
    #[arg(long, value_parser = one_of(FORMATS), default_value = "pgn", help_heading = "Format")]
    pub(super) format: Format,

    /// How moves are written: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece
    /// letters of a language [default: san]
    #[arg(long, value_name = "NOTATION", value_parser = parse_notation, help_heading = "Format")]
    notation: Option<Notation>,

    /// Characters in a line of movetext at most; 0: one line a game (pgn, reduced, lines)
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Format")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    pub(super) width: u32,

    /// Whether a NAG before Black's move makes its move number stand there (pgn, lines)
    #[arg(long, value_parser = one_of(NAG_NUMBERS), default_value = "yes")]
    #[arg(help_heading = "Format")]
    pub(super) nag_numbers: NagNumbers,

    /// Which positions of a game are written (fen, epd) [default: end]
    #[arg(long, value_parser = one_of(POSITIONS), help_heading = "Format")]
    at: Option<At>,

    /// What a row of a table is (csv, parquet) [default: games]
    #[arg(long, value_enum, help_heading = "Format")]
    rows: Option<Rows>,

    /// Keep text that a spreadsheet would run as a formula from it (csv)
    #[arg(long, help_heading = "Format")]
    csv_safe: bool,
}

/// What may be typed behind `--format`.
const FORMATS: Choices<Format> = &[
    ("pgn", "The export format of the standard", Format::Pgn),
    (
        "reduced",
        "The reduced export format: no comments, variations, NAGs, only the roster",
        Format::Reduced,
    ),
    ("json-lines", "One JSON object a line and game", Format::JsonLines),
    ("csv", "A table, a row a game or half-move", Format::Csv),
    ("parquet", "The same table for databases, with types", Format::Parquet),
    ("fen", "One position a line, as FEN", Format::Fen),
    ("epd", "One position a line, as EPD with the game it is from", Format::Epd),
    (
        "lines",
        "One game a line: its PGN with a tab for each line end. `export` turns it back",
        Format::Lines,
    ),
];

/// What may be typed behind `--nag-numbers`.
const NAG_NUMBERS: Choices<NagNumbers> = &[
    ("yes", "As the standard has it", NagNumbers::Yes),
    ("no", "As most programs write", NagNumbers::No),
];

/// What may be typed behind `--at`.
const POSITIONS: Choices<At> = &[
    ("end", "The last of the main line", At::End),
    ("ply", "All of the main line, the first included", At::Ply),
    ("marks", "Those marked for a diagram: [#] in a comment, $220, $221, or $201", At::Marks),
];

/// What a row of a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A game
    Games,
    /// A half-move of a main line
    Plies,
}

impl FormatArgs {
    /// # Errors
    /// Options of another format.
    pub(super) fn notation(&self) -> anyhow::Result<Notation> {
        if self.notation.is_some() && !self.format.is_pgn() {
            bail!(
                "--notation is for --format pgn, reduced and lines, not {}",
                name_of(self.format)
            );
        }
        Ok(self.notation.unwrap_or_default())
    }

    /// # Errors
    /// Options of another format.
    pub(super) fn at(&self) -> anyhow::Result<At> {
        ensure!(
            self.at.is_none() || matches!(self.format, Format::Fen | Format::Epd),
            "--at is for --format fen and epd, not {}",
            name_of(self.format)
        );
        Ok(self.at.unwrap_or_default())
    }

    /// # Errors
    /// Options of another format.
    pub(super) fn table(&self) -> anyhow::Result<Table> {
        let is_table = matches!(self.format, Format::Csv | Format::Parquet);
        ensure!(
            self.rows.is_none() || is_table,
            "--rows is for --format csv and parquet, not {}",
            name_of(self.format)
        );
        ensure!(
            !self.csv_safe || self.format == Format::Csv,
            "--csv-safe is for --format csv, not {}",
            name_of(self.format)
        );
        Ok(Table {
            kind: if self.rows == Some(Rows::Plies) { RowKind::Ply } else { RowKind::Game },
            formulas: Formulas::of(self.csv_safe),
        })
    }
}

/// Returns the name of a format, as it is typed.
pub(super) fn name_of(format: Format) -> &'static str {
    let choice = FORMATS.iter().find(|(.., meant)| *meant == format);
    choice.map_or("", |(name, ..)| name)
}
