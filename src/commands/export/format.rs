//! The output formats of `export`, notations, and options of single formats.

use std::path::Path;

use anyhow::{anyhow, bail, ensure};
use clap::Args;
use pgn_chess::{Notation, export::NagNumbers};
use pgn_report::games::{
    columns::{Columns, RowKind},
    positions::At,
};
use pgn_table::csv::Formulas;
use pgn_work::export::{Format, Table};

use crate::commands::{
    outputs::format_of_ending,
    values::{Choices, one_of, parse_notation, parse_number},
};

/// The output format.
#[derive(Args, Clone, Debug)]
pub(super) struct FormatArgs {
    /// The output format [default: pgn, or that of the ending of --output]
    #[arg(long, value_parser = one_of(FORMATS), help_heading = "Format")]
    format: Option<Format>,

    /// The notation of moves: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece
    /// letters of a language [default: san]
    #[arg(long, value_name = "NOTATION", value_parser = parse_notation, help_heading = "Format")]
    notation: Option<Notation>,

    /// The most characters in a line of movetext; 0: one line per game (pgn, reduced, lines)
    #[arg(long, value_name = "N", default_value_t = 79, help_heading = "Format")]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    pub(super) width: u32,

    /// Whether Black's move gets a move number after a NAG (pgn, lines)
    #[arg(long, value_parser = one_of(NAG_NUMBERS), default_value = "yes")]
    #[arg(help_heading = "Format")]
    pub(super) nag_numbers: NagNumbers,

    /// The positions of a game to write (fen, epd) [default: end]
    #[arg(long, value_parser = one_of(POSITIONS), help_heading = "Format")]
    at: Option<At>,

    /// What each row of a table is (csv, parquet) [default: games]
    #[arg(long, value_parser = one_of(ROWS), help_heading = "Format")]
    rows: Option<RowKind>,

    /// The columns of a table: names, @all, @default (without fen and hash of half-moves), or @light (few)
    /// (csv, parquet), by default `@default`
    #[arg(long, value_name = "LIST", value_delimiter = ',', help_heading = "Format")]
    columns: Vec<String>,

    /// Put an apostrophe before text that a spreadsheet would run as a formula (csv)
    #[arg(long, help_heading = "Format")]
    csv_safe: bool,
}

/// The values of `--format`.
const FORMATS: Choices<Format> = &[
    ("pgn", "The export format of the standard", Format::Pgn),
    (
        "reduced",
        "The reduced export format: no comments, variations, NAGs, only the roster",
        Format::Reduced,
    ),
    ("json-lines", "One JSON object per line and game", Format::JsonLines),
    ("csv", "A table, one row per game or half-move", Format::Csv),
    ("parquet", "The same table with typed columns, for databases", Format::Parquet),
    ("fen", "One position per line, as FEN", Format::Fen),
    ("epd", "One position per line, as EPD with its game", Format::Epd),
    (
        "lines",
        "One game per line: its PGN with a tab for each line end; `export` converts it back",
        Format::Lines,
    ),
];

/// The values of `--nag-numbers`.
const NAG_NUMBERS: Choices<NagNumbers> = &[
    ("yes", "As the standard requires", NagNumbers::Yes),
    ("no", "As most programs do", NagNumbers::No),
];

/// The values of `--at`.
const POSITIONS: Choices<At> = &[
    ("end", "The final position of the main line", At::End),
    ("ply", "All positions of the main line, with the start position", At::Ply),
    ("marks", "Positions marked for a diagram: [#] in a comment, $220, $221, or $201", At::Marks),
];

/// The values of `--rows`.
const ROWS: Choices<RowKind> = &[
    ("games", "One row per game", RowKind::Game),
    ("plies", "One row per half-move of a main line", RowKind::Ply),
];

impl FormatArgs {
    /// Returns the output format: that of `--format`, of the ending of the output, or PGN.
    ///
    /// # Errors
    /// The ending of the output is that of another format.
    pub(super) fn format(&self, output: Option<&Path>) -> anyhow::Result<Format> {
        let known: Vec<&str> = FORMATS.iter().map(|(name, ..)| *name).collect();
        let asked = format_of_ending(output, "--format", self.format.map(name_of), &known)?;
        let of_name = |asked| FORMATS.iter().find(|(name, ..)| *name == asked).map(|(.., it)| *it);
        Ok(self.format.or_else(|| asked.and_then(of_name)).unwrap_or(Format::Pgn))
    }

    /// # Errors
    /// An option belongs to another format.
    pub(super) fn notation(&self, format: Format) -> anyhow::Result<Notation> {
        if self.notation.is_some() && !format.is_pgn() {
            bail!("--notation is for --format pgn, reduced and lines, not {}", name_of(format));
        }
        Ok(self.notation.unwrap_or_default())
    }

    /// # Errors
    /// An option belongs to another format.
    pub(super) fn at(&self, format: Format) -> anyhow::Result<At> {
        ensure!(
            self.at.is_none() || matches!(format, Format::Fen | Format::Epd),
            "--at is for --format fen and epd, not {}",
            name_of(format)
        );
        Ok(self.at.unwrap_or_default())
    }

    /// # Errors
    /// An option belongs to another format.
    pub(super) fn table(&self, format: Format) -> anyhow::Result<Table> {
        let is_table = matches!(format, Format::Csv | Format::Parquet);
        ensure!(
            self.rows.is_none() || is_table,
            "--rows is for --format csv and parquet, not {}",
            name_of(format)
        );
        ensure!(
            !self.csv_safe || format == Format::Csv,
            "--csv-safe is for --format csv, not {}",
            name_of(format)
        );
        ensure!(
            self.columns.is_empty() || is_table,
            "--columns is for --format csv and parquet, not {}",
            name_of(format)
        );
        let kind = self.rows.unwrap_or(RowKind::Game);
        let columns = match self.columns[..] {
            [] => Columns::default_of(kind),
            _ => Columns::read(kind, &self.columns).map_err(|name| {
                let all = Columns::all_of(kind).columns();
                let all: Vec<&str> = all.iter().map(|column| column.name).collect();
                anyhow!(
                    "--columns: `{name}` is no column of the table of {}, which has {}",
                    kind.name(),
                    all.join(", ")
                )
            })?,
        };
        Ok(Table { columns, formulas: Formulas::of(self.csv_safe) })
    }
}

/// Returns the name of a format on the command line.
pub(super) fn name_of(format: Format) -> &'static str {
    let choice = FORMATS.iter().find(|(.., meant)| *meant == format);
    choice.map_or("", |(name, ..)| name)
}
