//! The plan of `check`: the selected games, the rules, the fixes, and the reports of findings.

use std::path::{Path, PathBuf};

use pgn_lint::Applicability;
use pgn_report::{
    findings::{Appearance, Board, Format, Links, StatisticsFormat},
    paint::Paint,
};

pub use crate::commands::baseline::Baseline;

use super::rulings::{Ruling, Rulings};
use crate::{Globals, games::select::SelectPlan, outputs::Output};

/// The plan of a run of `check`.
#[derive(Debug)]
pub struct Plan {
    /// Selects the games that are checked.
    pub select: SelectPlan,
    /// Destination of patches and statistics.
    pub output: Output,
    /// The rules, levels and fixes of each input.
    pub rulings: Rulings,
    /// The way fixes are made; `None`: fixes are only counted.
    pub fix: Option<FixMode>,
    /// The baseline that is read or written.
    pub baseline: BaselinePlan,
    /// The reports of findings. Empty with `statistics`, and if only fixes are made or a baseline is written.
    pub reports: Vec<ReportPlan>,
    /// The form in which positions are drawn.
    pub board: Board,
    /// The format of statistics, which replace the reports; `None`: findings are reported.
    pub statistics: Option<StatisticsFormat>,
    /// Maximum number of findings of each rule and file that reports for people show.
    pub max_diagnostics: u64,
    /// True if `max_diagnostics` also applies to annotations of GitHub.
    pub limits_annotations: bool,
    /// The path shown for stdin; `None`: `<stdin>`.
    pub stdin_filename: Option<PathBuf>,
    /// The file for copies of games with errors; `None`: they are not copied.
    pub rejects: Option<PathBuf>,
    /// True if the exit status is 1 when fixes change a game, or would change it.
    pub fails_on_changes: bool,
}

impl Plan {
    /// Returns the appearance of the reports for an input with the ruling `ruling`.
    pub(crate) fn appearances(&self, ruling: &Ruling, globals: &Globals) -> Vec<Appearance> {
        let appearance = |report: &ReportPlan| {
            report.appearance(self.board, ruling.fixable.applicability, globals)
        };
        self.reports.iter().map(appearance).collect()
    }

    /// Returns true if the output of a game, its findings or its text with fixes, can be read before the run ends.
    pub(super) fn is_read_at_once(&self) -> bool {
        let of_games = self.fix.map(|_| &self.output);
        let mut outputs = self.reports.iter().map(|report| &report.output).chain(of_games);
        outputs.any(Output::is_read_at_once)
    }
}

/// A report of findings.
#[derive(Debug)]
pub struct ReportPlan {
    /// Format of the report.
    pub format: &'static Format,
    /// Destination of the report.
    pub output: Output,
    /// Whether the report has links for terminals.
    pub links: Links,
    /// Width of the terminal in columns; `None` if the report does not go to a terminal.
    pub width: Option<usize>,
}

impl ReportPlan {
    /// Returns the appearance of the report. Only terminals get colors and links.
    fn appearance(&self, board: Board, fixes: Applicability, globals: &Globals) -> Appearance {
        let paint = self.output.paint(globals.stdout);
        let links = if paint == Paint::Colors { self.links } else { Links::Never };
        Appearance { paint, links, board, fixes, width: self.width }
    }
}

/// The way fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixMode {
    /// Rewrites files, and reports the remaining findings.
    Rewrite,
    /// Rewrites files without a report.
    RewriteOnly,
    /// Writes a patch.
    Diff,
}

impl FixMode {
    /// Returns true if findings are reported at all.
    #[must_use]
    pub fn shows_findings(fix: Option<FixMode>) -> bool {
        matches!(fix, None | Some(FixMode::Rewrite))
    }
}

/// The use of a baseline.
#[derive(Debug)]
pub enum BaselinePlan {
    /// No baseline.
    None,
    /// The findings in the baseline at this path are not shown.
    Known(Box<Baseline>),
    /// All findings are written to a new baseline.
    Write(Output),
}

impl BaselinePlan {
    /// Returns the path of the baseline, to which names of inputs are relative; `None` if there is no baseline or it is
    /// written to stdout.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            BaselinePlan::None => None,
            BaselinePlan::Known(known) => Some(known.path()),
            BaselinePlan::Write(output) => output.path(),
        }
    }
}
