//! `csv`: CSV by RFC 4180. A single table is written as it is; of several tables, each line names
//! its table.

use pgn_table::csv::{Formulas, push_quoted};

use super::{Audience, Fit, Format, Report, Table, Value};

pub(super) static FORMAT: Format = Format {
    name: "csv",
    help: "Comma-separated values",
    audience: Audience::Programs,
    is_page: false,
    write,
};

fn write(report: &Report, fit: &Fit, out: &mut Vec<u8>) {
    let plain = |value: &Value| cell(value, fit.formulas);
    if let Some(table) = by_of_player(report) {
        whole_table(table, plain, out);
        return;
    }
    let tables = report.sections.iter().flat_map(|section| &section.tables);
    // Facts at the top are about all games, so they need no row.
    let below = report.sections.iter().filter(|section| !section.key.is_empty());
    let n_facts: usize = below.map(|section| section.facts.len()).sum();
    if let [table] = &tables.collect::<Vec<_>>()[..]
        && n_facts == 0
    {
        whole_table(table, plain, out);
        return;
    }
    line(["section", "name", "field", "value"].into_iter().map(str::to_owned), out);
    for section in &report.sections {
        for fact in &section.facts {
            let key = if section.key.is_empty() { "overview" } else { section.key };
            line([key.to_owned(), String::new(), fact.key.to_owned(), plain(&fact.value)], out);
        }
        for table in &section.tables {
            for row in &table.rows {
                let Some((name, rest)) = row.split_first() else { continue };
                for (column, value) in table.columns.iter().skip(1).zip(rest) {
                    let cells =
                        [table.key.to_owned(), plain(name), column.key.clone(), plain(value)];
                    line(cells, out);
                }
            }
        }
    }
}

/// Returns the table of `--by` of a report that otherwise has only the standard tables of a player, which come with any
/// `--player`.
fn by_of_player(report: &Report) -> Option<&Table> {
    let is_by = |key: &str| matches!(key, "by" | "pairs");
    let is_standard = |key: &str| is_by(key) || matches!(key, "" | "player");
    let by = report.sections.iter().find(|section| is_by(section.key));
    by.filter(|_| report.sections.iter().all(|section| is_standard(section.key)))?.tables.first()
}

fn whole_table(table: &Table, plain: impl Fn(&Value) -> String, out: &mut Vec<u8>) {
    line(table.columns.iter().map(|column| column.key.clone()), out);
    for row in &table.rows {
        line(row.iter().map(&plain), out);
    }
}

/// Returns the cell of a value; numbers are never formulas.
fn cell(value: &Value, formulas: Formulas) -> String {
    let text = value.plain();
    if value.is_number() { text } else { format!("{}{text}", formulas.guard(&text)) }
}

fn line(cells: impl IntoIterator<Item = String>, out: &mut Vec<u8>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        // The apostrophe before cells that could be formulas has already been added.
        push_quoted(&cell, Formulas::AsTheyAre, out);
    }
    out.extend_from_slice(b"\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(report: &Report) -> String {
        let mut out = Vec::new();
        write(report, &Fit::default(), &mut out);
        String::from_utf8(out).unwrap().replace("\r\n", "\n")
    }

    #[test]
    fn formulas_are_kept_from_spreadsheets() {
        let mut report = super::super::sample();
        report.sections.remove(0);
        report.sections[0].tables[0].rows = vec![
            vec![Value::text("=cmd|' /C calc'!A0"), Value::Number(-5)],
            vec![Value::text("+1,2"), Value::Count(1)],
            vec![Value::text("a=b"), Value::Decimal { value: -15, places: 1 }],
        ];
        let safe = Fit { formulas: Formulas::Guarded, ..Fit::default() };
        let mut out = Vec::new();
        write(&report, &safe, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "name,games\r\n'=cmd|' /C calc'!A0,-5\r\n\"'+1,2\",1\r\na=b,-1.5\r\n"
        );
        assert!(csv(&report).contains("\n=cmd|"));
    }

    #[test]
    fn one_table_is_itself_and_several_are_named() {
        let mut report = super::super::sample();
        report.sections[0].key = "totals";
        assert_eq!(
            csv(&report),
            "section,name,field,value\ntotals,,games,1234\ntotals,,white_score,0.5833\n\
             players,\"Tal | \"\"Misha\"\"\",games,1000\nplayers,\"<b>&\u{202e}x, y\",games,250\n\
             players,,games,4\n"
        );
        report.sections.remove(0);
        assert_eq!(
            csv(&report),
            "name,games\n\"Tal | \"\"Misha\"\"\",1000\n\"<b>&\u{202e}x, y\",250\n,4\n"
        );
    }
}
