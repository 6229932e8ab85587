//! Counts of findings that are not shown.

use std::ptr;

use pgn_lint::{Applicability, Diagnostic, Rule, Severity};
use pgn_query::Producer;

/// The properties of a finding by which it is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct FindingClass {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) fixable: Option<Applicability>,
    /// Producer of the game of the finding; `None` if unknown.
    pub(super) producer: Option<&'static Producer>,
}

impl FindingClass {
    pub(super) fn of(diagnostic: &Diagnostic, producer: Option<&'static Producer>) -> FindingClass {
        let fixable = diagnostic.fix.as_ref().map(|fix| fix.applicability);
        FindingClass { rule: diagnostic.rule, severity: diagnostic.severity, fixable, producer }
    }

    fn is(&self, other: &FindingClass) -> bool {
        let producer = |kind: &FindingClass| kind.producer.map(ptr::from_ref);
        ptr::eq(self.rule, other.rule)
            && (self.severity, self.fixable) == (other.severity, other.fixable)
            && producer(self) == producer(other)
    }
}

/// Number of findings of each [`FindingClass`]. There are few classes.
#[derive(Debug, Default)]
pub(super) struct Tally(Vec<(FindingClass, u64)>);

impl Tally {
    pub(super) fn add(&mut self, kind: FindingClass) {
        match self.0.iter_mut().find(|(other, _)| kind.is(other)) {
            Some((_, n)) => *n += 1,
            None => self.0.push((kind, 1)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&FindingClass, u64)> {
        self.0.iter().map(|(kind, n)| (kind, *n))
    }
}
