//! CSV by RFC 4180. A report of one table is that table; of several, each line names its own.

use super::{Fit, Format, Report, Table, Value};

pub(super) static FORMAT: Format = Format { name: "csv", help: "Comma-separated values", write };

fn write(report: &Report, _: &Fit, out: &mut Vec<u8>) {
    let tables = report.sections.iter().flat_map(|section| &section.tables);
    // What stands at the top is said of all games, and not of a row.
    let below = report.sections.iter().filter(|section| !section.key.is_empty());
    let n_facts: usize = below.map(|section| section.facts.len()).sum();
    if let [table] = &tables.collect::<Vec<_>>()[..]
        && n_facts == 0
    {
        whole_table(table, out);
        return;
    }
    line(["section", "name", "field", "value"].into_iter().map(str::to_owned), out);
    for section in &report.sections {
        for fact in &section.facts {
            let key = if section.key.is_empty() { "overview" } else { section.key };
            line([key.to_owned(), String::new(), fact.key.to_owned(), fact.value.plain()], out);
        }
        for table in &section.tables {
            for row in &table.rows {
                let Some((name, rest)) = row.split_first() else { continue };
                for (column, value) in table.columns.iter().skip(1).zip(rest) {
                    let cells =
                        [table.key.to_owned(), name.plain(), column.key.clone(), value.plain()];
                    line(cells, out);
                }
            }
        }
    }
}

fn whole_table(table: &Table, out: &mut Vec<u8>) {
    line(table.columns.iter().map(|column| column.key.clone()), out);
    for row in &table.rows {
        line(row.iter().map(Value::plain), out);
    }
}

fn line(cells: impl IntoIterator<Item = String>, out: &mut Vec<u8>) {
    for (i, cell) in cells.into_iter().enumerate() {
        if i > 0 {
            out.push(b',');
        }
        if cell.contains(['"', ',', '\n', '\r']) {
            out.push(b'"');
            out.extend_from_slice(cell.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(cell.as_bytes());
        }
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
