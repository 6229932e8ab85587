//! What became of copies: for each game that is dropped, which one was kept, why, and where the two differ.

use pgn_table::csv::Formulas;
use serde::Serialize;

use crate::paint::Paint;

/// How copies are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A table with tabs between its columns.
    Tsv(Cells),
    /// A JSON object a line.
    Jsonl,
}

/// How texts of a table are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Whether text may be run as a formula.
    pub formulas: Formulas,
    /// How it is shown.
    pub paint: Paint,
}

/// Where a game came from.
#[derive(Debug, Serialize)]
pub struct Origin {
    /// Its input.
    pub file: String,
    /// Its line, from 1.
    pub line: u64,
    /// Its number in its input, from 1.
    pub game: u64,
}

/// A copy that was dropped.
#[derive(Debug, Serialize)]
pub struct Row<'a> {
    /// Where the copy was.
    pub dropped: Origin,
    /// Where the game is that is kept.
    pub kept: Origin,
    /// What makes it a copy.
    pub reason: &'a str,
    /// The value of its `White`.
    pub white: String,
    /// The value of its `Black`.
    pub black: String,
    /// The value of its `Date`.
    pub date: String,
    /// Tags of the roster that differ, `Name: dropped / kept`; of games that are united, all that
    /// was not taken over.
    pub differences: Vec<String>,
    /// What the kept game has from it.
    pub taken: Vec<String>,
}

impl Format {
    /// Returns what stands before the first copy.
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
    /// Appends the line of a copy.
    pub fn write(&self, format: Format, out: &mut Vec<u8>) {
        match format {
            Format::Jsonl => {
                // A vector takes every byte, and a row has names for keys.
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
                    // A tab or line end in a tag would be a new field.
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
