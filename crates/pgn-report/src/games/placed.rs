//! Rows of games with the columns that say where a game is, which is known last.

use pgn_stream::{ChunkView, Place};
use pgn_syntax::Span;
use pgn_table::{
    RowBuilder,
    csv::{self, Formulas},
    rows,
};

/// What rows become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines of CSV.
    Csv(Formulas),
    /// Rows as they are, for a writer of Parquet.
    Rows,
}

/// The columns that say where a game is, and the form of its rows.
#[derive(Debug)]
pub struct Placing {
    file: String,
    game: Option<i64>,
    offset: Option<i64>,
    length: Option<i64>,
    form: Form,
    /// A row, before it becomes a line.
    row: Vec<u8>,
}

impl Placing {
    /// Returns the columns of rows of the input of `chunk`, of no game yet.
    fn of_chunk(chunk: &ChunkView<'_>, form: Form) -> Placing {
        let file = super::json_lines::name_of(chunk);
        Placing { file, game: None, offset: None, length: None, form, row: Vec::new() }
    }

    /// Returns the columns of the game at `span` of a chunk, whose number there is `index`.
    pub fn of_game(
        (index, span): (u64, Span),
        form: Form,
        chunk: &ChunkView<'_>,
        place: &Place,
    ) -> Placing {
        let mut placing = Placing::of_chunk(chunk, form);
        placing.set_game((index, span), chunk, place);
        placing
    }

    fn set_game(&mut self, (index, span): (u64, Span), chunk: &ChunkView<'_>, place: &Place) {
        self.game = i64::try_from(place.first_game + index).ok();
        self.offset = i64::try_from(chunk.offset + u64::from(span.start)).ok();
        self.length = i64::try_from(span.len()).ok();
    }

    /// Appends `rows` of the game to `out`.
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

/// Puts `file`, `game`, `offset` and `length` in front of the rows of a chunk, and gives them their form.
pub fn place_rows(
    bytes: &mut Vec<u8>,
    ends: &mut [usize],
    spans: &[(u64, Span)],
    form: Form,
    chunk: &ChunkView<'_>,
    place: &Place,
) {
    let old = std::mem::take(bytes);
    let mut placing = Placing::of_chunk(chunk, form);
    let mut from = 0;
    for (end, game) in ends.iter_mut().zip(spans) {
        placing.set_game(*game, chunk, place);
        placing.place(&old[from..*end], bytes);
        from = *end;
        *end = bytes.len();
    }
}
