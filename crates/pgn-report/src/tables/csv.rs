//! `csv`: CSV by RFC 4180; `tsv`: the same with tabs between cells and LF at the end of lines. A single table is written
//! as it is; of several tables, each line names its table.

use pgn_table::csv::{Delimiter, Dialect, Formulas, push_quoted};

use super::{Audience, Fit, Format, Report, Table, Value};

pub(super) static FORMAT: Format = Format {
    name: "csv",
    help: "Comma-separated values",
    audience: Audience::Programs,
    is_page: false,
    write: |report, fit, out| write(report, fit, Delimiter::Comma, out),
};

pub(super) static TSV: Format = Format {
    name: "tsv",
    help: "Tab-separated values, for cut, sort and awk",
    write: |report, fit, out| write(report, fit, Delimiter::Tab, out),
    audience: Audience::Programs,
    is_page: false,
};

fn write(report: &Report, fit: &Fit, delimiter: Delimiter, out: &mut Vec<u8>) {
    let plain = |value: &Value| cell(value, fit.formulas);
    if let Some(table) = by_of_player(report) {
        whole_table(table, plain, delimiter, out);
        return;
    }
    let tables = report.sections.iter().flat_map(|section| &section.tables);
    // Facts at the top are about all games, so they need no row.
    let below = report.sections.iter().filter(|section| !section.key.is_empty());
    let n_facts: usize = below.map(|section| section.facts.len()).sum();
    if let [table] = &tables.collect::<Vec<_>>()[..]
        && n_facts == 0
    {
        whole_table(table, plain, delimiter, out);
        return;
    }
    line(["section", "name", "field", "value"].into_iter().map(str::to_owned), delimiter, out);
    for section in &report.sections {
        for fact in &section.facts {
            let key = if section.key.is_empty() { "overview" } else { section.key };
            line(
                [key.to_owned(), String::new(), fact.key.to_owned(), plain(&fact.value)],
                delimiter,
                out,
            );
        }
        for table in &section.tables {
            for row in &table.rows {
                let Some((name, rest)) = row.split_first() else { continue };
                for (column, value) in table.columns.iter().skip(1).zip(rest) {
                    let cells =
                        [table.key.to_owned(), plain(name), column.key.clone(), plain(value)];
                    line(cells, delimiter, out);
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

fn whole_table(
    table: &Table,
    plain: impl Fn(&Value) -> String,
    delimiter: Delimiter,
    out: &mut Vec<u8>,
) {
    line(table.columns.iter().map(|column| column.key.clone()), delimiter, out);
    for row in &table.rows {
        line(row.iter().map(&plain), delimiter, out);
    }
}

/// Returns the cell of a value; numbers are never formulas.
fn cell(value: &Value, formulas: Formulas) -> String {
    let text = value.plain();
    if value.is_number() { text } else { format!("{}{text}", formulas.guard(&text)) }
}

fn line(cells: impl IntoIterator<Item = String>, delimiter: Delimiter, out: &mut Vec<u8>) {
    // The apostrophe before cells that could be formulas has already been added.
    let dialect = Dialect { delimiter, formulas: Formulas::AsTheyAre };
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(delimiter.byte());
        }
        push_quoted(&cell, dialect, out);
    }
    out.extend_from_slice(delimiter.line_end());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csv(report: &Report) -> String {
        let mut out = Vec::new();
        write(report, &Fit::default(), Delimiter::Comma, &mut out);
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
        write(&report, &safe, Delimiter::Comma, &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "name,games\r\n'=cmd|' /C calc'!A0,-5\r\n\"'+1,2\",1\r\na=b,-1.5\r\n"
        );
        assert!(csv(&report).contains("\n=cmd|"));
    }

    #[test]
    fn cells_of_tsv_have_tabs_between_them() {
        let mut report = super::super::sample();
        report.sections.remove(0);
        report.sections[0].tables[0].rows =
            vec![vec![Value::text("Tal, M"), Value::Count(1)], vec![Value::None, Value::Count(2)]];
        let mut out = Vec::new();
        TSV.append(report, &Fit::default(), &mut out);
        assert_eq!(String::from_utf8(out).unwrap(), "name\tgames\nTal, M\t1\n\t2\n");
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
