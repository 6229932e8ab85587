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
    pub fn header(self) -> &'static [u8] {
        match self {
            Format::Jsonl => b"",
            Format::Tsv(_) => {
                b"file\tline\tgame\tkept_file\tkept_line\tkept_game\treason\twhite\tblack\tdate\tdifferences\ttaken\n"
            }
        }
    }
}

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
                let Row { dropped, kept, reason, white, black, date, .. } = self;
                let (differences, taken) = (self.differences.join("; "), self.taken.join("; "));
                let fields: [&dyn std::fmt::Display; 12] = [
                    &dropped.file,
                    &dropped.line,
                    &dropped.game,
                    &kept.file,
                    &kept.line,
                    &kept.game,
                    reason,
                    white,
                    black,
                    date,
                    &differences,
                    &taken,
                ];
                let mut line = String::new();
                for (at, field) in fields.iter().enumerate() {
                    if at > 0 {
                        line.push('\t');
                    }
                    // A tab or line end in a tag value would begin another field.
                    let field = field.to_string().replace(char::is_control, " ");
                    line.push_str(formulas.guard(&field));
                    line.push_str(&field);
                }
                line.push('\n');
                out.extend_from_slice(&paint.line(line.as_bytes()));
            }
        }
    }
}
