//! Adds the columns with the place of a game, which is known last, to its rows.

use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::Span;
use pgn_table::{CellFormat, RowBuilder, csv, rows};

use super::columns::{Cells, Columns};

/// The place columns of a game, and the form of its rows.
#[derive(Debug)]
pub struct Placing {
    file: String,
    columns: Columns,
    form: CellFormat,
    /// The cells of the current game, as a row.
    place: Vec<u8>,
}

impl Placing {
    /// Returns the columns for rows of an input; the game is set for each row.
    fn of_input(input: &InputInfo, columns: Columns, form: CellFormat) -> Placing {
        Placing { file: input.name(), columns, form, place: Vec::new() }
    }

    /// Returns the columns of a game of the chunk `text`.
    pub fn of_game(
        game: (GameIndex, Span),
        (columns, form): (Columns, CellFormat),
        input: &InputInfo,
        text: &PlacedText<'_>,
    ) -> Placing {
        let mut placing = Placing::of_input(input, columns, form);
        placing.set_game(game, text);
        placing
    }

    fn set_game(&mut self, (index, span): (GameIndex, Span), text: &PlacedText<'_>) {
        self.place.clear();
        let row = RowBuilder::begin(&mut self.place, self.form);
        let mut cells = Cells::of_place(row, self.columns);
        cells.text("file", || Some(&self.file));
        cells.int("game", || i64::try_from(text.number(index).0).ok());
        cells.int("offset", || i64::try_from(text.offset(ChunkOffset(span.start)).0).ok());
        cells.int("length", || i64::try_from(span.len()).ok());
        cells.end();
    }

    /// Appends the rows in `bytes` with the place columns to `out`.
    pub fn place(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let Some(place) = rows(&self.place).next() else { return };
        for row in rows(bytes) {
            match self.form {
                CellFormat::Csv(_) => csv::line(place, row, out),
                CellFormat::Values => {
                    let mut placed = RowBuilder::begin(out, self.form);
                    placed.cells_of(place);
                    placed.cells_of(row);
                    placed.end();
                }
            }
        }
    }
}

/// Appends the rows of a chunk to `out` in their form, with `file`, `game`, `offset` and `length` at their start as far as
/// these are columns of the table. `ends` are the ends of the rows of each game, in `bytes` before and in `out` after.
pub fn place_rows(
    (bytes, ends, spans): (&[u8], &mut [usize], &[(GameIndex, Span)]),
    (columns, form): (Columns, CellFormat),
    (input, text): (&InputInfo, &PlacedText<'_>),
    out: &mut Vec<u8>,
) {
    let mut placing = Placing::of_input(input, columns, form);
    let mut from = 0;
    for (end, game) in ends.iter_mut().zip(spans) {
        placing.set_game(*game, text);
        placing.place(&bytes[from..*end], out);
        from = *end;
        *end = out.len();
    }
}
