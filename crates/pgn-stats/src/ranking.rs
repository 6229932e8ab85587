//! The order of the rows of a table, as `--order` names it.

use std::cmp::Ordering;

use pgn_report::tables::{Column, Direction};

/// A column that rows are sorted by.
#[derive(Clone, Debug)]
pub struct OrderKey {
    /// The key of the column.
    pub column: String,
    /// The direction.
    pub direction: Direction,
}

/// Which rows of a table are shown, and in which order.
#[derive(Clone, Debug, Default)]
pub struct Order {
    /// The columns that rows are sorted by; those with most games come first where they are equal.
    pub keys: Vec<OrderKey>,
    /// Rows with fewer games are not shown.
    pub at_least: u64,
}

/// The columns that rows are sorted by, as indices.
#[derive(Debug)]
pub(super) struct Ranking(Vec<(usize, Direction)>);

impl Ranking {
    /// Returns the ranking of a table with these columns.
    ///
    /// # Errors
    /// There is no such column.
    pub(super) fn new(order: &Order, columns: &[Column]) -> Result<Ranking, String> {
        let index = |key: &OrderKey| {
            let at = |name: &str| columns.iter().position(|column| column.key == name);
            // Where rows name no player, the score is White's.
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

    /// Returns the order of two rows, where `compare` compares their cells of one column.
    pub(super) fn compare(&self, compare: impl Fn(usize, Direction) -> Ordering) -> Ordering {
        let orders = self.0.iter().map(|&(column, direction)| compare(column, direction));
        orders.into_iter().find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Keeps the first `most` rows in the order of `compare`.
pub(super) fn cut<T>(rows: &mut Vec<T>, most: Option<usize>, compare: impl Fn(&T, &T) -> Ordering) {
    rows.sort_unstable_by(compare);
    rows.truncate(most.unwrap_or(usize::MAX));
}

/// Returns true if so many rows are held that those that are not shown must go.
pub(super) fn is_full(n_rows: usize, most: Option<usize>) -> bool {
    most.is_some_and(|most| n_rows > 2 * most + 4096)
}
