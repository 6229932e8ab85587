//! `--by`: counts of games by the values of one or more fields.

use std::cmp::Ordering;

use pgn_query::{Counts, Depth, Source, ValueKind};
use pgn_report::tables::{Chart, Column, Section, Table, Value};

use super::{
    lists::List,
    sections::{RESULT_COLUMNS, result_cells},
};

/// Returns the section of a `--by` table: the rows with the most games, sorted by value if the
/// values have an order, otherwise by number of games.
pub(super) fn section(by: &[(String, Source)], list: &List, depth: Depth) -> Section {
    let mut table = Table::new("by", &title(by), &[]);
    let names = by.iter().map(|(name, _)| Column { key: name.to_lowercase(), label: name.clone() });
    let results = RESULT_COLUMNS
        .iter()
        .map(|(key, label)| Column { key: (*key).to_owned(), label: (*label).to_owned() });
    table.columns = names.chain(results).collect();
    let kinds: Vec<ValueKind> = by.iter().map(|(_, source)| source.kind()).collect();
    let mut rows: Vec<(Vec<String>, &Counts)> = list
        .rows
        .iter()
        .map(|(key, counts)| {
            let mut values: Vec<String> = key
                .split(|&byte| byte == 0)
                .map(|value| String::from_utf8_lossy(value).into_owned())
                .collect();
            values.resize(by.len(), String::new());
            (values, counts)
        })
        .collect();
    if kinds.iter().any(|kind| has_order(*kind)) {
        rows.sort_by(|(a, _), (b, _)| compare(&kinds, a, b));
    }
    for (values, counts) in rows {
        let mut row: Vec<Value> = values.into_iter().map(value).collect();
        row.extend(result_cells(counts));
        table.rows.push(row);
    }
    if depth == Depth::Tags
        && let Some(i) = table.column("mean_plies")
    {
        // Half-moves were not counted.
        table.columns.remove(i);
        for row in &mut table.rows {
            row.remove(i);
        }
    }
    table.n_more = list.n_keys - table.rows.len() as u64;
    table.bar = Some(by.len());
    table.chart = Some(Chart::Results).filter(|_| by.len() == 1);
    let mut section = Section::new("by", &table.title);
    if by.iter().any(|(_, source)| has_two(source)) {
        section.note =
            Some("A game counts for each of its values: the rows come to more games.".to_owned());
    }
    section.tables.push(table);
    section
}

fn title(by: &[(String, Source)]) -> String {
    let names: Vec<&str> = by.iter().map(|(name, _)| name.as_str()).collect();
    format!("Games by {}", names.join(", "))
}

fn value(text: String) -> Value {
    if text.is_empty() { Value::Unknown } else { Value::Text(text) }
}

/// Returns true if a game may have more than one value.
fn has_two(source: &Source) -> bool {
    matches!(source, Source::Field(field) if matches!(field.name, "player" | "elo" | "text"))
}

/// Returns true if rows are sorted by value.
fn has_order(kind: ValueKind) -> bool {
    match kind {
        ValueKind::Number
        | ValueKind::Date
        | ValueKind::Round
        | ValueKind::Speed
        | ValueKind::Eco => true,
        ValueKind::Text | ValueKind::Word | ValueKind::Result => false,
    }
}

/// Compares by the first value that has an order and differs; missing values come last.
fn compare(kinds: &[ValueKind], a: &[String], b: &[String]) -> Ordering {
    for ((&kind, a), b) in kinds.iter().zip(a).zip(b) {
        let order =
            a.is_empty().cmp(&b.is_empty()).then_with(|| match (kind.read(a), kind.read(b)) {
                (Some(a), Some(b)) => kind.compare(&a, &b).unwrap_or(Ordering::Equal),
                _ => Ordering::Equal,
            });
        let order = order.then_with(|| a.cmp(b));
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}
