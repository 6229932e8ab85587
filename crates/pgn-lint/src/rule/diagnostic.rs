//! Findings as data: rule, level, place, message and fix.

use std::{borrow::Cow, fmt};

use pgn_syntax::Span;

use super::Rule;
use crate::fix::{Applicability, Edit, Fix};

/// The level of a finding, in ascending order of severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Only the layout or spelling of export format is missed.
    Style,
    /// Legal, but worth knowing.
    Info,
    /// Against the standard, but unambiguous; some readers fail.
    #[default]
    Warning,
    /// Moves or games would be lost or misread.
    Error,
}

impl Severity {
    /// All levels, the most severe first.
    pub const ALL: [Severity; 4] =
        [Severity::Error, Severity::Warning, Severity::Info, Severity::Style];

    /// Returns the word for this level.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
            Severity::Style => "style",
        }
    }

    /// Returns one letter for this level.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Severity::Error => 'E',
            Severity::Warning => 'W',
            Severity::Info => 'I',
            Severity::Style => 'S',
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Severity {
    type Err = UnknownSeverity;

    fn from_str(name: &str) -> Result<Severity, UnknownSeverity> {
        let found = Severity::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or_else(|| UnknownSeverity(name.to_owned()))
    }
}

/// The error for a text that is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSeverity(String);

impl fmt::Display for UnknownSeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no level is called `{}`: error, warning, info or style", self.0)
    }
}

impl std::error::Error for UnknownSeverity {}

/// A finding of a rule.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule.
    pub rule: &'static Rule,
    /// The level: the default of the rule, or its other level.
    pub severity: Severity,
    /// The bytes concerned. For something missing, an empty span after the token that it should
    /// follow.
    pub span: Span,
    /// The message: lower case, no full stop. It may contain characters of the input.
    pub message: Cow<'static, str>,
    /// What to do, or background; `None`: the next step of the rule. See [`Diagnostic::help_text`].
    pub help: Option<Cow<'static, str>>,
    /// A second place that belongs to the finding.
    pub related: Option<Related>,
    /// The move at or before the finding, if the finding is in the movetext.
    pub at: Option<MoveRef>,
    /// The position of the finding as FEN.
    pub fen: Option<String>,
    /// The fix.
    pub fix: Option<Fix>,
    /// The values that are compared across games, in the order of their bytes; empty for findings of
    /// one game.
    pub compared: Vec<ComparedValue>,
}

/// A value that is compared with others across games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComparedValue {
    /// The value, as text.
    pub value: String,
    /// The number of games that have it.
    pub n_games: u64,
}

/// A second place of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// The bytes of the place.
    pub span: Span,
    /// A label for the place.
    pub label: &'static str,
}

/// A move as players name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRef {
    /// The number of half-moves from the start of the game up to and including this one.
    pub ply: u32,
    /// The move number.
    pub number: u32,
    /// True if Black makes the move.
    pub is_black: bool,
    /// The text of the move.
    pub span: Span,
}

impl Diagnostic {
    /// Returns the message without numbers, such as lengths and counts, except those in text of the game. An edit
    /// elsewhere in the game can change these numbers.
    #[must_use]
    pub fn message_without_numbers(&self) -> String {
        let parts = self.message.split('`').enumerate().map(|(n, part)| match n % 2 {
            0 => part.replace(|c: char| c.is_ascii_digit(), ""),
            _ => part.to_owned(),
        });
        parts.collect::<Vec<String>>().join("`")
    }

    /// Returns a finding of `rule` at `span`, at the default level of the rule.
    #[must_use]
    pub fn new(
        rule: &'static Rule,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) -> Diagnostic {
        Diagnostic {
            rule,
            severity: rule.severity,
            span,
            message: message.into(),
            help: None,
            related: None,
            at: None,
            fen: None,
            fix: None,
            compared: Vec::new(),
        }
    }

    /// Sets the help text: what to do, or background.
    pub(crate) fn help(&mut self, help: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Returns what to do, or background: the help of the finding, else the next step of its rule, which is taken from
    /// its page only where a finding is shown.
    #[must_use]
    pub fn help_text(&self) -> Cow<'_, str> {
        match &self.help {
            Some(help) => Cow::Borrowed(help),
            None => Cow::Owned(self.rule.next_step()),
        }
    }

    /// Adds a second place.
    pub(crate) fn related(&mut self, span: Span, label: &'static str) -> &mut Diagnostic {
        self.related = Some(Related { span, label });
        self
    }

    /// Sets the level to the other level of the rule.
    pub(crate) fn otherwise(&mut self) -> &mut Diagnostic {
        debug_assert!(self.rule.otherwise.is_some(), "{} has one level only", self.rule.name);
        if let Some(severity) = self.rule.otherwise {
            self.severity = severity;
        }
        self
    }

    /// Sets a safe fix, which does not change how a reader understands the game.
    pub(crate) fn safe_fix(&mut self, edits: impl IntoIterator<Item = Edit>) -> &mut Diagnostic {
        self.fix(Applicability::Safe, edits)
    }

    /// Sets an unsafe fix, which is a guess.
    pub(crate) fn unsafe_fix(&mut self, edits: impl IntoIterator<Item = Edit>) -> &mut Diagnostic {
        self.fix(Applicability::Unsafe, edits)
    }

    /// Sets a fix; no fix if there are no edits or they overlap.
    pub(crate) fn fix(
        &mut self,
        applicability: Applicability,
        edits: impl IntoIterator<Item = Edit>,
    ) -> &mut Diagnostic {
        let edits: Vec<Edit> = edits.into_iter().collect();
        let has_none = edits.is_empty();
        self.fix = Fix::new(applicability, edits);
        debug_assert!(has_none || self.fix.is_some(), "{}: the edits overlap", self.rule.name);
        self
    }

    /// Sets the position.
    pub(crate) fn fen(&mut self, fen: String) -> &mut Diagnostic {
        self.fen = Some(fen);
        self
    }
}

/// Collects the findings of one rule.
#[derive(Debug)]
pub(crate) struct Report<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) out: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// Adds a finding at `span`. The message is lower case, has no full stop and names the thing.
    pub(crate) fn at(
        &mut self,
        span: Span,
        message: impl Into<Cow<'static, str>>,
    ) -> &mut Diagnostic {
        self.out.push(Diagnostic::new(self.rule, span, message));
        let last = self.out.len() - 1;
        &mut self.out[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_the_gravest() {
        assert!(Severity::ALL.is_sorted_by(|a, b| a > b));
    }
}
