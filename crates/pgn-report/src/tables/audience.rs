//! Reports for people and for programs: selects the columns of a format, and joins tables of one kind.

use super::{Audience, Report, Section, Table, Value};

impl Report {
    /// Returns the report with the columns for `audience`. For programs, tables of a section with the same key are
    /// joined, and rows begin with the common values of their table.
    #[must_use]
    pub(crate) fn read_by(mut self, audience: Audience) -> Report {
        for section in &mut self.sections {
            section.tables.iter_mut().for_each(|table| keep_columns(table, audience));
            section.tables.retain(|table| !table.columns.is_empty());
            if audience == Audience::Programs {
                join(section);
            }
        }
        self
    }
}

fn keep_columns(table: &mut Table, audience: Audience) {
    let is_kept = |i: &usize| matches!(table.columns[*i].audience, it if it == Audience::All || it == audience);
    let kept: Vec<usize> = (0..table.columns.len()).filter(is_kept).collect();
    if kept.len() == table.columns.len() {
        return;
    }
    table.bar = table.bar.and_then(|bar| kept.iter().position(|&i| i == bar));
    for row in table.rows.iter_mut().chain(&mut table.drawn) {
        retain(row, &kept);
    }
    retain(&mut table.columns, &kept);
}

/// Keeps the elements at the indices `kept`, which are in ascending order.
fn retain<T>(all: &mut Vec<T>, kept: &[usize]) {
    let mut at = 0;
    all.retain(|_| {
        at += 1;
        kept.binary_search(&(at - 1)).is_ok()
    });
}

/// Inserts the common values of each table into its rows, and joins tables with the same key.
fn join(section: &mut Section) {
    let mut joined: Vec<Table> = Vec::new();
    for mut table in section.tables.drain(..) {
        let (columns, values): (Vec<_>, Vec<Value>) = table.common.drain(..).unzip();
        table.bar = table.bar.map(|bar| bar + columns.len());
        table.columns.splice(0..0, columns);
        for row in &mut table.rows {
            row.splice(0..0, values.iter().cloned());
        }
        match joined.iter_mut().find(|other| other.key == table.key) {
            Some(other) => {
                other.rows.append(&mut table.rows);
                other.n_more += table.n_more;
            }
            None => joined.push(table),
        }
    }
    section.tables = joined;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Column;

    fn report() -> Report {
        let table = |event: &str, points: u64| {
            let mut table = Table::new("crosstable", event, &[("player", "Player")]);
            table.columns.push(Column::new("1", "1").only_for(Audience::People));
            table.columns.push(Column::new("points", "Points"));
            table.columns.push(Column::new("results", "Results").only_for(Audience::Programs));
            table.common = vec![(Column::new("event", "Event"), Value::text(event))];
            let row =
                [Value::text("A"), Value::text("x"), Value::Count(points), Value::text("2w1")];
            table.rows.push(row.into());
            table.bar = Some(2);
            table
        };
        let mut section = Section::new("crosstable", "Cross tables");
        let mut shown = Table::new("shown", "Shown", &[]);
        shown.columns.push(Column::new("a", "A").only_for(Audience::People));
        shown.rows.push(vec![Value::Count(1)]);
        section.tables = vec![table("E", 1), table("F", 2), shown];
        Report { title: String::new(), scope: Vec::new(), sections: vec![section] }
    }

    #[test]
    fn people_have_tables_and_programs_have_rows() {
        let people = report().read_by(Audience::People);
        let [first, second, _] = &people.sections[0].tables[..] else { panic!("three tables") };
        let keys = |table: &Table| -> Vec<String> {
            table.columns.iter().map(|column| column.key.clone()).collect()
        };
        assert_eq!(keys(first), ["player", "1", "points"]);
        assert_eq!(first.rows[0].len(), 3);
        assert_eq!((first.bar, second.title.as_str()), (Some(2), "F"));

        let programs = report().read_by(Audience::Programs);
        let [table] = &programs.sections[0].tables[..] else { panic!("one table") };
        assert_eq!(keys(table), ["event", "player", "points", "results"]);
        let cells = |i: usize| table.rows[i].iter().map(Value::plain).collect::<Vec<_>>();
        assert_eq!(cells(0), ["E", "A", "1", "2w1"]);
        assert_eq!(cells(1), ["F", "A", "2", "2w1"]);
        assert_eq!(table.bar, Some(2));
    }
}
