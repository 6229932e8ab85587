//! Reports of `stats` as data, and the formats that write them.

mod audience;
mod csv;
mod json;
mod markdown;
mod marks;
mod move_tree;
mod page;
mod text;
mod value;

pub use marks::Marks;
pub use move_tree::{MoveTree, TreeMove};
pub use text::Fit;
pub use value::{Direction, Value, grouped};

use crate::text::escape;

/// A report.
#[derive(Debug, Default)]
pub struct Report {
    /// The heading, which names what was counted.
    pub title: String,
    /// What was counted, for a page, which is read without its command line: the inputs, the selection.
    pub scope: Vec<String>,
    /// The sections, in order.
    pub sections: Vec<Section>,
}

/// A section with a heading.
#[derive(Debug, Default)]
pub struct Section {
    /// The name in JSON, CSV and TSV; empty if the facts are at the top.
    pub key: &'static str,
    /// The heading.
    pub title: String,
    /// An explanation of what is counted, if necessary.
    pub note: Option<String>,
    /// The facts.
    pub facts: Vec<Fact>,
    /// The tables, below the facts.
    pub tables: Vec<Table>,
    /// Number of tables that `--top` leaves out.
    pub n_more: u64,
    /// The reason why the section has no rows; `None` if it has some. No format writes it.
    pub no_rows: Option<String>,
    /// A note on the games that are counted, for the messages of the run. No format writes it.
    pub notice: Option<String>,
}

/// A named value.
#[derive(Debug)]
pub struct Fact {
    /// The name in JSON, CSV and TSV.
    pub key: &'static str,
    /// The name in text.
    pub label: String,
    /// The value.
    pub value: Value,
}

/// A table.
#[derive(Debug, Default)]
pub struct Table {
    /// The name in JSON, CSV and TSV.
    pub key: &'static str,
    /// The heading.
    pub title: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// Values that all rows have in common. The heading shows them to people; in JSON, CSV and TSV rows begin with them.
    pub common: Vec<(Column, Value)>,
    /// The rows, each with a value per column.
    pub rows: Vec<Vec<Value>>,
    /// Number of rows that `--top` leaves out.
    pub n_more: u64,
    /// Left-out rows that a chart still shows.
    pub drawn: Vec<Vec<Value>>,
    /// Index of the column whose numbers are drawn as bars.
    pub bar: Option<usize>,
    /// True if the rows form a series, such as years: they are not sorted, and drawn as a curve.
    pub is_series: bool,
    /// The chart on an HTML page; `None` if there is none.
    pub chart: Option<Chart>,
}

/// The kind of a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chart {
    /// A column per row.
    Histogram,
    /// Results by year: shares of White's wins, draws and Black's wins.
    Years,
    /// A bar per row, divided by results.
    Results,
    /// A bar per row.
    Bars,
    /// Boxes of ECO codes below those of their volumes.
    Codes,
    /// Boxes of moves below those of the moves before them.
    Moves,
}

/// A column of a table.
#[derive(Debug)]
pub struct Column {
    /// The name in JSON, CSV and TSV.
    pub key: String,
    /// The heading in text.
    pub label: String,
    /// The formats that have the column.
    pub audience: Audience,
    /// The order in which columns are left out of a narrow table.
    pub rank: Rank,
}

/// The order in which columns are left out of a narrow table. Columns of the same rank are left out from the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// The column is left out before names are cut.
    First,
    /// The column is left out after the columns of the first rank. If less than half of the columns of this rank fit, all
    /// of them are left out: they are the results against each opponent, or of each round.
    Together,
    /// The column is left out after the columns of the ranks before.
    #[default]
    Second,
    /// The column is left out last.
    Last,
}

/// The formats that have a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Audience {
    /// All formats.
    #[default]
    All,
    /// Text, Markdown and HTML.
    People,
    /// JSON, CSV and TSV.
    Programs,
}

impl Column {
    /// Returns a column of all formats.
    pub fn new(key: impl Into<String>, label: impl Into<String>) -> Column {
        Column { key: key.into(), label: label.into(), audience: Audience::All, rank: Rank::Second }
    }

    /// Returns the column for this audience.
    #[must_use]
    pub fn only_for(self, audience: Audience) -> Column {
        Column { audience, ..self }
    }

    /// Returns the column with this rank.
    #[must_use]
    pub fn ranked(self, rank: Rank) -> Column {
        Column { rank, ..self }
    }
}

impl Section {
    /// Returns an empty section. Control characters in its title are made visible.
    pub fn new(key: &'static str, title: &str) -> Section {
        Section { key, title: escape(title).into_owned(), ..Section::default() }
    }

    /// Adds a fact.
    pub fn fact(&mut self, key: &'static str, label: &str, value: Value) {
        self.facts.push(Fact { key, label: label.to_owned(), value });
    }

    /// Adds a number as a fact.
    pub fn count(&mut self, key: &'static str, label: &str, n: u64) {
        self.fact(key, label, Value::Count(n));
    }

    /// Adds a share as a fact.
    pub fn share(&mut self, key: &'static str, label: &str, part: u64, whole: u64) {
        self.fact(key, label, Value::share(part, whole));
    }

    /// Returns true if the section has no content.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty() && self.tables.iter().all(|table| table.rows.is_empty())
    }
}

impl Table {
    /// Returns a table with columns of these keys and labels. Control characters of its title are made visible.
    pub fn new(key: &'static str, title: &str, columns: &[(&str, &str)]) -> Table {
        let column = |&(key, label): &(&str, &str)| Column::new(key, label);
        Table {
            key,
            title: escape(title).into_owned(),
            columns: columns.iter().map(column).collect(),
            ..Table::default()
        }
    }

    /// Yields the rows of the list. A series of years omits those without games, which only its curve shows.
    pub fn listed(&self) -> impl Iterator<Item = &Vec<Value>> {
        let is_years = self.chart == Some(Chart::Years);
        let games = self.column("games").filter(|_| is_years);
        self.rows.iter().filter(move |row| games.is_none_or(|games| row[games].count() > 0))
    }

    /// Returns the index of the column with this key.
    pub fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }
}

/// A format of reports.
#[derive(Debug)]
pub struct Format {
    /// The name on the command line.
    pub name: &'static str,
    /// A line of help.
    pub help: &'static str,
    /// The readers of the format: people or programs.
    pub audience: Audience,
    /// True if the format is a page, which has more parts than other formats if none are named.
    pub is_page: bool,
    /// Appends a report.
    pub(crate) write: fn(&Report, &Fit, &mut Vec<u8>),
}

impl Report {
    /// Returns a note on what `--top` leaves out; `None` if it leaves out nothing.
    #[must_use]
    pub fn left_out(&self) -> Option<String> {
        let of_section =
            |it: &Section| (it.title.clone(), it.tables.len() as u64, it.n_more, "tables");
        let of_table = |it: &Table| (it.title.clone(), it.rows.len() as u64, it.n_more, "rows");
        let sections = self.sections.iter().map(of_section);
        let tables = self.sections.iter().flat_map(|section| &section.tables).map(of_table);
        let cut: Vec<_> = sections.chain(tables).filter(|(_, _, n_more, _)| *n_more > 0).collect();
        match &cut[..] {
            [] => None,
            [(title, n, n_more, what)] => Some(format!(
                "{title}: {n} of {} {what} are written; --top 0 writes all",
                n + n_more
            )),
            all => Some(format!(
                "{} tables, such as {}, have only their first rows; --top 0 writes all",
                all.len(),
                all[0].0
            )),
        }
    }

    /// Yields the reasons why sections have no rows.
    pub fn without_rows(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().filter_map(|section| section.no_rows.as_deref())
    }

    /// Yields the notes on the games that are counted.
    pub fn notices(&self) -> impl Iterator<Item = &str> {
        self.sections.iter().filter_map(|section| section.notice.as_deref())
    }
}

impl Format {
    /// Appends a report to `out`.
    pub fn append(&self, report: Report, fit: &Fit, out: &mut Vec<u8>) {
        (self.write)(&report.read_by(self.audience), fit, out);
    }
}

/// All formats; the first is the default.
pub static FORMATS: &[&Format] =
    &[&text::FORMAT, &json::FORMAT, &csv::FORMAT, &csv::TSV, &markdown::FORMAT, &page::FORMAT];

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
    Report { title: "2 files".to_owned(), sections, ..Report::default() }
}
