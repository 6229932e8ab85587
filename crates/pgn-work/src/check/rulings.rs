//! Which rules hold for which input, and at which level.

use std::path::PathBuf;

use pgn_chess::ReplayOptions;
use pgn_lint::{Applicability, Levels, Options, Selection, Severity, Spellings, Target};
use pgn_stream::{Input, InputInfo};
use pgn_syntax::Fallback;

/// What holds for an input.
#[derive(Clone, Debug)]
pub struct Ruling {
    /// The rules that run.
    pub rules: Selection,
    /// Levels that differ from the rules' own.
    pub levels: Levels,
    /// Every warning is an error.
    pub strict: bool,
    /// Whom the games are for.
    pub target: Option<&'static Target>,
    /// The lowest level to show.
    pub show: Severity,
    /// The lowest level that makes the exit status 1; `None`: none does.
    pub fail_on: Option<Severity>,
    /// Which fixes count.
    pub fixable: Fixable,
}

/// Which fixes count, in an input that the arguments hold for.
#[derive(Clone, Debug)]
pub struct Fixable {
    /// The rules whose fixes count.
    pub rules: Selection,
    /// The least sure of the fixes that count.
    pub most: Applicability,
}

impl Ruling {
    /// Returns the lowest level that matters.
    pub(crate) fn least(&self) -> Severity {
        self.fail_on.map_or(self.show, |fail_on| fail_on.min(self.show))
    }

    /// Returns the options of a checker that returns the findings of the level `least` or above.
    #[must_use]
    pub fn options(&self, least: Severity, replay: ReplayOptions, charset: Fallback) -> Options {
        Options {
            spellings: Spellings::OfGame,
            least,
            strict: self.strict,
            target: self.target,
            levels: self.levels.clone(),
            replay,
            charset,
            ..Options::default()
        }
    }

    /// Returns the rules that run and whose fixes count.
    #[must_use]
    pub fn fixed_rules(&self) -> Selection {
        self.rules.and(&self.fixable.rules)
    }
}

/// The rulings of a run.
#[derive(Debug, Default)]
pub struct Rulings {
    all: Vec<Ruling>,
    /// By the inputs as given.
    by_given: Vec<usize>,
}

impl Rulings {
    /// Adds a ruling, and returns its number.
    pub fn push(&mut self, ruling: Ruling) -> usize {
        self.all.push(ruling);
        self.all.len() - 1
    }

    /// Says that ruling `index` holds for the next input.
    pub fn holds(&mut self, index: usize) {
        self.by_given.push(index);
    }

    /// Returns the number of the ruling of an input.
    pub(crate) fn index(&self, input: &InputInfo) -> usize {
        self.by_given.get(input.given).copied().unwrap_or(0)
    }

    /// Returns the ruling of an input.
    pub(crate) fn of(&self, input: &InputInfo) -> &Ruling {
        &self.all[self.index(input)]
    }

    /// Returns all rulings.
    #[must_use]
    pub fn all(&self) -> &[Ruling] {
        &self.all
    }

    /// Returns the inputs of each ruling, by their names.
    #[must_use]
    pub fn names(&self, inputs: &[Input]) -> Vec<Vec<PathBuf>> {
        let mut names = vec![Vec::new(); self.all.len()];
        for (input, &index) in inputs.iter().zip(&self.by_given) {
            names[index].push(match input {
                Input::Path(path) => path.clone(),
                Input::Stdin => PathBuf::from("<stdin>"),
            });
        }
        names
    }
}
