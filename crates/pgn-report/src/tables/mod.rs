//! Counts as tables: what `stats` has to say, and the formats it is said in. A report is data; each
//! format writes all of it.

mod csv;
mod json;
mod markdown;
mod marks;
mod page;
mod text;
mod value;

pub use marks::Marks;
pub use text::Fit;
pub use value::{Value, grouped};

/// What there is to say.
#[derive(Debug, Default)]
pub struct Report {
    /// What was counted, as a heading.
    pub title: String,
    /// Its parts, in their order.
    pub sections: Vec<Section>,
}

/// A part with a heading.
#[derive(Debug, Default)]
pub struct Section {
    /// Its name in JSON and CSV; empty: its facts stand at the top.
    pub key: &'static str,
    /// Its heading.
    pub title: String,
    /// A sentence on what is counted, where that is not plain.
    pub note: Option<String>,
    /// Its numbers.
    pub facts: Vec<Fact>,
    /// Its tables, below the numbers.
    pub tables: Vec<Table>,
}

/// A number with a name.
#[derive(Debug)]
pub struct Fact {
    /// Its name in JSON and CSV.
    pub key: &'static str,
    /// Its name for people.
    pub label: String,
    /// The number.
    pub value: Value,
}

/// Rows of values.
#[derive(Debug, Default)]
pub struct Table {
    /// Its name in JSON and CSV.
    pub key: &'static str,
    /// Its heading.
    pub title: String,
    /// Its columns.
    pub columns: Vec<Column>,
    /// A value for each column, row by row.
    pub rows: Vec<Vec<Value>>,
    /// Rows that `--top` leaves out.
    pub n_more: u64,
    /// Those of them that a drawing shows all the same.
    pub drawn: Vec<Vec<Value>>,
    /// The column whose numbers are drawn beside it.
    pub bar: Option<usize>,
    /// The rows follow one another, as years do: they are not to be sorted, and make a curve.
    pub is_series: bool,
    /// How a page draws it; `None`: not at all.
    pub chart: Option<Chart>,
}

/// How a page draws a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
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

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// Its name in JSON and CSV.
    pub key: String,
    /// Its heading for people.
    pub label: String,
}

impl Section {
    /// Returns a section without content.
    pub fn new(key: &'static str, title: &str) -> Section {
        Section { key, title: title.to_owned(), ..Section::default() }
    }

    /// Adds a fact.
    pub fn fact(&mut self, key: &'static str, label: &str, value: Value) {
        self.facts.push(Fact { key, label: label.to_owned(), value });
    }

    /// Returns true if there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.tables.iter().all(|table| table.rows.is_empty())
    }
}

impl Table {
    /// Returns a table with columns of these keys and labels.
    pub fn new(key: &'static str, title: &str, columns: &[(&str, &str)]) -> Table {
        let column =
            |&(key, label): &(&str, &str)| Column { key: key.to_owned(), label: label.to_owned() };
        Table {
            key,
            title: title.to_owned(),
            columns: columns.iter().map(column).collect(),
            ..Table::default()
        }
    }

    /// Returns the rows that people read. A curve shows years without games; a list of them says nothing.
    pub fn listed(&self) -> impl Iterator<Item = &Vec<Value>> {
        let is_years = self.chart == Some(Chart::Years);
        let games = self.column("games").filter(|_| is_years);
        self.rows.iter().filter(move |row| games.is_none_or(|games| row[games].count() > 0))
    }

    /// Returns the place of the column with this key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }
}

/// A format of reports.
#[derive(Debug)]
pub struct Format {
    /// Its name, as it is typed.
    pub name: &'static str,
    /// One line for the help.
    pub help: &'static str,
    /// Appends a report.
    pub write: fn(&Report, &Fit, &mut Vec<u8>),
}

/// All formats; the first is the default.
pub static FORMATS: &[&Format] =
    &[&text::FORMAT, &json::FORMAT, &csv::FORMAT, &markdown::FORMAT, &page::FORMAT];

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
