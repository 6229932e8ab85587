//! The checkers and fixers of a thread: one a ruling.

use pgn_lint::{Checker, Fixer, Follows, Options};
use pgn_stream::{ChunkView, InputInfo};

use super::{Check, rendering::ByRule};
use crate::commands::rulings::Ruling;

/// Checkers, made when an input asks for its ruling's.
pub(crate) struct Scratch {
    checkers: Vec<Option<Checker>>,
    fixers: Vec<Option<Fixer>>,
    /// The ruling of the input at work.
    at_work: usize,
    /// The rules of which the input at work shows no more.
    pub(super) full: ByRule,
    /// Findings that the one at work has left out so far.
    pub(super) n_left_out: u64,
}

impl Scratch {
    pub(super) fn new(check: &Check<'_>) -> Scratch {
        let rulings = check.plan.rulings.all();
        let checkers = rulings.iter().map(|_| None).collect();
        let fixers = rulings.iter().map(|_| None).collect();
        Scratch { checkers, fixers, at_work: 0, full: ByRule::new(), n_left_out: 0 }
    }

    /// The checker for an input.
    pub(super) fn checker(&mut self, check: &Check<'_>, input: &InputInfo) -> &mut Checker {
        self.at_work = check.plan.rulings.index(input);
        self.current(check)
    }

    /// The checker at work.
    pub(super) fn current(&mut self, check: &Check<'_>) -> &mut Checker {
        let ruling = self.ruling(check);
        self.checkers[self.at_work]
            .get_or_insert_with(|| Checker::new(&ruling.rules, check.options(ruling)))
    }

    /// What holds for the input at work.
    pub(super) fn ruling<'a>(&self, check: &Check<'a>) -> &'a Ruling {
        &check.plan.rulings.all()[self.at_work]
    }

    /// Begins a chunk.
    pub(super) fn begin(&mut self, check: &Check<'_>, chunk: &ChunkView<'_>) {
        let follows = if chunk.is_last() { Follows::Nothing } else { Follows::More };
        let checker = self.checker(check, chunk.input);
        checker.start_chunk(chunk.bytes, follows);
        self.n_left_out = checker.n_left_out();
        self.full = check.full.counts(chunk.input.index);
        if check.plan.fix.mode.is_some() {
            self.fixer(check).start_chunk(chunk.bytes, follows);
        }
    }

    /// The fixer at work.
    pub(super) fn fixer(&mut self, check: &Check<'_>) -> &mut Fixer {
        let ruling = self.ruling(check);
        self.fixers[self.at_work].get_or_insert_with(|| {
            let rules = ruling.fixed_rules();
            Fixer::new(&rules, ruling.fixable.most, check.read, check.options(ruling))
        })
    }
}

impl Check<'_> {
    fn options(&self, ruling: &Ruling) -> Options {
        Options {
            least: ruling.least(),
            strict: ruling.strict,
            target: ruling.target,
            levels: ruling.levels.clone(),
            replay: self.replay,
            eight_bit: self.eight_bit,
        }
    }
}
