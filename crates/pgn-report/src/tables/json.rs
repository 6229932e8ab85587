//! `json`: one JSON object with `games` at the top, a member per section, and rows as objects, one
//! per line.

use super::{Audience, Fit, Format, Report, Section, Table, Value};

pub(super) static FORMAT: Format = Format {
    name: "json",
    help: "One JSON object",
    audience: Audience::Programs,
    is_page: false,
    write,
};

fn write(report: &Report, _: &Fit, out: &mut Vec<u8>) {
    let mut members = Vec::new();
    for section in &report.sections {
        match &section.tables[..] {
            // A section that consists of a table only is written as the table.
            [table] if section.facts.is_empty() && table.key == section.key => {
                members.push((section.key, rows(table, "  ")));
            }
            _ if section.key.is_empty() => members.extend(of_section(section, "  ")),
            _ => members.push((section.key, object(&of_section(section, "    "), "  "))),
        }
    }
    out.extend_from_slice(object(&members, "").as_bytes());
    out.push(b'\n');
}

fn of_section(section: &Section, indent: &str) -> Vec<(&'static str, String)> {
    let facts = section.facts.iter().map(|fact| (fact.key, json(&fact.value)));
    let tables = section.tables.iter().map(|table| (table.key, rows(table, indent)));
    facts.chain(tables).collect()
}

/// Returns an object with a member per line.
fn object(members: &[(&str, String)], indent: &str) -> String {
    if members.is_empty() {
        return "{}".to_owned();
    }
    let lines: Vec<String> =
        members.iter().map(|(key, value)| format!("{indent}  {}: {value}", string(key))).collect();
    format!("{{\n{}\n{indent}}}", lines.join(",\n"))
}

/// Returns an array of objects, one per line.
fn rows(table: &Table, indent: &str) -> String {
    if table.rows.is_empty() {
        return "[]".to_owned();
    }
    let row = |row: &Vec<Value>| {
        let cells = table.columns.iter().zip(row);
        let cells: Vec<String> = cells
            .map(|(column, value)| format!("{}: {}", string(&column.key), json(value)))
            .collect();
        format!("{indent}  {{{}}}", cells.join(", "))
    };
    let lines: Vec<String> = table.rows.iter().map(row).collect();
    format!("[\n{}\n{indent}]", lines.join(",\n"))
}

fn json(value: &Value) -> String {
    if matches!(value, Value::None | Value::Unknown) {
        return "null".to_owned();
    }
    let text = value.plain();
    if value.is_number() { text } else { string(&text) }
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_object() {
        let mut out = Vec::new();
        write(&super::super::sample(), &Fit::default(), &mut out);
        let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
        let expect = serde_json::json!({
            "games": 1234,
            "white_score": 0.5833,
            "players": [
                {"name": "Tal | \"Misha\"", "games": 1000},
                {"name": "<b>&\u{202e}x, y", "games": 250},
                {"name": null, "games": 4},
            ],
        });
        assert_eq!(value, expect);
    }
}
