//! Findings about a whole file.

use std::borrow::Cow;

use pgn_syntax::Span;

use super::{Diagnostic, Rule, Severity};

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Bytes before the place.
    pub offset: u64,
    /// Line ends before the place.
    pub line: u64,
    /// Column, 1-based.
    pub column: u64,
    /// Length in bytes.
    pub len: u32,
}

impl Mark {
    /// The beginning of a file.
    pub const START: Mark = Mark { offset: 0, line: 0, column: 1, len: 0 };
}

/// A finding about a whole file.
#[derive(Clone, Debug)]
pub struct FileDiagnostic {
    /// The place.
    pub mark: Mark,
    /// The finding; its span is relative to the place.
    pub diagnostic: Diagnostic,
}

/// Collects the findings of one rule about a whole file.
#[derive(Debug)]
pub(crate) struct FileReport<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) out: &'a mut Vec<FileDiagnostic>,
}

impl FileReport<'_> {
    /// Adds a finding at `mark`.
    pub(crate) fn at(
        &mut self,
        mark: Mark,
        message: impl Into<Cow<'static, str>>,
    ) -> &mut Diagnostic {
        let diagnostic = Diagnostic::new(self.rule, Span { start: 0, end: mark.len }, message);
        self.out.push(FileDiagnostic { mark, diagnostic });
        let last = self.out.len() - 1;
        &mut self.out[last].diagnostic
    }
}

impl FileDiagnostic {
    /// Returns the level of the finding.
    #[must_use]
    pub fn severity(&self) -> Severity {
        self.diagnostic.severity
    }
}
