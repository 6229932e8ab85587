//! The options of a checker.

use pgn_chess::replay::ReplayOptions;
use pgn_syntax::date::DateOrder;

use crate::{
    rule::{Rule, Severity},
    selection::{Levels, Selection},
    target::Target,
};

/// Options of a [`Checker`](crate::Checker).
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The lowest level of findings that are returned.
    pub min_severity: Severity,
    /// True if every warning becomes an error.
    pub strict: bool,
    /// Levels that replace the levels of rules.
    pub levels: Levels,
    /// The program or site that the games must suit.
    pub target: Option<&'static Target>,
    /// How moves are read. Its character set is that of all strings that are not UTF-8.
    pub replay: ReplayOptions,
    /// How dates are read whose day and month may be in either order.
    pub dates: DateOrder,
    /// Whether misspelled tag names are reported for each game or once for the file.
    pub spellings: Spellings,
    /// The rules whose findings have fixes; `None`: all. The others run, as their findings may take the place of others.
    pub fixable: Option<Selection>,
}

/// The scope of a finding on the spelling of a tag name, which all games of a file tend to share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Spellings {
    /// The game: one finding for each that has the spelling.
    #[default]
    OfGame,
    /// The file: one finding for all games that have the spelling, from [`Checker::check_file`](crate::Checker::check_file).
    OfFile,
}

impl Options {
    /// Returns the level of a finding of `rule` whose own level is `severity`.
    #[must_use]
    pub fn level(&self, rule: &Rule, severity: Severity) -> Severity {
        let refused = || self.target.filter(|it| it.refuses(rule.name)).map(|_| Severity::Error);
        match self.levels.of(rule).or_else(refused).unwrap_or(severity) {
            Severity::Warning if self.strict => Severity::Error,
            other => other,
        }
    }
}
