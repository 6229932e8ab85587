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
    let file = super::json_lines::name_of(chunk);
    let mut one = Vec::new();
    let mut from = 0;
    for (end, (index, span)) in ends.iter_mut().zip(spans) {
        for row in rows(&old[from..*end]) {
            if form != Form::Rows {
                one.clear();
            }
            let buffer = if form == Form::Rows { &mut *bytes } else { &mut one };
            let mut placed = RowBuilder::begin(buffer);
            placed.text(Some(&file));
            placed.int(i64::try_from(place.first_game + index).ok());
            placed.int(i64::try_from(chunk.offset + u64::from(span.start)).ok());
            placed.int(i64::try_from(span.len()).ok());
            placed.values_of(row);
            placed.end();
            if let Form::Csv(formulas) = form {
                rows(&one).for_each(|row| csv::row(row, formulas, bytes));
            }
        }
        from = *end;
        *end = bytes.len();
    }
}
