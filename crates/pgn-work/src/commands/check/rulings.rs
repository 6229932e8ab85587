//! The rules, levels and fixes that apply to each input.

use pgn_chess::ReplayOptions;
use pgn_lint::{Applicability, Levels, Options, Selection, Severity, Spellings, Target};
use pgn_stream::InputInfo;

/// The rules, levels and fixes that apply to an input.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The rules that run.
    pub rules: Selection,
    /// Levels that replace those of the rules.
    pub levels: Levels,
    /// True if every warning counts as an error.
    pub strict: bool,
    /// The program or site that the games are intended for, if any.
    pub target: Option<&'static Target>,
    /// The lowest level that is shown.
    pub show: Severity,
    /// The lowest level that makes the exit status 1; `None`: no finding does.
    pub fail_on: Option<Severity>,
    /// The fixes that are made or counted.
    pub fixable: Fixable,
}

/// The fixes that are made in an input with `--fix`, and counted as fixable without it.
#[derive(Clone, Debug)]
pub struct Fixable {
    /// The rules whose fixes are made or counted.
    pub rules: Selection,
    /// The least certain kind of fix that is made or counted.
    pub applicability: Applicability,
}

impl Ruling {
    /// Returns the lowest level that is shown or affects the exit status.
    pub(crate) fn min_severity(&self) -> Severity {
        self.fail_on.map_or(self.show, |fail_on| fail_on.min(self.show))
    }

    /// Returns the options of a checker that reports findings of level `min_severity` or above.
    #[must_use]
    pub fn options(&self, min_severity: Severity, replay: ReplayOptions) -> Options {
        Options {
            spellings: Spellings::OfGame,
            min_severity,
            strict: self.strict,
            target: self.target,
            levels: self.levels.clone(),
            replay,
            ..Options::default()
        }
    }

    /// Returns the rules that run and whose fixes count.
    #[must_use]
    pub fn fixed_rules(&self) -> Selection {
        self.rules.and(&self.fixable.rules)
    }
}

/// The rulings of a run, and which of them applies to each input.
#[derive(Debug, Default)]
pub struct Rulings {
    /// All rulings.
    pub all: Vec<Ruling>,
    /// Index of the ruling of each input, in the order in which inputs were given.
    pub by_given: Vec<usize>,
}

impl Rulings {
    /// Returns the index of the ruling of an input.
    pub(crate) fn index(&self, input: &InputInfo) -> usize {
        self.by_given.get(input.caller_index).copied().unwrap_or(0)
    }

    /// Returns the ruling of an input.
    pub(crate) fn of(&self, input: &InputInfo) -> &Ruling {
        &self.all[self.index(input)]
    }
}
