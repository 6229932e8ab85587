//! What `check` searches for, what it fixes, and how findings are shown.

use std::path::{Path, PathBuf};

use pgn_lint::Applicability;
use pgn_report::{
    findings::{Appearance, Board, Color, Format, Links, StatisticsFormat},
    paint::Paint,
};

pub use crate::baseline::Baseline;

use super::rulings::{Ruling, Rulings};
use crate::{Globals, outputs::Output, select::SelectPlan};

/// What is looked for, and what becomes of it.
#[derive(Debug)]
pub struct Plan {
    /// Which games are looked at.
    pub select: SelectPlan,
    /// Where patches and counts go.
    pub output: Output,
    /// What holds for each input.
    pub rulings: Rulings,
    /// What becomes of fixes.
    pub fix: FixPlan,
    /// What is done with findings that are known.
    pub baseline: BaselinePlan,
    /// The reports of findings: none with `statistics`, and where only fixes are made or a baseline is written.
    pub reports: Vec<ReportPlan>,
    /// How positions are drawn.
    pub board: Board,
    /// Counts instead of findings.
    pub statistics: Option<StatisticsFormat>,
    /// How many findings reports for people show.
    pub max_diagnostics: Limit,
    /// The name that stdin goes by.
    pub stdin_filename: Option<PathBuf>,
    /// Where copies of games with errors go.
    pub rejects: Option<PathBuf>,
}

impl Plan {
    /// Returns the appearance of the reports for an input with the ruling `ruling`.
    #[must_use]
    pub fn appearances(&self, ruling: &Ruling, globals: &Globals) -> Vec<Appearance> {
        let appearance =
            |report: &ReportPlan| report.appearance(self.board, ruling.fixable.most, globals);
        self.reports.iter().map(appearance).collect()
    }
}

/// A report of findings, and where it goes.
#[derive(Debug)]
pub struct ReportPlan {
    /// Its format.
    pub format: &'static Format,
    /// Where it goes.
    pub output: Output,
    /// Whether the terminal shows links.
    pub links: Links,
    /// Width of the terminal in columns, if the report goes to one.
    pub width: Option<usize>,
}

impl ReportPlan {
    /// Returns its appearance: colors and links are for terminals.
    fn appearance(&self, board: Board, fixes: Applicability, globals: &Globals) -> Appearance {
        let (color, links) = match self.output.paint(globals.stdout) {
            Paint::Colors => (Color::Always, self.links),
            Paint::Inert | Paint::Plain => (Color::Never, Links::Never),
        };
        Appearance { color, links, board, fixes, width: self.width }
    }
}

/// What becomes of fixes.
#[derive(Debug)]
pub struct FixPlan {
    /// `None`: fixes are only counted.
    pub mode: Option<FixMode>,
}

/// What becomes of fixes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixMode {
    /// Files are rewritten, and what remains is reported.
    Rewrite,
    /// Files are rewritten.
    RewriteOnly,
    /// A patch is shown.
    Diff,
}

impl FixPlan {
    /// Returns true if findings are reported at all.
    #[must_use]
    pub fn shows_findings(&self) -> bool {
        matches!(self.mode, None | Some(FixMode::Rewrite))
    }
}

/// What is done with findings that are known.
#[derive(Debug)]
pub enum BaselinePlan {
    /// None is.
    None,
    /// They are left out.
    Known(Box<Baseline>, PathBuf),
    /// All findings become known.
    Write(Output),
}

impl BaselinePlan {
    /// Returns the file, which names of inputs are relative to.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        match self {
            BaselinePlan::None => None,
            BaselinePlan::Known(_, path) => Some(path),
            BaselinePlan::Write(output) => output.path(),
        }
    }
}

/// How many of a thing are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All of them.
    None,
    /// The first ones.
    At(u64),
}
