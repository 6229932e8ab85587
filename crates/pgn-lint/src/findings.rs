//! The findings of a game, whose number is limited.

use crate::rule::{Diagnostic, Report, Rule};

/// Upper bound on the findings kept per game; the rest are only counted. A file of a hundred
/// million stray parentheses must not use memory for a hundred million findings.
pub(crate) const MAX_FINDINGS: usize = 20_000;

/// Which findings of a game are kept if there are too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum KeptFindings {
    /// The first ones.
    First,
    /// The ones with a fix.
    WithFix,
}

/// The findings of the current game.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) max: usize,
    pub(crate) kept: KeptFindings,
    /// Number of findings of all games so far that were only counted.
    pub(crate) n_left_out: u64,
    /// True once dropping findings without fixes has freed too little.
    is_closed: bool,
}

impl Findings {
    pub(crate) fn new() -> Findings {
        let (max, kept) = (MAX_FINDINGS, KeptFindings::First);
        Findings { list: Vec::new(), max, kept, n_left_out: 0, is_closed: false }
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self) {
        self.list.clear();
        self.is_closed = false;
    }

    /// Returns the report of a rule that has few findings in any game: it may exceed the limit.
    #[inline]
    pub(crate) fn report_of(&mut self, rule: &'static Rule) -> Report<'_> {
        Report { rule, out: &mut self.list }
    }

    /// Calls `check` with the report of a rule, unless the findings have reached the limit.
    #[inline]
    pub(crate) fn check(&mut self, rule: &'static Rule, check: impl FnOnce(&mut Report<'_>)) {
        if !self.refuse_next() {
            check(&mut self.report_of(rule));
        }
    }

    /// Returns true if no further finding is kept, and counts that finding.
    #[inline]
    pub(crate) fn refuse_next(&mut self) -> bool {
        self.list.len() >= self.max && !self.drops_some()
    }

    #[cold]
    fn drops_some(&mut self) -> bool {
        if self.kept == KeptFindings::WithFix && !self.is_closed {
            let n = self.list.len();
            self.list.retain(|found| found.fix.is_some());
            self.n_left_out += (n - self.list.len()) as u64;
            self.is_closed = self.list.len() > self.max / 2;
            return true;
        }
        self.n_left_out += 1;
        false
    }
}
