//! Reports of findings: each has a format, a document and an output.

use std::io::{self, Write};

use pgn_report::findings::{Document, Format, Readers};
use pgn_stream::Output;

use crate::{
    commands::check::{FixMode, ReportPlan},
    outputs,
    reports::progress::{ShownProgress, SuspendingWriter},
};

/// All reports of a run. Rendered findings are passed to them in order.
pub(crate) struct Reports {
    list: Vec<Report>,
    on_closed: OnClosed,
}

/// What happens when the reader of a report closes the pipe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OnClosed {
    /// The run ends, with an error of the kind [`io::ErrorKind::BrokenPipe`].
    EndRun,
    /// The report ends. The run has other work.
    EndReport,
}

impl OnClosed {
    /// Returns the action for a run with this mode of fixing. A run that rewrites files goes on, because the fixes must
    /// not depend on whether someone reads the findings.
    pub(super) fn of(fix: Option<FixMode>) -> OnClosed {
        match fix {
            Some(FixMode::Rewrite | FixMode::RewriteOnly) => OnClosed::EndReport,
            Some(FixMode::Diff) | None => OnClosed::EndRun,
        }
    }
}

struct Report {
    format: &'static Format,
    document: Box<dyn Document>,
    out: SuspendingWriter<Output>,
    /// True if its reader has closed the pipe, so that nothing more is written.
    is_closed: bool,
}

impl Reports {
    /// Opens every output, before any input is read.
    pub(crate) fn open(
        plans: &[ReportPlan],
        on_closed: OnClosed,
        progress: &ShownProgress,
    ) -> anyhow::Result<Reports> {
        let mut list = Vec::new();
        for plan in plans {
            list.push(Report {
                format: plan.format,
                document: plan.format.document(),
                out: progress.suspending(outputs::open(&plan.output)?),
                is_closed: false,
            });
        }
        Ok(Reports { list, on_closed })
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
        for (report, text) in self.list.iter_mut().zip(texts) {
            if !text.is_empty() && has_room(report.format) {
                let write = |it: &mut Report| it.document.finding(text, &mut it.out);
                report.write(self.on_closed, write)?;
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
            if report.format.readers == Readers::People {
                hidden(report.format, &mut report.out)?;
            }
            report.document.end_file(&mut report.out)
        })
    }

    /// Ends the documents. `is_complete`: whether all inputs were read to their ends. Returns the name of each format that
    /// had no room for all findings, with the number of findings left out.
    pub(crate) fn end(&mut self, is_complete: bool) -> io::Result<Vec<(&'static str, u64)>> {
        self.each(|report| report.document.end(is_complete, &mut report.out))?;
        if self.on_closed == OnClosed::EndReport {
            self.flush()?;
        }
        let left_out = self.list.iter().map(|it| (it.format.name, it.document.n_left_out()));
        Ok(left_out.filter(|&(_, n)| n > 0).collect())
    }

    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.each(|report| report.out.flush())
    }

    /// Returns the outputs whose reader has not closed the pipe, to be closed together with others.
    pub(crate) fn into_outputs(self) -> Vec<Output> {
        let open = self.list.into_iter().filter(|report| !report.is_closed);
        open.map(|report| report.out.into_inner()).collect()
    }

    fn each(&mut self, act: impl Fn(&mut Report) -> io::Result<()>) -> io::Result<()> {
        self.list.iter_mut().try_for_each(|report| report.write(self.on_closed, &act))
    }
}

impl Report {
    /// Calls `act`, which writes to the report, unless the reader of the report has closed the pipe.
    fn write(
        &mut self,
        on_closed: OnClosed,
        act: impl FnOnce(&mut Report) -> io::Result<()>,
    ) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        let result = act(self);
        self.is_closed = on_closed == OnClosed::EndReport
            && result.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe);
        if self.is_closed { Ok(()) } else { result }
    }
}
