//! Findings: data with a place, for others to show.

use std::{borrow::Cow, fmt};

use pgn_syntax::Span;

use crate::{
    fix::{Applicability, Edit, Fix},
    rule::Rule,
};

/// How grave a finding is. Ordered: the gravest is the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Only the form of export is missed.
    Style,
    /// Legal, but worth knowing.
    Info,
    /// Against the standard, but clear; some readers fail.
    Warning,
    /// Moves or games would be lost or misread.
    Error,
}

impl Severity {
    /// All levels, the gravest first.
    pub const ALL: [Severity; 4] =
        [Severity::Error, Severity::Warning, Severity::Info, Severity::Style];

    /// The word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "info",
            Severity::Style => "style",
        }
    }

    /// One letter for it.
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

/// What a rule found, and where.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Whose finding it is.
    pub rule: &'static Rule,
    /// Its level: the rule's, or the other one that the rule names.
    pub severity: Severity,
    /// The bytes concerned; empty, after the token it should have followed, for a missing thing.
    pub span: Span,
    /// What is wrong: lower case, no full stop. May hold characters of the input.
    pub message: Cow<'static, str>,
    /// What to do, or what to know.
    pub help: Option<Cow<'static, str>>,
    /// Another place that belongs to it.
    pub related: Option<Related>,
    /// The move it is about, if it stands in the movetext behind or at one.
    pub at: Option<MoveRef>,
    /// The position it is about, as FEN.
    pub fen: Option<String>,
    /// How to put it right.
    pub fix: Option<Fix>,
}

/// A second place of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Its bytes.
    pub span: Span,
    /// What is there.
    pub label: &'static str,
}

/// A move as people name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRef {
    /// Half-moves from the start of the game to it, itself included.
    pub ply: u32,
    /// Its move number.
    pub number: u32,
    /// Whether Black makes it.
    pub is_black: bool,
    /// Its text.
    pub span: Span,
}

impl Diagnostic {
    /// A finding of `rule` at `span`, at the rule's own level.
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
        }
    }

    /// Says what to do, or what to know.
    pub fn help(&mut self, help: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Names another place that belongs to it.
    pub fn related(&mut self, span: Span, label: &'static str) -> &mut Diagnostic {
        self.related = Some(Related { span, label });
        self
    }

    /// Takes the other level that the rule declares.
    pub fn otherwise(&mut self) -> &mut Diagnostic {
        debug_assert!(self.rule.otherwise.is_some(), "{} has one level only", self.rule.name);
        if let Some((severity, _)) = self.rule.otherwise {
            self.severity = severity;
        }
        self
    }

    /// Says how to put it right without a change of what a reader gets.
    pub fn safe_fix(&mut self, edits: impl IntoIterator<Item = Edit>) -> &mut Diagnostic {
        self.fix(Applicability::Safe, edits)
    }

    /// Guesses how to put it right.
    pub fn unsafe_fix(&mut self, edits: impl IntoIterator<Item = Edit>) -> &mut Diagnostic {
        self.fix(Applicability::Unsafe, edits)
    }

    fn fix(
        &mut self,
        applicability: Applicability,
        edits: impl IntoIterator<Item = Edit>,
    ) -> &mut Diagnostic {
        let fix = Fix::new(applicability, edits.into_iter().collect());
        self.fix = Some(fix).filter(|fix| !fix.edits.is_empty());
        self
    }

    /// Shows the position.
    pub fn fen(&mut self, fen: String) -> &mut Diagnostic {
        self.fen = Some(fen);
        self
    }
}

/// Where a rule reports.
#[derive(Debug)]
pub struct Report<'a> {
    pub(crate) rule: &'static Rule,
    pub(crate) out: &'a mut Vec<Diagnostic>,
}

impl Report<'_> {
    /// A finding at `span`. The message is lower case, has no full stop and names the thing.
    pub fn at(&mut self, span: Span, message: impl Into<Cow<'static, str>>) -> &mut Diagnostic {
        self.out.push(Diagnostic::new(self.rule, span, message));
        let last = self.out.len() - 1;
        &mut self.out[last]
    }
}

/// Longest piece of the input that a message quotes, in characters.
const QUOTE_LEN: usize = 40;

/// Bytes of the input as they are quoted in a message: in backquotes, on one line, shortened if long.
#[must_use]
pub fn quote(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(4 * QUOTE_LEN)];
    let text = decode(shown).replace(['\n', '\r', '\t', '\u{B}'], " ");
    let mut quoted = String::with_capacity(text.len() + 5);
    quoted.push('`');
    match text.char_indices().nth(QUOTE_LEN) {
        Some((end, _)) => {
            quoted.push_str(&text[..end]);
            quoted.push('…');
        }
        None => {
            quoted.push_str(&text);
            if shown.len() < bytes.len() {
                quoted.push('…');
            }
        }
    }
    quoted.push('`');
    quoted
}

/// UTF-8, or else one character a byte.
fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        // Cut in the middle of a character by the caller.
        Err(error) if error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()])
        }
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pieces_are_shortened() {
        assert_eq!(quote(b"Bb6"), "`Bb6`");
        assert_eq!(quote(b"R\xE9ti"), "`R\u{e9}ti`");
        assert_eq!(quote(b"a\nb"), "`a b`");
        let quoted = quote("é".repeat(100).as_bytes());
        assert_eq!(quoted, format!("`{}…`", "é".repeat(40)));
        assert_eq!(quote(&[b'x'; 40]), format!("`{}`", "x".repeat(40)));
        assert_eq!(quote(&[b'x'; 41]), format!("`{}…`", "x".repeat(40)));
    }

    #[test]
    fn errors_are_the_gravest() {
        assert!(Severity::ALL.is_sorted_by(|a, b| a > b));
    }
}
