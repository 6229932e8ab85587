//! `--statistics`: how much each rule found.

use std::{collections::BTreeMap, io};

use pgn_lint::{Rule, Severity};

use crate::commands::check::StatisticsFormat;

/// Counts of findings by rule.
#[derive(Debug, Default)]
pub(super) struct Statistics(BTreeMap<&'static str, RuleCount>);

/// Counts of one rule.
#[derive(Debug)]
struct RuleCount {
    name: &'static str,
    /// The gravest level it was found at.
    severity: Severity,
    n_found: u64,
}

impl Statistics {
    pub(super) fn add(&mut self, rule: &'static Rule, severity: Severity) {
        let new = RuleCount { name: rule.name, severity, n_found: 0 };
        let count = self.0.entry(rule.code).or_insert(new);
        count.n_found += 1;
        count.severity = count.severity.max(severity);
    }

    /// The rules that found something, the most frequent first.
    pub(super) fn write(
        &self,
        format: StatisticsFormat,
        out: &mut impl io::Write,
    ) -> io::Result<()> {
        let mut rows: Vec<_> = self.0.iter().collect();
        rows.sort_by(|a, b| b.1.n_found.cmp(&a.1.n_found).then(a.0.cmp(b.0)));
        let object = |(code, RuleCount { name, severity, n_found }): (&&str, &RuleCount)| {
            serde_json::json!({
                "code": code, "rule": name, "severity": severity.name(), "count": n_found,
            })
        };
        match format {
            StatisticsFormat::Table => {
                for (code, RuleCount { name, severity, n_found }) in rows {
                    writeln!(out, "{n_found:>10}  {code}  {:<7}  {name}", severity.name())?;
                }
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
}
