//! `--by`: counts of games by the values of one or more fields.

use std::cmp::Ordering;

use pgn_query::{Depth, Grouping, ValueKind};
use pgn_report::tables::{Chart, Column, Section, Table, Value};

use crate::{
    plan::{Parts, Perspective},
    sections::count_columns::{CountColumn, OF_OWN_SCORES, OF_RESULTS, OF_SCORES},
    sums::{
        lists::{List, Row},
        ranking::{self, Ranking},
    },
    tables::pairs,
};

/// Returns the columns that follow those of the fields: results or, for a player, the score.
fn count_columns(parts: &Parts) -> &'static [CountColumn] {
    match parts.perspective() {
        Perspective::White => OF_RESULTS,
        Perspective::Player(_) => OF_SCORES,
        Perspective::Own => OF_OWN_SCORES,
    }
}

/// Returns the columns of the table: the fields, then their results.
fn columns(parts: &Parts) -> Vec<Column> {
    let of_results = count_columns(parts);
    let mut columns: Vec<Column> = Vec::new();
    for (name, _) in &parts.by {
        let key = ranking::free_key(name, |key| {
            of_results.iter().any(|(other, ..)| *other == key)
                || columns.iter().any(|other| other.key == key)
        });
        columns.push(Column::new(key, name));
    }
    columns.extend(of_results.iter().map(|&(key, label, _)| Column::new(key, label)));
    columns
}

/// Checks that the table has the columns of [`Parts::order`].
///
/// # Errors
/// Returns an error if the table has no such column.
pub fn check_order(parts: &Parts) -> Result<(), String> {
    if parts.pairs {
        return Ranking::new(&parts.order, &pairs::columns(parts)).map(drop);
    }
    Ranking::new(&parts.order, &columns(parts)).map(drop)
}

/// Returns the order of two rows in [`Parts::order`]; `None` if no order is set.
pub(crate) fn order(parts: &Parts) -> Option<impl Fn(&Row, &Row) -> Ordering> {
    let ranking = Ranking::new(&parts.order, &columns(parts)).ok()?;
    let kinds: Vec<ValueKind> = parts.by.iter().map(|(_, by)| by.kind()).collect();
    let of_results = count_columns(parts);
    let order = move |a: &Row, b: &Row| {
        ranking.compare(|column, direction| match kinds.get(column) {
            Some(kind) => {
                let value = |row: &Row| values_of(&row.0, kinds.len()).swap_remove(column);
                ranking::compare_value(*kind, &value(a), &value(b), direction)
            }
            None => {
                let of_results = &of_results[column - kinds.len()];
                let cell = |row: &Row| cell(parts, of_results, row);
                cell(a).compare(&cell(b), direction)
            }
        })
    };
    (!parts.order.keys.is_empty()).then_some(order)
}

/// Returns the cell of a row in a column that follows those of the fields. A row of no player has no results of a player.
fn cell(parts: &Parts, (key, _, cell): &CountColumn, (values, counts): &Row) -> Value {
    let is_of_player = matches!(*key, "score" | "wins" | "losses" | "white" | "black" | "elo");
    let mut values = values.split(|&byte| byte == 0);
    match parts.perspective() {
        Perspective::Player(at) if is_of_player && values.nth(at).is_none_or(<[u8]>::is_empty) => {
            Value::None
        }
        Perspective::Player(_) | Perspective::White | Perspective::Own => cell(counts),
    }
}

/// Returns the `n` values of a key.
fn values_of(key: &[u8], n: usize) -> Vec<String> {
    let values = key.split(|&byte| byte == 0);
    let mut values: Vec<String> =
        values.map(|value| String::from_utf8_lossy(value).into_owned()).collect();
    values.resize(n, String::new());
    values
}

/// Returns the section of a `--by` table. If [`Parts::order`] is set, it has the first rows in that order. Otherwise it
/// has the rows with the most games, sorted by value if the values have an order, else by number of games.
pub(crate) fn section(parts: &Parts, list: &List, depth: Depth) -> Section {
    let by = &parts.by;
    let mut table = Table::new("by", &title(by), &[]);
    table.columns = columns(parts);
    let kinds: Vec<ValueKind> = by.iter().map(|(_, by)| by.kind()).collect();
    let mut rows: Vec<(Vec<String>, &Row)> =
        list.rows.iter().map(|row| (values_of(&row.0, by.len()), row)).collect();
    if parts.order.keys.is_empty() && kinds.iter().any(|kind| ranking::has_order(*kind)) {
        rows.sort_by(|(a, _), (b, _)| ranking::compare_values(&kinds, a, b));
    }
    for (values, row) in rows {
        let mut cells: Vec<Value> = values.into_iter().map(ranking::known).collect();
        cells.extend(count_columns(parts).iter().map(|column| cell(parts, column, row)));
        table.rows.push(cells);
    }
    if depth == Depth::Tags
        && let Some(i) = table.column("mean_plies")
    {
        // Half-moves are not counted at this depth.
        table.columns.remove(i);
        for row in &mut table.rows {
            row.remove(i);
        }
    }
    table.n_more = list.n_keys - table.rows.len() as u64;
    table.bar = Some(by.len());
    let has_chart = by.len() == 1 && parts.perspective() == Perspective::White;
    table.chart = has_chart.then_some(Chart::Results);
    let mut section = Section::new("by", &table.title);
    if by.iter().any(|(_, by)| by.has_several_values()) && list.n_keys > 0 {
        section.note =
            Some("A game counts for each of its values, so the rows may add up to more than the number of games.".to_owned());
    }
    section.no_rows = ranking::too_few(parts.order.at_least, list.most);
    section.tables.push(table);
    section
}

fn title(by: &[(String, Grouping)]) -> String {
    let names: Vec<&str> = by.iter().map(|(name, _)| name.as_str()).collect();
    format!("Games by {}", names.join(", "))
}
