//! Cells in another order than that in which a row was built.

use crate::{CellFormat, Row};

/// An order of cells, with buffers for one row.
///
/// ```
/// use pgn_table::{CellFormat, CellOrder, Row, RowBuilder, csv, rows};
///
/// let dialect = csv::Dialect {
///     delimiter: csv::Delimiter::Comma,
///     formulas: csv::Formulas::AsTheyAre,
/// };
/// let form = CellFormat::Text(dialect);
/// let mut bytes = Vec::new();
/// let mut row = RowBuilder::begin(&mut bytes, form);
/// row.text(Some("Tal"));
/// row.int(Some(2600));
/// row.end();
/// let (mut order, mut out) = (CellOrder::new(&[1, 0], form), Vec::new());
/// for row in rows(&bytes) {
///     csv::line(Row::EMPTY, order.row(Row::EMPTY, row), dialect.delimiter, &mut out);
/// }
/// assert_eq!(out, b"2600,Tal\r\n");
/// ```
#[derive(Debug)]
pub struct CellOrder {
    order: &'static [usize],
    form: CellFormat,
    /// The cells as they were built, the ends of them, and the cells in the order.
    built: Vec<u8>,
    ends: Vec<usize>,
    ordered: Vec<u8>,
}

impl CellOrder {
    /// Returns an order of cells of the form `form`: the index of each cell among those of a row as it was built.
    #[must_use]
    pub fn new(order: &'static [usize], form: CellFormat) -> CellOrder {
        CellOrder { order, form, built: Vec::new(), ends: Vec::new(), ordered: Vec::new() }
    }

    /// Returns the row with the cells of two rows, those of the second after those of the first, in the order.
    pub fn row(&mut self, first: Row<'_>, second: Row<'_>) -> Row<'_> {
        let CellOrder { order, form, built, ends, ordered } = self;
        built.clear();
        built.extend_from_slice(first.0);
        built.extend_from_slice(second.0);
        ends.clear();
        ends.extend(Row(built).ends(*form));
        ordered.clear();
        for &at in *order {
            let start = at.checked_sub(1).map_or(Some(0), |before| ends.get(before).copied());
            let cell = start.zip(ends.get(at)).and_then(|(start, &end)| built.get(start..end));
            ordered.extend_from_slice(cell.unwrap_or_default());
        }
        Row(ordered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        RowBuilder,
        csv::{Delimiter, Dialect, Formulas},
        rows,
    };

    /// Builds a row with values of all types in an order.
    fn build(form: CellFormat, order: &[usize]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut row = RowBuilder::begin(&mut bytes, form);
        for at in order {
            match at {
                0 => row.text(Some("a,\"b\"\n,\t")),
                1 => row.text(Some("")),
                2 => row.int(Some(-3)),
                3 => row.float(None),
                4 => row.date(Some(19_000)),
                5 => row.map([("x", "y,"), ("", "\"z")].into_iter()),
                _ => row.text(Some("longer than a word")),
            }
        }
        row.end();
        bytes
    }

    #[test]
    fn rows_in_order_are_as_if_built_in_it() {
        const ORDER: &[usize] = &[6, 3, 0, 5, 2, 1, 4];
        let texts = [Delimiter::Comma, Delimiter::Tab].map(|delimiter| {
            CellFormat::Text(Dialect { delimiter, formulas: Formulas::AsTheyAre })
        });
        for form in [[CellFormat::Values].as_slice(), &texts].concat() {
            let mut cells = CellOrder::new(ORDER, form);
            for n_first in 0..=7 {
                let both: Vec<usize> = (0..7).collect();
                let (first, second) = both.split_at(n_first);
                let [first, second, expect] =
                    [first, second, ORDER].map(|order| build(form, order));
                let [first, second, expect] =
                    [&first, &second, &expect].map(|bytes| rows(bytes).next().unwrap());
                assert_eq!(cells.row(first, second).0, expect.0);
            }
        }
    }
}
