//! `--quality`: the sections of the quality report.

use crate::{
    games::quality::Faults,
    sections::overview_sections::{Counted, of_table},
    sums::{
        lists::{Lists, key_text},
        topic::Topic,
        totals::TAGS,
    },
};
use pgn_lint::name;
use pgn_report::tables::{Chart, Section, Table, Value};

/// Rules whose findings contradict the result.
const CONTRADICTIONS: [&str; 3] =
    [name::result_mismatch, name::result_contradicts_board, name::termination_contradicts_result];

impl Counted<'_> {
    /// Returns the sections on quality.
    pub(crate) fn quality_sections(&self) -> Vec<Section> {
        vec![self.quality(), self.tags(), self.rules(), self.by_producer_and_event()]
    }

    fn quality(&self) -> Section {
        let totals = self.totals;
        let mut section = Section::new("quality", "Quality");
        if totals.games == 0 {
            return section;
        }
        let rules = self.lists.get(Topic::Rule);
        let games_of = |name: &str| {
            let code = pgn_lint::find(name).map_or("", |rule| rule.code);
            let row = rules.rows.iter().find(|(key, _)| **key == *code.as_bytes());
            row.map_or(0, |(_, counts)| counts.games())
        };
        let findings: u64 = rules.rows.iter().map(|(_, counts)| Faults::of(counts).findings).sum();
        section.count("errors", "Games with errors", totals.errors);
        section.share("error_share", "Games with errors, share", totals.errors, totals.games);
        section.count("findings", "Findings, warnings and up", findings);
        section.count("unknown_dates", "Unknown dates", totals.unknown_dates);
        section.count("unreadable_dates", "Unreadable dates", totals.unreadable_dates);
        let contradicted = CONTRADICTIONS.iter().map(|name| games_of(name)).sum();
        section.count("contradicted_results", "Results contradicted", contradicted);
        let copies = copies(self.lists);
        section.count("copies", "Copies of other games", copies);
        section.share("copy_share", "Copies, share", copies, totals.games);
        let [_, _, eight_bit] = totals.bytes.encodings;
        section.count("eight_bit", "Games in an 8-bit set", eight_bit);
        section.count("clocks_grown", "Games with a clock that grew", totals.clocks.with_grown);
        section.count(
            "clocks_without_control",
            "Games with clocks, no time control",
            totals.clocks.without_control,
        );
        section.note = Some(
            "Copies: the same moves, surnames and result, or the same text; what `merge --dedup` \
             joins may be fewer."
                .to_owned(),
        );
        section
    }

    fn tags(&self) -> Section {
        let mut table = Table::new(
            "missing_tags",
            "Tags that are missing or unknown",
            &[("tag", "Tag"), ("games", "Games"), ("share", "Share")],
        );
        for (name, &n) in TAGS.iter().zip(&self.totals.missing) {
            if self.totals.games > 0 {
                let share = Value::share(n, self.totals.games);
                table.rows.push(vec![Value::text(name.text()), Value::Count(n), share]);
            }
        }
        (table.bar, table.chart) = (Some(1), Some(Chart::Bars));
        of_table(table)
    }

    fn rules(&self) -> Section {
        let columns = [
            ("code", "Code"),
            ("rule", "Rule"),
            ("games", "Games"),
            ("share", "Share"),
            ("findings", "Findings"),
        ];
        let list = self.lists.get(Topic::Rule);
        let mut table = Table::new("rules", "Findings by rule", &columns);
        for (key, counts) in list.rows.iter().take(self.top.unwrap_or(usize::MAX)) {
            let code = key_text(key);
            let name = pgn_lint::find(&code).map_or(Value::None, |rule| Value::text(rule.name));
            table.rows.push(vec![
                Value::Text(code),
                name,
                Value::Count(counts.games()),
                Value::share(counts.games(), self.totals.games),
                Value::Count(Faults::of(counts).findings),
            ]);
        }
        (table.bar, table.n_more) = (Some(2), list.n_keys - table.rows.len() as u64);
        of_table(table)
    }

    fn by_producer_and_event(&self) -> Section {
        let producers =
            self.faults(Topic::QualityOfProducer, "by_producer", "By producer", "Producer");
        let events = self.faults(Topic::QualityOfEvent, "by_event", "By event", "Event");
        let title = "Quality by producer and event";
        Section { tables: vec![producers, events], ..Section::new("quality_by", title) }
    }

    fn faults(&self, topic: Topic, key: &'static str, title: &str, label: &str) -> Table {
        let list = self.lists.get(topic);
        let columns = [
            ("name", label),
            ("games", "Games"),
            ("with_errors", "With errors"),
            ("with_findings", "With findings"),
            ("findings_a_game", "Findings per game"),
            ("missing_roster", "Missing tags per game"),
            ("bad_dates", "Unusable dates"),
        ];
        let mut table = Table::new(key, title, &columns);
        for (key, counts) in list.rows.iter().take(self.top.unwrap_or(usize::MAX)) {
            let faults = Faults::of(counts);
            table.rows.push(vec![
                Value::text(key_text(key)),
                Value::Count(faults.games),
                Value::share(faults.with_errors, faults.games),
                Value::share(faults.with_findings, faults.games),
                Value::mean(faults.findings, faults.games, 1),
                Value::mean(faults.missing, faults.games, 1),
                Value::share(faults.dates, faults.games),
            ]);
        }
        table.n_more = list.n_keys - table.rows.len() as u64;
        table
    }
}

/// Returns the number of games that repeat an earlier game.
fn copies(lists: &Lists) -> u64 {
    let list = lists.get(Topic::Copy);
    list.n_games - list.n_keys
}
