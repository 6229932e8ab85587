//! Counts of findings that are not shown.

use std::ptr;

use pgn_lint::{Applicability, Diagnostic, Rule, Severity};
use pgn_query::Producer;

/// The properties of a finding by which it is counted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    pub(super) rule: &'static Rule,
    pub(super) severity: Severity,
    pub(super) fixable: Option<Applicability>,
    /// Producer of the game of the finding; `None` if unknown.
    pub(super) producer: Option<&'static Producer>,
}

impl Kind {
    pub(super) fn of(diagnostic: &Diagnostic, producer: Option<&'static Producer>) -> Kind {
        let fixable = diagnostic.fix.as_ref().map(|fix| fix.applicability);
        Kind { rule: diagnostic.rule, severity: diagnostic.severity, fixable, producer }
    }

    fn is(&self, other: &Kind) -> bool {
        let producer = |kind: &Kind| kind.producer.map(ptr::from_ref);
        ptr::eq(self.rule, other.rule)
            && (self.severity, self.fixable) == (other.severity, other.fixable)
            && producer(self) == producer(other)
    }
}

/// Number of findings of each [`Kind`]. There are few kinds.
#[derive(Debug, Default)]
pub(super) struct Tally(Vec<(Kind, u64)>);

impl Tally {
    pub(super) fn add(&mut self, kind: Kind) {
        match self.0.iter_mut().find(|(other, _)| kind.is(other)) {
            Some((_, n)) => *n += 1,
            None => self.0.push((kind, 1)),
        }
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&Kind, u64)> {
        self.0.iter().map(|(kind, n)| (kind, *n))
    }
}
