//! Counts as tables: what `stats` has to say, and the formats it is said in. A report is data; each
//! format writes all of it.

mod csv;
mod json;
mod markdown;
mod marks;
mod text;
mod value;

pub(crate) use marks::Marks;
pub(crate) use text::Fit;
pub(crate) use value::{Value, grouped};

/// What there is to say.
#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) title: String,
    pub(crate) sections: Vec<Section>,
}

/// A part with a heading.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// Its name in JSON and CSV; empty: its facts stand at the top.
    pub(crate) key: &'static str,
    pub(crate) title: String,
    /// A sentence on what is counted, where that is not plain.
    pub(crate) note: Option<String>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) tables: Vec<Table>,
}

/// A number with a name.
#[derive(Debug)]
pub(crate) struct Fact {
    pub(crate) key: &'static str,
    pub(crate) label: String,
    pub(crate) value: Value,
}

/// Rows of values.
#[derive(Debug, Default)]
pub(crate) struct Table {
    pub(crate) key: &'static str,
    pub(crate) title: String,
    pub(crate) columns: Vec<Column>,
    pub(crate) rows: Vec<Vec<Value>>,
    /// Rows that `--top` leaves out.
    pub(crate) n_more: u64,
    /// Those of them that a drawing shows all the same.
    pub(crate) drawn: Vec<Vec<Value>>,
    /// The column whose numbers are drawn beside it.
    pub(crate) bar: Option<usize>,
    /// The rows follow one another, as years do: they are not to be sorted, and make a curve.
    pub(crate) is_series: bool,
    pub(crate) chart: Option<Chart>,
}

/// How a page draws a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chart {
    /// A column for each row.
    Histogram,
    /// Results of each row over the years: shares of White's wins, draws and Black's wins.
    Years,
    /// A bar for each row, parted by results.
    Results,
    /// A bar for each row.
    Bars,
    /// Boxes in boxes: the first column says which box, the second which box in it.
    Treemap,
}

#[derive(Debug)]
pub(crate) struct Column {
    pub(crate) key: String,
    pub(crate) label: String,
}

impl Section {
    pub(crate) fn new(key: &'static str, title: &str) -> Section {
        Section { key, title: title.to_owned(), ..Section::default() }
    }

    pub(crate) fn fact(&mut self, key: &'static str, label: &str, value: Value) {
        self.facts.push(Fact { key, label: label.to_owned(), value });
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.tables.iter().all(|table| table.rows.is_empty())
    }
}

impl Table {
    /// A table with columns of these keys and labels.
    pub(crate) fn new(key: &'static str, title: &str, columns: &[(&str, &str)]) -> Table {
        let column =
            |&(key, label): &(&str, &str)| Column { key: key.to_owned(), label: label.to_owned() };
        Table {
            key,
            title: title.to_owned(),
            columns: columns.iter().map(column).collect(),
            ..Table::default()
        }
    }

    /// The rows that people read. A curve shows years without games; a list of them says nothing.
    pub(crate) fn listed(&self) -> impl Iterator<Item = &Vec<Value>> {
        let is_years = self.chart == Some(Chart::Years);
        let games = self.column("games").filter(|_| is_years);
        self.rows.iter().filter(move |row| games.is_none_or(|games| row[games].count() > 0))
    }

    pub(crate) fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }
}

/// A format of reports.
#[derive(Debug)]
pub(crate) struct Format {
    pub(crate) name: &'static str,
    pub(crate) help: &'static str,
    pub(crate) write: fn(&Report, &Fit, &mut Vec<u8>),
}

/// All formats; the first is the default.
pub(crate) static FORMATS: &[&Format] =
    &[&text::FORMAT, &json::FORMAT, &csv::FORMAT, &markdown::FORMAT, &super::report::FORMAT];

#[cfg(test)]
pub(crate) fn sample() -> Report {
    let mut overview = Section::new("", "Overview");
    overview.fact("games", "Games", Value::Count(1234));
    overview.fact("white_score", "White's score", Value::share(7, 12));
    let mut table = Table::new("players", "Players", &[("name", "Name"), ("games", "Games")]);
    table.rows = vec![
        vec![Value::text("Tal | \"Misha\""), Value::Count(1000)],
        vec![Value::text("<b>&\u{202e}x, y"), Value::Count(250)],
        vec![Value::None, Value::Count(4)],
    ];
    (table.bar, table.n_more) = (Some(1), 17);
    let mut players = Section::new("players", "Players");
    players.tables.push(table);
    let sections = vec![overview, players];
    Report { title: "2 files".to_owned(), sections }
}
