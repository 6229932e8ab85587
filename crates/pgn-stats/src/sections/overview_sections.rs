//! The sections of the overview, which is shown unless another report is requested.

use pgn_openings::{Eco, Opening};
use pgn_query::{ByResult, Counts, Depth};
use pgn_report::tables::{Chart, Column, Report, Section, Table, Value};

use crate::{
    games::file_forms,
    plan::Parts,
    sections::count_columns::{CountColumn, OF_EVENTS, OF_PLAYERS, OF_RESULTS, score},
    sums::{
        lists::{List, Lists, key_text},
        topic::Topic,
        totals::{EcoTags, Histogram, STEP_OF_ELO, STEP_OF_MOVES, Totals},
    },
};

/// The counts from which sections are made.
pub(crate) struct Counted<'a> {
    pub(crate) totals: &'a Totals,
    pub(crate) lists: &'a Lists,
    pub(crate) parts: &'a Parts,
    /// Maximum number of rows of a list; `None`: all.
    pub(crate) top: Option<usize>,
    /// How much of each game was read.
    pub(crate) depth: Depth,
}

/// Number of moves from which on all games are in the last column of the histogram.
const LONG: u32 = 150;
/// Number of years above which years without games are omitted from the series.
const MAX_YEARS: u16 = 400;

impl Counted<'_> {
    /// Adds the overview.
    pub(crate) fn overview(&self, report: &mut Report) {
        let sections = [
            self.totals(),
            self.results(),
            self.years(),
            self.elo(),
            self.lengths(),
            of_table(self.table(
                Topic::Player,
                "players",
                "Players",
                ("name", "Player"),
                OF_PLAYERS,
            )),
            of_table(self.table(Topic::Event, "events", "Events", ("name", "Event"), OF_EVENTS)),
            self.openings(),
            self.time(),
            self.endings(),
            self.list(Topic::Variant, "variants", "Variants", ("name", "Variant")),
            self.annotation(),
            self.clocks(),
            self.evaluations(),
            self.list(Topic::File, "files", "Files", ("file", "File")),
            self.list(Topic::Producer, "producers", "Producers", ("name", "Producer")),
            file_forms::section(self.lists.get(Topic::FileForm), self.top),
            self.encodings(),
        ];
        report.sections.extend(sections.into_iter().filter(|section| !section.is_empty()));
    }

    /// Returns the first section, with the totals.
    pub(crate) fn top_facts(&self) -> Section {
        let mut section = Section::new("", "Overview");
        section.count("games", "Games", self.totals.games);
        if self.depth >= Depth::Movetext {
            section.count("plies", "Half-moves", self.totals.plies);
        }
        if self.depth >= Depth::Moves {
            section.count("errors", "Games with errors", self.totals.errors);
        }
        if self.totals.unread > 0 {
            section.count("unread", "Games not parsed", self.totals.unread);
        }
        section
    }

    fn totals(&self) -> Section {
        let totals = self.totals;
        let mut section = self.top_facts();
        section.count("bytes", "Bytes", totals.bytes.total);
        let n_players = self.lists.get(Topic::Player).n_keys;
        let n_events = self.lists.get(Topic::Event).n_keys;
        section.count("distinct_players", "Players", n_players);
        section.count("distinct_events", "Events", n_events);
        let date = |date: Option<(u16, u8, u8)>| {
            date.map_or(Value::None, |(y, m, d)| Value::text(format!("{y:04}.{m:02}.{d:02}")))
        };
        section.fact("first_date", "First full date", date(totals.first_date));
        section.fact("last_date", "Last full date", date(totals.last_date));
        section.fact("white_score", "White's score", score(&totals.results));
        section
    }

    fn results(&self) -> Section {
        let mut table = Table::new(
            "results",
            "Results",
            &[("result", "Result"), ("games", "Games"), ("share", "Share")],
        );
        let ByResult { white_wins, draws, black_wins, unknown } = self.totals.results;
        for (result, n) in
            [("1-0", white_wins), ("1/2-1/2", draws), ("0-1", black_wins), ("*", unknown)]
        {
            let share = Value::share(n, self.totals.games);
            table.rows.push(vec![Value::text(result), Value::Count(n), share]);
        }
        (table.bar, table.chart) = (Some(1), Some(Chart::Bars));
        of_table(table)
    }

    fn years(&self) -> Section {
        let years = &self.totals.years;
        let columns = [
            ("year", "Year"),
            ("games", "Games"),
            ("white_wins", "1-0"),
            ("draws", "Draws"),
            ("black_wins", "0-1"),
            ("unknown", "*"),
            ("white_score", "White's score"),
        ];
        let mut table = Table::new("years", "Years", &columns);
        let first = years.keys().next().copied().unwrap_or(0);
        let last = years.keys().next_back().copied().unwrap_or(0);
        let is_whole = last - first <= MAX_YEARS;
        for year in first..=last {
            let none = is_whole.then(ByResult::default);
            let Some(results) = years.get(&year).copied().or(none) else { continue };
            if first == 0 {
                break;
            }
            let ByResult { white_wins, draws, black_wins, unknown } = results;
            let mut row = vec![Value::Number(year.into())];
            row.extend([results.games(), white_wins, draws, black_wins, unknown].map(Value::Count));
            row.push(score(&results));
            table.rows.push(row);
        }
        (table.bar, table.is_series, table.chart) = (Some(1), true, Some(Chart::Years));
        of_table(table)
    }

    fn elo(&self) -> Section {
        let elo = &self.totals.elo;
        let mut section = Section::new("elo", "Ratings");
        if elo.n == 0 {
            return section;
        }
        let [both, one, none] = elo.games;
        section.fact("mean", "Mean", Value::mean(elo.sum, elo.n, 0));
        section.fact("lowest", "Lowest", Value::known(elo.least.unwrap_or(0).into()));
        section.fact("highest", "Highest", Value::known(elo.most.unwrap_or(0).into()));
        section.count("games_with_both", "Games with both ratings", both);
        section.count("games_with_one", "Games with one", one);
        section.count("games_with_none", "Games with none", none);
        let mut table = Table::new(
            "ratings",
            "Ratings of players in games, by hundreds",
            &[("from", "From"), ("players", "Ratings")],
        );
        table.rows =
            histogram(&elo.histogram, STEP_OF_ELO, u32::MAX, |from| Value::Number(from.into()));
        (table.bar, table.is_series, table.chart) = (Some(1), true, Some(Chart::Histogram));
        section.tables.push(table);
        section
    }

    fn lengths(&self) -> Section {
        let totals = self.totals;
        let mut section = Section::new("lengths", "Lengths");
        if totals.games == 0 {
            return section;
        }
        let moves = |plies: Option<u32>| Value::Number(plies.unwrap_or(0).div_ceil(2).into());
        section.fact("mean_plies", "Mean half-moves", Value::mean(totals.plies, totals.games, 1));
        section.fact("shortest", "Shortest, moves", moves(totals.shortest));
        section.fact("longest", "Longest, moves", moves(totals.longest));
        section.count("without_moves", "Games without moves", totals.without_moves);
        let mut table =
            Table::new("by_moves", "Games by moves", &[("moves", "Moves"), ("games", "Games")]);
        table.rows = histogram(&totals.lengths, STEP_OF_MOVES, LONG, |from| {
            let last = from + STEP_OF_MOVES - 1;
            Value::text(if from == LONG { format!("{from}+") } else { format!("{from}-{last}") })
        });
        (table.bar, table.is_series, table.chart) = (Some(1), true, Some(Chart::Histogram));
        section.tables.push(table);
        section
    }

    fn openings(&self) -> Section {
        let mut section = Section::new("openings", "Openings");
        let families = self.lists.get(Topic::Opening);
        let EcoTags { readable, same_code, same_letter } = self.totals.eco_tags;
        section.count("named", "Games with an opening", families.n_games);
        if readable > 0 {
            section.count("eco_tags", "Games with an ECO tag, too", readable);
            section.share("same_code", "Tag and moves: same code", same_code, readable);
            section.share("same_letter", "Tag and moves: same letter", same_letter, readable);
        }
        let mut table = self.with_results(
            Topic::Opening,
            "families",
            "Openings by family",
            ("name", "Opening"),
        );
        table.chart = Some(Chart::Results);
        section.tables.push(table);
        let codes = self.lists.get(Topic::Eco);
        let mut table = self.with_results(Topic::Eco, "eco", "Openings by code", ("eco", "ECO"));
        table.columns.insert(1, Column::new("name", "Opening"));
        let further = codes.rows.iter().skip(table.rows.len()).map(|(key, counts)| {
            vec![Value::text(key_text(key)), Value::Count(counts.games()), score(&counts.white)]
        });
        table.drawn = further.collect();
        self.name_codes(&mut table.rows);
        self.name_codes(&mut table.drawn);
        (table.bar, table.chart) = (Some(2), Some(Chart::Codes));
        section.tables.push(table);
        if families.n_games == 0 { Section::default() } else { section }
    }

    /// Inserts the name of the ECO code in the first cell of each row as its second cell; no value if the code is unknown.
    pub(crate) fn name_codes(&self, rows: &mut [Vec<Value>]) {
        let names = self.names_of_codes();
        for row in rows {
            let eco =
                if let Value::Text(code) = &row[0] { Eco::read(code.as_bytes()) } else { None };
            let name = eco.and_then(|eco| names[eco.index()]);
            row.insert(1, name.map_or(Value::None, Value::text));
        }
    }

    /// Returns the name of each ECO code, by its index: that of its shortest line. A00 has several shortest lines.
    fn names_of_codes<'a>(&'a self) -> Vec<Option<&'a str>> {
        let mut shortest: Vec<Option<(&'a Opening, bool)>> = vec![None; Eco::all().count()];
        for opening in self.parts.openings().iter() {
            let known = &mut shortest[opening.eco().index()];
            match known {
                Some((first, _)) if first.n_plies() < opening.n_plies() => (),
                Some((first, is_one)) if first.n_plies() == opening.n_plies() => {
                    *is_one &= first.family() == opening.family();
                }
                _ => *known = Some((opening, true)),
            }
        }
        let name_of = |known: Option<(&'a Opening, bool)>| {
            let (opening, is_one) = known?;
            Some(if is_one { opening.name() } else { "Irregular openings" })
        };
        shortest.into_iter().map(name_of).collect()
    }

    fn time(&self) -> Section {
        let mut speeds = self.with_results(Topic::Speed, "speeds", "Speed", ("speed", "Speed"));
        speeds.chart = Some(Chart::Bars);
        let (key, title) = ("time_controls", "Time control");
        let controls = self.with_results(Topic::TimeControl, key, title, ("time_control", title));
        Section { tables: vec![speeds, controls], ..Section::new("time", "Time controls") }
    }

    fn endings(&self) -> Section {
        let (ending, termination) = (("ending", "Ending"), ("termination", "Termination"));
        let title = "By the Termination tag";
        let on_board = self.with_results(Topic::Ending, "on_board", "On the board", ending);
        let by_tag = self.with_results(Topic::Termination, "terminations", title, termination);
        Section { tables: vec![on_board, by_tag], ..Section::new("endings", "How games ended") }
    }

    fn list(
        &self,
        topic: Topic,
        key: &'static str,
        title: &str,
        column: (&'static str, &str),
    ) -> Section {
        of_table(self.with_results(topic, key, title, column))
    }

    fn with_results(
        &self,
        topic: Topic,
        key: &'static str,
        title: &str,
        column: (&str, &str),
    ) -> Table {
        self.table(topic, key, title, column, OF_RESULTS)
    }

    /// Returns a table of the keys of a topic, in the column `of_keys`, with their counts.
    pub(crate) fn table(
        &self,
        topic: Topic,
        key: &'static str,
        title: &str,
        of_keys: (&str, &str),
        columns: &[CountColumn],
    ) -> Table {
        let list = self.lists.get(topic);
        let mut table = Table::new(key, title, &[of_keys]);
        table.columns.extend(columns.iter().map(|&(key, label, _)| Column::new(key, label)));
        for (key, counts) in self.rows(list) {
            let mut row = vec![Value::text(key_text(key))];
            row.extend(columns.iter().map(|(.., cell)| cell(counts)));
            table.rows.push(row);
        }
        table.n_more = list.n_keys - table.rows.len() as u64;
        table.bar = Some(1);
        table
    }

    pub(crate) fn rows<'l>(&self, list: &'l List) -> impl Iterator<Item = &'l (Box<[u8]>, Counts)> {
        list.rows.iter().take(self.top.unwrap_or(usize::MAX))
    }
}

/// Returns the rows of a histogram, including steps without counts. All counts from `long` on are in a single row.
fn histogram(
    counts: &Histogram,
    step: u32,
    long: u32,
    label: impl Fn(u32) -> Value,
) -> Vec<Vec<Value>> {
    let mut folded = Histogram::new();
    for (&from, n) in counts {
        *folded.entry(from.min(long)).or_default() += n;
    }
    let (Some(&first), Some(&last)) = (folded.keys().next(), folded.keys().next_back()) else {
        return Vec::new();
    };
    let steps = (first..=last).step_by(step as usize);
    steps
        .map(|from| vec![label(from), Value::Count(folded.get(&from).copied().unwrap_or(0))])
        .collect()
}

/// Returns a section with a single table.
pub(crate) fn of_table(table: Table) -> Section {
    let mut section = Section::new(table.key, &table.title);
    section.tables.push(table);
    section
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_have_no_holes_and_an_end() {
        let counts = Histogram::from([(20, 1), (40, 2), (160, 3), (310, 4)]);
        let rows = histogram(&counts, 10, 50, |from| Value::Number(from.into()));
        let rows: Vec<(String, String)> =
            rows.iter().map(|row| (row[0].plain(), row[1].plain())).collect();
        let expect = [("20", "1"), ("30", "0"), ("40", "2"), ("50", "7")];
        assert_eq!(rows, expect.map(|(a, b)| (a.to_owned(), b.to_owned())));
    }
}
