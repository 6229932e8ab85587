//! The summary line of `check`: numbers of games, files, findings and fixes.

use pgn_lint::{Applicability, Severity};
use pgn_stream::InputEnd;

use super::fixed_text::Files;
use super::tally::FindingClass;
use crate::{commands::check::FixMode, reports::messages::counted};

/// The counts of the summary line.
#[derive(Debug, Default)]
pub(super) struct Summary {
    pub(super) n_games: u64,
    pub(super) n_files: u64,
    n_errors: u64,
    n_warnings: u64,
    n_others: u64,
    n_fixable: u64,
    /// Findings with fixes that are not certain enough to count.
    n_guessed: u64,
    /// Findings that make the exit status 1 although they are below the shown level.
    pub(super) n_hidden_failing: u64,
}

impl Summary {
    /// Adds `n` findings of `kind`. `applicability`: the least certain kind of fix that counts.
    pub(super) fn add(&mut self, kind: &FindingClass, n: u64, applicability: Applicability) {
        match kind.severity {
            Severity::Error => self.n_errors += n,
            Severity::Warning => self.n_warnings += n,
            Severity::Info | Severity::Style => self.n_others += n,
        }
        match kind.fixable {
            Some(sure) if sure <= applicability => self.n_fixable += n,
            Some(_) => self.n_guessed += n,
            None => (),
        }
    }

    /// Ends a file. A file with an error and without games is not counted, as it has its own message.
    pub(super) fn end_file(&mut self, end: &InputEnd) {
        self.n_files -= u64::from(end.error.is_some() && end.n_games == 0);
    }

    /// Returns the line, as in `checked 412 games in 3 files: 2 errors, 7 warnings (3 fixable)`.
    pub(super) fn words(&self, fixed: Option<(FixMode, &Files<'_>)>) -> String {
        let what = match fixed {
            None => self.found(),
            Some((FixMode::RewriteOnly, files)) => {
                format!("fixed {} in {}", files.n_fixed, counted(files.n_files, "file"))
            }
            Some((FixMode::Diff, files)) => {
                format!("would fix {} in {}", files.n_fixed, counted(files.n_files, "file"))
            }
            Some((FixMode::Rewrite, files)) => {
                let n_left = self.n_errors + self.n_warnings + self.n_others;
                let colon = if n_left > 0 { format!(": {}", self.found()) } else { String::new() };
                let remain = if n_left == 1 { "remains" } else { "remain" };
                format!("fixed {}, {n_left} {remain}{colon}", files.n_fixed)
            }
        };
        let of_fixes = match fixed.map_or(0, |(_, files)| files.n_lost) {
            0 => String::new(),
            1 => ": the finding of 1 fix is not counted".to_owned(),
            n => format!(": the findings of {n} fixes are not counted"),
        };
        let unwritten = match fixed.map_or(0, |(_, files)| files.n_unwritten) {
            0 => String::new(),
            n => format!("; {} with fixes not written{of_fixes}", counted(n, "file")),
        };
        let failing = match self.n_hidden_failing {
            0 => String::new(),
            n => format!("; failed by {} below --severity", counted(n, "finding")),
        };
        format!(
            "checked {} in {}: {what}{unwritten}{failing}",
            counted(self.n_games, "game"),
            counted(self.n_files, "file")
        )
    }

    fn found(&self) -> String {
        let other = match self.n_others {
            0 => String::new(),
            n => format!(", {n} of lower levels"),
        };
        let more = match self.n_guessed {
            0 => String::new(),
            n => format!(", {n} more with --unsafe-fixes"),
        };
        format!(
            "{}, {}{other} ({} fixable{more})",
            counted(self.n_errors, "error"),
            counted(self.n_warnings, "warning"),
            self.n_fixable
        )
    }
}
