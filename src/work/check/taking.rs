//! The part of `check` that takes findings in order: counts them, caps them, hands them on.

use std::io;

use pgn_stream::InputInfo;

use super::{
    Findings,
    rendering::{Finding, Rejected},
};
use crate::{
    commands::values::Limit,
    work::{reader, rejects::Reject},
};

impl Findings<'_> {
    pub(super) fn take_one(&mut self, input: &InputInfo, finding: &Finding) -> io::Result<()> {
        if self.known.takes(finding.rule, &finding.standing) {
            return Ok(());
        }
        let ruling = self.check.plan.rulings.of(input);
        self.has_failing |= ruling.fail_on.is_some_and(|least| finding.severity >= least);
        if finding.severity < ruling.show {
            return Ok(());
        }
        self.summary.add(finding.severity, finding.fixable, ruling.fixable.most);
        self.statistics.add(finding.rule, finding.severity, finding.producer);
        if let (Some(rejects), Some(game)) = (&mut self.rejects, &finding.rejected) {
            let Rejected { line, number, what, bytes } = &**game;
            rejects.take(input, &Reject { line: *line, number: *number, what, bytes })?;
        }
        let n = self.in_file.entry(finding.rule.name).or_default();
        *n += 1;
        let n = *n;
        if self.check.plan.max_diagnostics == Limit::At(n) {
            self.check.full.add(finding.rule.name);
        }
        self.shown.finding(&finding.texts, |format| n <= self.check.limit(format))
    }

    /// Says what the limit has hidden.
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
            (None, Some(name)) => crate::inputs::show(name),
            _ => reader::name_of(input),
        }
    }
}
