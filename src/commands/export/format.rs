//! The output formats of `export`, notations, and options of single formats.

use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use clap::Args;
use pgn_chess::{Notation, export::NagNumbers};
use pgn_query::{Grouping, Source, grouping::fields_of_list};
use pgn_report::games::{
    columns::{Columns, MeantColumn, RowKind},
    positions::At,
};
use pgn_stream::format_of_name;
use pgn_syntax::write::WIDTH;
use pgn_table::csv::Formulas;
use pgn_work::{
    export::{Distinct, Format, PartitionPlan, Table, column_name},
    options::values::{parse_notation, parse_number},
    paths::show,
};

use crate::commands::{
    outputs::{ForceArgs, format_of_output},
    values::{Choices, one_of},
};

/// The output format.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Format")]
pub(super) struct FormatArgs {
    /// The output format [default: pgn, or that of the ending of --output]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<Format>,

    /// The notation of moves: san, lan (Ng1f3), long (Ng1-f3), uci (g1f3), figurine, or the piece
    /// letters of a language
    #[arg(long, value_name = "NOTATION", value_parser = parse_notation, default_value = "san")]
    pub(super) notation: Notation,

    /// Maximum number of characters in a line of movetext; 0: one line per game (pgn, reduced, lines)
    #[arg(long, value_name = "N", default_value_t = WIDTH as u32)]
    #[arg(value_parser = parse_number::<u32>, allow_negative_numbers = true)]
    pub(super) width: u32,

    /// Whether Black's move gets a move number after a NAG (pgn, lines)
    #[arg(long, value_parser = one_of(NAG_NUMBERS), default_value = "yes")]
    pub(super) nag_numbers: NagNumbers,

    /// The positions of a game to write (fen, epd)
    #[arg(long, value_parser = one_of(POSITIONS), default_value = "end")]
    pub(super) at: At,

    /// Write each position once, the most frequent first, without regard to its move counters (fen, epd); in EPD, c0
    /// is how often it occurred
    #[arg(long)]
    distinct: bool,

    /// Write a row for each game or for each half-move (csv, tsv, parquet)
    #[arg(long, value_parser = one_of(ROWS), default_value = "games")]
    pub(super) rows: RowKind,

    /// The columns of a table in their order (csv, tsv, parquet): names of columns or tags, or @all, @default or @light
    /// (few), as in `pgnkit help formats`; without it, `@default`
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    columns: Vec<String>,

    /// Write a folder, named by --output, with a file for each value of fields or of pieces of them:
    /// DIR/year=2012/part-0.parquet (csv, tsv, parquet, json-lines). Several fields make folders within folders
    #[arg(long, value_name = "FIELD[:PART][,...]", conflicts_with = "follow")]
    partition_by: Vec<String>,

    /// Put an apostrophe before text that a spreadsheet would run as a formula (csv, tsv)
    #[arg(long)]
    csv_safe: bool,

    /// Begin with a byte order mark, by which Excel recognizes UTF-8 (csv, tsv)
    #[arg(long)]
    csv_bom: bool,
}

/// The values of `--format`.
pub(super) const FORMATS: Choices<Format> = &[
    ("pgn", "The export format of the standard", Format::Pgn),
    (
        "reduced",
        "The reduced export format: no comments, variations, NAGs; only the roster, the tags of the \
         first position and % pgnkit: lines; games with errors as --on-error says",
        Format::Reduced,
    ),
    ("json-lines", "One JSON object per line and game", Format::JsonLines),
    ("csv", "A table, one row per game or half-move", Format::Csv),
    ("tsv", "The same table with tabs, for cut, sort and awk", Format::Tsv),
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
    (
        "marks",
        "Positions marked for a diagram: [#] in a comment, a comment {diagram}, $220, $221, or $201",
        At::Marks,
    ),
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
    /// Returns an error if the ending of the output is that of another format.
    pub(super) fn format(&self, output: Option<&Path>) -> anyhow::Result<Format> {
        let formats = FORMATS.iter().map(|&(.., format)| format);
        let format = format_of_output(output, "--format", self.format, formats, name_of)?;
        let format = format.unwrap_or(Format::Pgn);
        if let Some(output) = output.filter(|_| format == Format::Parquet) {
            ensure!(
                format_of_name(output) == pgn_stream::Format::Plain,
                "{}: a Parquet file is compressed within and needs no second compression: \
                 leave the last ending out",
                show(output)
            );
        }
        Ok(format)
    }

    /// Returns whether each position is written only once.
    pub(super) fn distinct(&self) -> Distinct {
        if self.distinct { Distinct::Yes } else { Distinct::No }
    }

    /// Returns the table and, for an output with many files, its folders. `is_edited`: true if tags are edited, so that
    /// columns may have other values than the input.
    ///
    /// # Errors
    /// Returns an error if a column or field is unknown.
    pub(super) fn table(
        &self,
        format: Format,
        is_edited: bool,
        force: ForceArgs,
    ) -> anyhow::Result<(Table, Option<PartitionPlan>)> {
        let kind = self.rows;
        let columns = match self.columns[..] {
            [] => Columns::default_of(kind),
            _ => Columns::read(kind, &self.columns).map_err(|name| {
                let name = name.trim();
                if name.is_empty() {
                    return anyhow!("--columns: the list has an empty name");
                }
                let table = kind.name();
                if let Some([typed, meant]) = meant_list(kind, &self.columns) {
                    return anyhow!(
                        "--columns: the table of {table} has not all columns of `{typed}`; \
                         did you mean `{meant}`?"
                    );
                }
                let help = Columns::meant(kind, name).map(|meant| meant.to_string());
                let help = help.unwrap_or_else(|| {
                    let all = Columns::all_of(kind).columns();
                    let all: Vec<&str> = all.iter().map(|column| column.name).collect();
                    format!("its columns are {}", all.join(", "))
                });
                anyhow!("--columns: the table of {} has no column `{name}`; {help}", table)
            })?,
        };
        let partition = self.partition(format, columns, is_edited, force)?;
        // Programs that read the folder take these columns from the names of folders.
        let named: Vec<String> =
            partition.iter().flat_map(|it| &it.by).map(|it| it.0.clone()).collect();
        let columns = columns
            .without(&named)
            .context("--partition-by: all columns are in the names of folders")?;
        let formulas = Formulas::of(self.csv_safe);
        Ok((Table { columns, formulas, has_bom: self.csv_bom }, partition))
    }

    /// Returns true if the output is a folder.
    pub(super) fn is_partitioned(&self) -> bool {
        !self.partition_by.is_empty()
    }

    /// Returns the folders of a partitioned table; `None` without `--partition-by`.
    ///
    /// # Errors
    /// Returns an error if a field is unknown or used twice.
    fn partition(
        &self,
        format: Format,
        columns: Columns,
        is_edited: bool,
        force: ForceArgs,
    ) -> anyhow::Result<Option<PartitionPlan>> {
        if self.partition_by.is_empty() {
            return Ok(None);
        }
        let is_table = format != Format::JsonLines;
        let mut by: Vec<(String, Grouping)> = Vec::new();
        for field in self.partition_by.iter().flat_map(|text| fields_of_list(text)) {
            let it =
                Grouping::parse(field).map_err(|why| anyhow!("--partition-by {field}: {why}"))?;
            let mut name = column_name(field);
            // Programs that read the folder replace a column by the value in the name of the folder.
            let rows = self.rows;
            let is_unlike = match it.source {
                _ if is_edited => Columns::has_named(rows, &name),
                Source::Field(_) => Columns::are_unlike_field(rows, &name),
                Source::Known(_) | Source::Tag(_) => {
                    Columns::are_unlike_tag(rows, &name)
                        || columns.tags().iter().any(|tag| tag.eq_ignore_ascii_case(&name))
                }
            };
            if is_table && is_unlike {
                name = format!("by_{name}");
            }
            ensure!(
                !it.source.is_field("game"),
                "--partition-by game: a file for each game; use another field"
            );
            let is_new = by.iter().all(|(other, _)| !other.eq_ignore_ascii_case(&name));
            ensure!(is_new, "--partition-by: two columns of the name {name}");
            by.push((name, it));
        }
        Ok(Some(PartitionPlan { by, replace: force.force }))
    }
}

/// Returns the name of a format on the command line.
pub(super) fn name_of(format: Format) -> &'static str {
    let choice = FORMATS.iter().find(|(.., meant)| *meant == format);
    choice.map_or("", |(name, ..)| name)
}

/// Returns a list of columns and the one that was meant, if several names are similar to those of columns, and all
/// others are columns.
fn meant_list(kind: RowKind, names: &[String]) -> Option<[String; 2]> {
    let meant = |name| match Columns::meant(kind, name)? {
        MeantColumn::Similar(column) => Some(column),
        MeantColumn::OfRows(..) | MeantColumn::Several(_) => None,
    };
    let is_known = |name: &String| Columns::read(kind, std::slice::from_ref(name)).is_ok();
    let known_or_meant = |name| if is_known(name) { Some(name.as_str()) } else { meant(name) };
    let all: Vec<&str> = names.iter().map(known_or_meant).collect::<Option<_>>()?;
    let n_wrong = names.iter().zip(&all).filter(|(name, meant)| name != *meant).count();
    (n_wrong > 1).then(|| [names.join(","), all.join(",")])
}
