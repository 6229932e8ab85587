//! Adds the columns with the place of a game, which is known last, to its rows.

use pgn_stream::{ChunkOffset, GameIndex, InputInfo, PlacedText};
use pgn_syntax::Span;
use pgn_table::{CellFormat, CellOrder, Row, RowBuilder, csv, rows};

use super::columns::{Cells, TableForm};

/// The place columns of a game, and the form of its rows.
#[derive(Debug)]
pub struct Placing {
    file: String,
    form: TableForm,
    /// The cells of the current game, as a row.
    place: Vec<u8>,
    /// The order of the columns; `None` for that of the table.
    order: Option<CellOrder>,
}

impl Placing {
    /// Returns the columns for rows of an input; the game is set for each row.
    fn of_input(input: &InputInfo, form: TableForm) -> Placing {
        let order = form.columns.order().map(|order| CellOrder::new(order, form.cells));
        Placing { file: input.name(), form, place: Vec::new(), order }
    }

    /// Returns the columns of a game of the chunk `text`.
    pub fn of_game(
        index: GameIndex,
        span: Span,
        form: TableForm,
        input: &InputInfo,
        text: &PlacedText<'_>,
    ) -> Placing {
        let mut placing = Placing::of_input(input, form);
        placing.set_game(index, span, text);
        placing
    }

    fn set_game(&mut self, index: GameIndex, span: Span, text: &PlacedText<'_>) {
        self.place.clear();
        let row = RowBuilder::begin(&mut self.place, self.form.cells);
        let mut cells = Cells::of_place(row, self.form.columns);
        cells.text("file", || Some(&self.file));
        cells.int("game", || i64::try_from(text.number(index).0).ok());
        cells.int("offset", || i64::try_from(text.offset(ChunkOffset(span.start)).0).ok());
        cells.int("length", || i64::try_from(span.len()).ok());
        cells.end();
    }

    /// Appends the rows in `bytes` with the place columns to `out`, in the order of the columns.
    pub fn place(&mut self, bytes: &[u8], out: &mut Vec<u8>) {
        let Some(place) = rows(&self.place).next() else { return };
        for row in rows(bytes) {
            let (first, second) = match &mut self.order {
                None => (place, row),
                Some(order) => (Row::EMPTY, order.row(place, row)),
            };
            match self.form.cells {
                CellFormat::Text(dialect) => csv::line(first, second, dialect.delimiter, out),
                CellFormat::Values => {
                    let mut row = RowBuilder::begin(out, self.form.cells);
                    row.cells_of(first);
                    row.cells_of(second);
                    row.end();
                }
            }
        }
    }
}

/// Appends the rows of a chunk to `out` in their form, with `file`, `game`, `offset` and `length` at their start as far as
/// these are columns of the table. `games` are the index and span of each game, and the end of its rows, in `bytes`
/// before and in `out` after.
pub fn place_rows<'a>(
    bytes: &[u8],
    games: impl Iterator<Item = (GameIndex, Span, &'a mut usize)>,
    form: TableForm,
    input: &InputInfo,
    text: &PlacedText<'_>,
    out: &mut Vec<u8>,
) {
    let mut placing = Placing::of_input(input, form);
    let mut from = 0;
    for (index, span, end) in games {
        placing.set_game(index, span, text);
        placing.place(&bytes[from..*end], out);
        from = *end;
        *end = out.len();
    }
}
