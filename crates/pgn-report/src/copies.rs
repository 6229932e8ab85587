//! The report of `merge`: for each dropped game, the game that is kept, the reason, and the
//! differences.

use pgn_table::csv::Formulas;
use serde::Serialize;

use crate::paint::Paint;

/// The format of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with tabs between columns.
    Tsv(Cells),
    /// A JSON object per line.
    Jsonl,
}

/// How text in a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Whether a spreadsheet may interpret text as a formula.
    pub formulas: Formulas,
    /// How text is shown on a terminal.
    pub paint: Paint,
}

/// The place of a game.
#[derive(Debug, Serialize)]
pub struct Origin {
    /// The input.
    pub file: String,
    /// The line in the input, from 1.
    pub line: u64,
    /// The number in the input, from 1.
    pub game: u64,
}

/// A dropped game.
#[derive(Debug, Serialize)]
pub struct Row<'a> {
    /// The place of the dropped game.
    pub dropped: Origin,
    /// The place of the game that is kept.
    pub kept: Origin,
    /// The kind of key by which they are equal.
    pub reason: &'a str,
    /// The value of the White tag.
    pub white: String,
    /// The value of the Black tag.
    pub black: String,
    /// The value of the Date tag.
    pub date: String,
    /// Roster tags that differ, as `Name: dropped / kept`; with `--keep union`, everything that was
    /// not taken over.
    pub differences: Vec<String>,
    /// The data that the kept game took over.
    pub taken: Vec<String>,
}

impl Format {
    /// Returns the text before the first row.
    #[must_use]
    pub fn header(self) -> String {
        match self {
            Format::Jsonl => String::new(),
            Format::Tsv(_) => COLUMNS.map(|(name, _)| name).join("\t") + "\n",
        }
    }
}

/// A column of the table: its name, and the text of a row in it.
type Column = (&'static str, fn(&Row<'_>) -> String);

/// The columns of the table.
const COLUMNS: [Column; 12] = [
    ("file", |row| row.dropped.file.clone()),
    ("line", |row| row.dropped.line.to_string()),
    ("game", |row| row.dropped.game.to_string()),
    ("kept_file", |row| row.kept.file.clone()),
    ("kept_line", |row| row.kept.line.to_string()),
    ("kept_game", |row| row.kept.game.to_string()),
    ("reason", |row| row.reason.to_owned()),
    ("white", |row| row.white.clone()),
    ("black", |row| row.black.clone()),
    ("date", |row| row.date.clone()),
    ("differences", |row| row.differences.join("; ")),
    ("taken", |row| row.taken.join("; ")),
];

impl Row<'_> {
    /// Appends the line of the game.
    pub fn write(&self, format: Format, out: &mut Vec<u8>) {
        match format {
            Format::Jsonl => {
                // Writing to a vector cannot fail, and all keys are strings.
                let _ = serde_json::to_writer(&mut *out, self);
                out.push(b'\n');
            }
            Format::Tsv(Cells { formulas, paint }) => {
                let cell = |(_, text): Column| {
                    // A tab or line end in a tag value would begin another field.
                    let field = text(self).replace(char::is_control, " ");
                    format!("{}{field}", formulas.guard(&field))
                };
                let line = COLUMNS.map(cell).join("\t") + "\n";
                out.extend_from_slice(&paint.line(line.as_bytes()));
            }
        }
    }
}
