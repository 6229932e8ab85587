//! The order of the rows of a table, from `--order`.

use std::cmp::Ordering;

use pgn_report::tables::{Column, Direction, Value};

/// A column by which rows are sorted.
#[derive(Clone, Debug)]
pub struct OrderKey {
    /// The key of the column.
    pub column: String,
    /// The direction of the sort.
    pub direction: Direction,
}

/// The order of the rows of a table, and which of them are shown.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The columns by which rows are sorted. Rows that are equal in all of them are sorted by descending number of
    /// games.
    pub keys: Vec<OrderKey>,
    /// Minimum number of games of a row that is shown.
    pub at_least: u64,
}

/// The indices of the columns by which rows are sorted, with the directions.
#[derive(Debug, Default)]
pub(super) struct Ranking(Vec<(usize, Direction)>);

impl Ranking {
    /// Returns the ranking of a table with the columns `columns`.
    ///
    /// # Errors
    /// Returns an error if the table has no column of a name in `order`.
    pub(super) fn new(order: &Order, columns: &[Column]) -> Result<Ranking, String> {
        let index = |key: &OrderKey| {
            let at = |name: &str| columns.iter().position(|column| column.key == name);
            // In tables without player names, the score is White's.
            let of_white = || at("white_score").filter(|_| key.column == "score");
            let found = at(&key.column).or_else(of_white);
            let index = found.ok_or_else(|| {
                let names: Vec<&str> = columns.iter().map(|column| column.key.as_str()).collect();
                let name = &key.column;
                format!(
                    "--order {name}: the table has no such column; its columns are {}",
                    names.join(", ")
                )
            })?;
            Ok((index, key.direction))
        };
        order.keys.iter().map(index).collect::<Result<_, String>>().map(Ranking)
    }

    /// Returns the cells of a row by which it is sorted. `cells` is not called if there are none.
    pub(super) fn key(&self, cells: impl FnOnce() -> Vec<Value>) -> Vec<Value> {
        if self.0.is_empty() {
            return Vec::new();
        }
        let cells = cells();
        self.0.iter().map(|&(column, _)| cells[column].clone()).collect()
    }

    /// Returns the order of two rows by what [`Ranking::key`] returned for them.
    pub(super) fn compare_keys(&self, a: &[Value], b: &[Value]) -> Ordering {
        let cells = self.0.iter().zip(a.iter().zip(b));
        let orders = cells.map(|((_, direction), (a, b))| a.compare(b, *direction));
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// Returns the order of two rows. `compare` compares the cells of both rows in a column.
    pub(super) fn compare(&self, compare: impl Fn(usize, Direction) -> Ordering) -> Ordering {
        let orders = self.0.iter().map(|&(column, direction)| compare(column, direction));
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Keeps the first `max_rows` rows in the order of `compare`.
pub(super) fn cut<T>(
    rows: &mut Vec<T>,
    max_rows: Option<usize>,
    compare: impl Fn(&T, &T) -> Ordering,
) {
    rows.sort_unstable_by(compare);
    rows.truncate(max_rows.unwrap_or(usize::MAX));
}

/// Number of rows from which a list is cut, beyond those that are shown and a quarter of them.
pub(super) const SPARE_ROWS: usize = 4096;

/// Returns true if there are so many rows that those that will not be shown should be removed: more than `max_rows`, the
/// number of rows that are shown, a quarter of them, and `spare`.
pub(super) fn is_full(n_rows: usize, max_rows: Option<usize>, spare: usize) -> bool {
    max_rows.is_some_and(|max_rows| {
        n_rows > max_rows.saturating_add(max_rows / 4).saturating_add(spare)
    })
}

/// Returns why no row has at least as many games as required; `None` if rows do, or there are no rows for another reason.
/// `most`: the largest number of games of a row.
pub(super) fn too_few(at_least: u64, most: u64) -> Option<String> {
    let games = if most == 1 { "1 game" } else { &format!("{most} games") };
    (0 < most && most < at_least).then(|| {
        format!("--at-least {at_least} leaves no row; the row with the most games has {games}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_without_an_effective_limit_are_never_full() {
        assert!(!is_full(1 << 20, Some(usize::MAX), SPARE_ROWS));
        assert!(!is_full(1 << 20, None, SPARE_ROWS));
        assert!(is_full(1 << 20, Some(10), SPARE_ROWS));
    }
}
