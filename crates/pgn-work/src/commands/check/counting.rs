//! The part of the collector that takes single findings: counts them, applies limits, and passes them to the reports.

use std::io;

use pgn_stream::InputInfo;

use super::{
    CheckSink,
    rendering::{Finding, Rejected},
    tally::FindingClass,
};
use crate::{
    inputs::{self, paths},
    writing::rejects::OutputNumber,
};

impl CheckSink<'_> {
    pub(super) fn write_finding(&mut self, input: &InputInfo, finding: &Finding) -> io::Result<()> {
        let Finding { kind, status, texts, rejected, .. } = finding;
        if self.known.takes(kind.rule, status)? {
            return Ok(());
        }
        let Some(n) = self.count(input, kind, 1) else { return Ok(()) };
        if let (Some(rejects), Some(game)) = (&mut self.rejects, rejected) {
            let Rejected { position, what, bytes } = &**game;
            rejects.take(input, *position, OutputNumber::OfInput, what, bytes)?;
        }
        if self.check.plan.max_diagnostics == n {
            self.check.full.add(kind.rule.name);
        }
        self.shown.finding(texts, |format| n <= self.check.limit(format))
    }

    /// Counts `n` findings. Returns the number of findings of their rule in the file so far, including these; `None` if
    /// they are below the shown level.
    pub(super) fn count(&mut self, input: &InputInfo, kind: &FindingClass, n: u64) -> Option<u64> {
        let ruling = self.check.plan.rulings.of(input);
        let is_failing = ruling.fail_on.is_some_and(|min_severity| kind.severity >= min_severity);
        self.has_failing |= is_failing;
        if kind.severity < ruling.show {
            self.summary.n_hidden_failing += if is_failing { n } else { 0 };
            return None;
        }
        self.summary.add(kind, n, ruling.fixable.applicability);
        if kind.fixable.is_some_and(|sure| sure <= ruling.fixable.applicability)
            && let Some(files) = &mut self.files
        {
            files.note_unmade_fix();
        }
        self.statistics.add(kind.rule, kind.severity, kind.producer, n);
        let in_file = self.in_file.entry(kind.rule.name).or_default();
        *in_file += n;
        Some(*in_file)
    }

    /// Writes to the reports how many findings the limit has hidden, and ends the file.
    pub(super) fn close_file(&mut self, input: &InputInfo) -> io::Result<()> {
        let name = self.name(input);
        let in_file = std::mem::take(&mut self.in_file);
        self.shown.end_file(|format, out| {
            let limit = self.check.limit(format);
            for (rule, n) in in_file.iter().filter(|(_, n)| **n > limit) {
                writeln!(
                    out,
                    "{name}: and {} more of {rule} (--max-diagnostics none shows all)",
                    n - limit
                )?;
            }
            Ok(())
        })
    }

    pub(super) fn name(&self, input: &InputInfo) -> String {
        match (&input.path, self.check.plan.stdin_filename.as_deref()) {
            (None, Some(name)) => paths::show(name),
            _ => inputs::name_of(input),
        }
    }
}
