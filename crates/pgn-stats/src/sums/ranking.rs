//! The order of the rows of a table, from `--order`.

use std::cmp::Ordering;

use pgn_query::ValueKind;
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
pub(crate) struct Ranking(Vec<(usize, Direction)>);

impl Ranking {
    /// Returns the ranking of a table with the columns `columns`.
    ///
    /// # Errors
    /// Returns an error if the table has no column of a name in `order`.
    pub(crate) fn new(order: &Order, columns: &[Column]) -> Result<Ranking, String> {
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

    /// Returns true if rows are sorted by no column.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the order of two rows. `compare` compares the cells of both rows in a column.
    pub(crate) fn compare(&self, compare: impl Fn(usize, Direction) -> Ordering) -> Ordering {
        let mut orders = self.0.iter().map(|&(column, direction)| compare(column, direction));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Keeps the first `max_rows` rows in the order of `compare`.
pub(crate) fn cut<T>(
    rows: &mut Vec<T>,
    max_rows: Option<usize>,
    compare: impl Fn(&T, &T) -> Ordering,
) {
    rows.sort_unstable_by(compare);
    rows.truncate(max_rows.unwrap_or(usize::MAX));
}

/// Number of rows from which a list is cut, beyond those that are shown and a quarter of them.
pub(crate) const SPARE_ROWS: usize = 4096;

/// Returns true if there are so many rows that those that will not be shown should be removed: more than `max_rows`, the
/// number of rows that are shown, a quarter of them, and `spare`.
pub(crate) fn is_full(n_rows: usize, max_rows: Option<usize>, spare: usize) -> bool {
    max_rows.is_some_and(|max_rows| {
        n_rows > max_rows.saturating_add(max_rows / 4).saturating_add(spare)
    })
}

/// Returns a note that no row has `at_least` games; `None` if a row has, or if there are no rows at all. `most` is the
/// largest number of games of a row.
pub(crate) fn too_few(at_least: u64, most: u64) -> Option<String> {
    let games = if most == 1 { "1 game" } else { &format!("{most} games") };
    (0 < most && most < at_least).then(|| {
        format!("--at-least {at_least} leaves no row; the row with the most games has {games}")
    })
}

/// Returns the key of a column: the field in lower case, with `_` for all characters except letters and digits.
pub fn key_of(field: &str) -> String {
    let name = field.strip_prefix("tag(").map_or(field, |name| name.trim_matches(['"', ')', ' ']));
    name.chars()
        .map(|c| if c.is_alphanumeric() { c } else { '_' })
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the key of the column of a field that is not taken: keys are unique, as those of objects in JSON.
pub(crate) fn free_key(field: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut key = key_of(field);
    while is_taken(&key) {
        key.insert_str(0, "by_");
    }
    key
}

/// Returns the cell of a value of `--by`.
pub(crate) fn known(text: String) -> Value {
    if text.is_empty() { Value::Unknown } else { Value::Text(text) }
}

/// Returns true if rows are sorted by value.
pub(crate) fn has_order(kind: ValueKind) -> bool {
    match kind {
        ValueKind::Number
        | ValueKind::Decimal
        | ValueKind::Natural
        | ValueKind::Nag
        | ValueKind::Date
        | ValueKind::Round
        | ValueKind::Speed
        | ValueKind::Weekday
        | ValueKind::Eco => true,
        ValueKind::Text | ValueKind::Word | ValueKind::Result => false,
    }
}

/// Compares by the first values that differ; missing values come last.
pub(crate) fn compare_values(kinds: &[ValueKind], a: &[String], b: &[String]) -> Ordering {
    let mut orders = kinds.iter().zip(a).zip(b).map(|((kind, a), b)| ascending(*kind, a, b));
    orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
}

fn ascending(kind: ValueKind, a: &str, b: &str) -> Ordering {
    let of_kind = || match (kind.read(a), kind.read(b)) {
        (Some(a), Some(b)) => kind.compare(&a, &b).unwrap_or(Ordering::Equal),
        _ => Ordering::Equal,
    };
    a.is_empty().cmp(&b.is_empty()).then_with(of_kind).then_with(|| a.cmp(b))
}

/// Compares two values in a direction; missing values come last in both.
pub(crate) fn compare_value(kind: ValueKind, a: &str, b: &str, direction: Direction) -> Ordering {
    let order = ascending(kind, a, b);
    let is_missing = a.is_empty() || b.is_empty();
    match direction {
        Direction::Descending if !is_missing => order.reverse(),
        Direction::Ascending | Direction::Descending => order,
    }
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
