//! Adds the columns with the place of a game, which is known last, to its rows.

use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::Span;
use pgn_table::{
    RowBuilder,
    csv::{self, Formulas},
    rows,
};

/// The form of the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of CSV.
    Csv(Formulas),
    /// Binary rows for a Parquet writer.
    Rows,
}

/// The place columns of a game, and the form of its rows.
#[derive(Debug)]
pub struct Placing {
    file: String,
    game: Option<i64>,
    offset: Option<i64>,
    length: Option<i64>,
    form: Form,
    /// A buffer for a row before it becomes a line.
    row: Vec<u8>,
}

impl Placing {
    /// Returns the columns for rows of an input; the game is set for each row.
    fn of_input(input: &InputInfo, form: Form) -> Placing {
        let file = super::json_lines::name_of(input);
        Placing { file, game: None, offset: None, length: None, form, row: Vec::new() }
    }

    /// Returns the columns of a game of the chunk `text`.
    pub fn of_game(
        game: (GameIndex, Span),
        form: Form,
        input: &InputInfo,
        text: &PlacedText<'_>,
    ) -> Placing {
        let mut placing = Placing::of_input(input, form);
        placing.set_game(game, text);
        placing
    }

    fn set_game(&mut self, (index, span): (GameIndex, Span), text: &PlacedText<'_>) {
        self.game = i64::try_from(text.number(index).0).ok();
        self.offset = i64::try_from(text.offset(ChunkOffset(span.start)).0).ok();
        self.length = i64::try_from(span.len()).ok();
    }

    /// Appends the rows in `bytes` with the place columns to `out`.
    pub fn place(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        for row in rows(bytes) {
            self.row.clear();
            let buffer = if self.form == Form::Rows { &mut *out } else { &mut self.row };
            let mut placed = RowBuilder::begin(buffer);
            placed.text(Some(&self.file));
            placed.int(self.game);
            placed.int(self.offset);
            placed.int(self.length);
            placed.values_of(row);
            placed.end();
            if let Form::Csv(formulas) = self.form {
                rows(&self.row).for_each(|row| csv::row(row, formulas, out));
            }
        }
    }
}

/// Inserts `file`, `game`, `offset` and `length` at the start of the rows of a chunk, and converts
/// the rows to their form.
pub fn place_rows(
    bytes: &mut Vec<u8>,
    ends: &mut [usize],
    spans: &[(GameIndex, Span)],
    form: Form,
    input: &InputInfo,
    text: &PlacedText<'_>,
) {
    let old = std::mem::take(bytes);
    let mut placing = Placing::of_input(input, form);
    let mut from = 0;
    for (end, game) in ends.iter_mut().zip(spans) {
        placing.set_game(*game, text);
        placing.place(&old[from..*end], bytes);
        from = *end;
        *end = bytes.len();
    }
}
