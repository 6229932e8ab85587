//! Reports of findings: each has a format, a document and an output.

use std::io::{self, Write};

use pgn_report::findings::{Document, Format};
use pgn_stream::Output;

use crate::{
    check::ReportPlan,
    outputs,
    progress::{Progress, SuspendingWriter},
};

/// All reports of a run. Rendered findings are passed to them in order.
pub(crate) struct Reports(Vec<Report>);

struct Report {
    format: &'static Format,
    document: Box<dyn Document>,
    out: SuspendingWriter<Output>,
}

impl Reports {
    /// Opens every output, before any input is read.
    pub(crate) fn open(plans: &[ReportPlan], progress: &Progress) -> anyhow::Result<Reports> {
        let mut reports = Vec::new();
        for plan in plans {
            reports.push(Report {
                format: plan.format,
                document: (plan.format.document)(),
                out: progress.suspending(outputs::open(&plan.output)?),
            });
        }
        Ok(Reports(reports))
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.each(|report| report.document.begin(&mut report.out))
    }

    pub(crate) fn begin_file(&mut self, name: &str) -> io::Result<()> {
        self.each(|report| report.document.begin_file(name, &mut report.out))
    }

    /// Writes a finding to the reports. `texts`: the finding in the format of each report, empty if the limit of the
    /// report excludes it; `has_room`: returns true if the limit of a format allows one more finding.
    pub(crate) fn finding(
        &mut self,
        texts: &[Vec<u8>],
        has_room: impl Fn(&Format) -> bool,
    ) -> io::Result<()> {
        for (report, text) in self.0.iter_mut().zip(texts) {
            if !text.is_empty() && has_room(report.format) {
                report.document.finding(text, &mut report.out)?;
            }
        }
        Ok(())
    }

    /// Ends a file. `hidden` writes the number of findings that the limit has hidden; it is called for reports for
    /// people.
    pub(crate) fn end_file(
        &mut self,
        hidden: impl Fn(&Format, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        self.each(|report| {
            if report.format.is_text {
                hidden(report.format, &mut report.out)?;
            }
            report.document.end_file(&mut report.out)
        })
    }

    /// Ends the documents. `is_complete`: whether all inputs were read to their ends. Returns the name of each format that had no room for all findings, with the number of
    /// findings left out.
    pub(crate) fn end(&mut self, is_complete: bool) -> io::Result<Vec<(&'static str, u64)>> {
        self.each(|report| report.document.end(is_complete, &mut report.out))?;
        let left_out = self.0.iter().map(|it| (it.format.name, it.document.n_left_out()));
        Ok(left_out.filter(|&(_, n)| n > 0).collect())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.each(|report| report.out.flush())
    }

    /// Returns the outputs, to be closed together with others.
    pub(crate) fn into_outputs(self) -> Vec<Output> {
        self.0.into_iter().map(|report| report.out.into_inner()).collect()
    }

    fn each(&mut self, act: impl Fn(&mut Report) -> io::Result<()>) -> io::Result<()> {
        self.0.iter_mut().try_for_each(act)
    }
}
