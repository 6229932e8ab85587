//! Counts of findings by rule, and by the producers of the games.

use std::{collections::BTreeMap, io};

use pgn_lint::{Rule, Severity};
use pgn_query::Producer;

/// The format of the counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatisticsFormat {
    /// Columns of text.
    Table,
    /// A JSON array.
    Json,
    /// A JSON object per line.
    JsonLines,
}

/// Counts of findings by rule and level.
#[derive(Debug, Default)]
pub struct Statistics {
    /// Counts by rule code and level: a rule may have findings of several levels.
    rules: BTreeMap<(&'static str, Severity), RuleCount>,
    /// Numbers of games and of findings by producer.
    producers: BTreeMap<&'static str, (u64, u64)>,
}

/// The name of an unknown producer.
const UNKNOWN: &str = "unknown";

/// Counts of one rule at one level.
#[derive(Debug)]
struct RuleCount {
    name: &'static str,
    n_found: u64,
    producers: BTreeMap<&'static str, u64>,
}

impl Statistics {
    /// Counts a checked game.
    pub fn add_game(&mut self, producer: Option<&'static Producer>) {
        self.producers.entry(name(producer)).or_default().0 += 1;
    }

    /// Adds `n` findings of a rule in games by `producer`.
    pub fn add(
        &mut self,
        rule: &'static Rule,
        severity: Severity,
        producer: Option<&'static Producer>,
        n: u64,
    ) {
        let producers = BTreeMap::new();
        let new = RuleCount { name: rule.name, n_found: 0, producers };
        let count = self.rules.entry((rule.code, severity)).or_insert(new);
        count.n_found += n;
        *count.producers.entry(name(producer)).or_default() += n;
        if let Some((_, n_found)) = self.producers.get_mut(name(producer)) {
            *n_found += n;
        }
    }

    /// Writes the rules with findings, a row for each level, and the producers, most frequent first.
    ///
    /// # Errors
    /// Returns an error if `out` cannot be written.
    pub fn write(&self, format: StatisticsFormat, out: &mut impl io::Write) -> io::Result<()> {
        let mut rows: Vec<_> = self.rules.iter().collect();
        rows.sort_unstable_by(|a, b| b.1.n_found.cmp(&a.1.n_found).then(a.0.cmp(b.0)));
        let object = |((code, severity), count): (&(&str, Severity), &RuleCount)| {
            serde_json::json!({
                "code": code,
                "rule": count.name,
                "severity": severity.name(),
                "count": count.n_found,
                "producers": count.producers,
            })
        };
        match format {
            StatisticsFormat::Table => {
                for ((code, severity), count) in rows {
                    let RuleCount { name, n_found, .. } = count;
                    writeln!(
                        out,
                        "{n_found:>10}  {code}  {:<7}  {name}{}",
                        severity.name(),
                        count.most()
                    )?;
                }
                self.write_producers(out)?;
            }
            StatisticsFormat::JsonLines => {
                for row in rows {
                    writeln!(out, "{}", object(row))?;
                }
            }
            StatisticsFormat::Json => {
                let rows: Vec<_> = rows.into_iter().map(object).collect();
                writeln!(out, "{}", serde_json::Value::from(rows))?;
            }
        }
        Ok(())
    }

    /// Writes games and findings by producer, unless no producer is known.
    fn write_producers(&self, out: &mut impl io::Write) -> io::Result<()> {
        if self.producers.keys().all(|name| *name == UNKNOWN) {
            return Ok(());
        }
        let mut rows: Vec<_> = self.producers.iter().collect();
        rows.sort_unstable_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        writeln!(out, "\n     games    findings  written by")?;
        for (name, (n_games, n_found)) in rows {
            writeln!(out, "{n_games:>10}  {n_found:>10}  {name}")?;
        }
        Ok(())
    }
}

impl RuleCount {
    /// Returns the most frequent producers: `  (ChessBase 40, Scid 2, unknown 1)`.
    fn most(&self) -> String {
        if self.producers.keys().all(|name| *name == UNKNOWN) {
            return String::new();
        }
        let mut rows: Vec<_> = self.producers.iter().collect();
        rows.sort_unstable_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let shown: Vec<_> = rows.iter().take(3).map(|(name, n)| format!("{name} {n}")).collect();
        let more = if rows.len() > 3 { ", …" } else { "" };
        format!("  ({}{more})", shown.join(", "))
    }
}

fn name(producer: Option<&'static Producer>) -> &'static str {
    producer.map_or(UNKNOWN, |producer| producer.name)
}

#[cfg(test)]
mod tests {
    use pgn_lint::RULES;

    use super::*;

    #[test]
    fn each_level_has_a_row() {
        let rule = RULES[0];
        let mut statistics = Statistics::default();
        for (severity, n) in [(Severity::Info, 2), (Severity::Warning, 3), (Severity::Info, 4)] {
            statistics.add(rule, severity, None, n);
        }
        let mut out = Vec::new();
        statistics.write(StatisticsFormat::Table, &mut out).unwrap();
        let rows: Vec<Vec<String>> = String::from_utf8(out)
            .unwrap()
            .lines()
            .map(|row| row.split_whitespace().map(str::to_owned).collect())
            .collect();
        let expect = |n: &str, level: &str| [n, rule.code, level, rule.name].map(str::to_owned);
        assert_eq!(rows, [expect("6", "info"), expect("3", "warning")]);
    }
}
