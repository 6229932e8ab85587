//! Errors in expressions, with their places.

use std::{fmt, ops::Range};

/// An error in an expression, with the text of the expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    message: String,
    help: Option<String>,
    text: String,
    span: Range<usize>,
}

/// An error at a place in an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) span: Range<usize>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Fault {
    pub(crate) fn new(span: &Range<usize>, message: impl Into<String>) -> Fault {
        Fault { span: span.clone(), message: message.into(), help: None }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Fault {
        Fault { help: Some(help.into()), ..self }
    }

    /// Returns the fault at `span`, the text that was typed, with a suggestion of what to write instead.
    pub(crate) fn meaning(self, span: Range<usize>, meant: &str) -> Fault {
        Fault { span, ..self }.help(format!("did you mean `{meant}`?"))
    }

    pub(crate) fn in_text(self, text: &str) -> Error {
        let message = shortened(self.message);
        let help = self.help.map(shortened);
        Error { message, help, text: text.to_owned(), span: self.span }
    }
}

/// Shortens a text: messages quote words of the expression, which may be long.
fn shortened(text: String) -> String {
    match text.char_indices().nth(MAX_CHARS) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// Maximum length of a message in characters.
const MAX_CHARS: usize = 400;

/// Number of characters of the expression that are shown around the error.
const WINDOW: usize = 70;

impl Error {
    /// Returns the message, which is one line.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the bytes of the expression that are at fault.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the expression.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the expression with the name that the help suggests, if it suggests one. It may have
    /// further errors.
    #[must_use]
    pub fn corrected(&self) -> Option<String> {
        let name = self.help.as_deref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        let mut text = self.text.clone();
        text.replace_range(self.span(), name);
        Some(text)
    }

    /// Returns the wrong value and the suggested values, separated by commas as in the lists that options take. Used if
    /// an option was translated to the expression.
    #[must_use]
    pub fn corrected_values(&self) -> Option<(String, String)> {
        let test = self.help.as_deref()?.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        let wrong = &self.text[self.span()];
        let (wrong, meant) = match (wrong.split_once(" = "), test.split_once(" in ")) {
            (Some((_, wrong)), Some((_, meant))) => (wrong, meant),
            // Only the value is wrong.
            _ => (wrong, test),
        };
        let meant = meant.trim_matches(['(', ')']).replace(", ", ",");
        Some((wrong.trim_matches('"').to_owned(), meant))
    }

    /// Returns lines to show below the message: the expression, carets below the place, and help. `shown`: returns what
    /// is shown for a character of the expression, and its number of columns.
    #[must_use]
    pub fn lines(&self, shown: impl Fn(char) -> (char, usize)) -> Vec<String> {
        let part = |text: &str| text.chars().map(&shown).collect::<Vec<(char, usize)>>();
        let before = part(&self.text[..self.span.start]);
        let at = part(&self.text[self.span.clone()]);
        let n_before = before.len().min(WINDOW / 2);
        let n_at = at.len().min(WINDOW / 2);
        let (is_cut_before, is_cut_at) = (n_before < before.len(), n_at < at.len());
        let (before, at) = (&before[before.len() - n_before..], &at[..n_at]);
        let rest = if is_cut_at { Vec::new() } else { part(&self.text[self.span.end..]) };
        let n_rest = rest.len().min(WINDOW - n_before - n_at);
        let mut line: String = if is_cut_before { "…".into() } else { String::new() };
        line.extend([before, at, &rest[..n_rest]].into_iter().flatten().map(|(c, _)| c));
        if is_cut_at || n_rest < rest.len() {
            line.push('…');
        }
        let n_columns = |part: &[(char, usize)]| part.iter().map(|(_, n)| n).sum::<usize>();
        let indent = " ".repeat(n_columns(before) + usize::from(is_cut_before));
        let mut lines = vec![line, format!("{indent}{}", "^".repeat(n_columns(at).max(1)))];
        lines.extend(self.help.clone());
        lines
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what is shown for a character, and its number of columns.
    fn narrow(c: char) -> (char, usize) {
        match c {
            '\t' => (' ', 1),
            '\u{301}' => (c, 0),
            '山' => (c, 2),
            _ => (c, 1),
        }
    }

    #[test]
    fn carets_are_below_the_columns_of_the_place() {
        let text = "é́\t山 = 山x";
        let lines = Fault::new(&(11..15), "x").in_text(text).lines(narrow);
        assert_eq!(lines, ["é́ 山 = 山x", "       ^^^"]);
    }

    #[test]
    fn the_place_is_shown() {
        let fault = Fault::new(&(4..9), "unknown field").help("did you mean `player`?");
        let lines = fault.in_text("not plyer = Łukasz").lines(narrow);
        assert_eq!(lines, ["not plyer = Łukasz", "    ^^^^^", "did you mean `player`?"]);
    }

    #[test]
    fn long_words_are_shortened() {
        let fault = Fault::new(&(0..1), "é".repeat(401)).help("x".repeat(400));
        let error = fault.in_text("=");
        assert_eq!(error.message(), format!("{}…", "é".repeat(400)));
        assert_eq!(error.lines(narrow)[2], "x".repeat(400));
    }

    #[test]
    fn long_expressions_are_shown_around_the_place() {
        let text = format!("{}X{}", "é".repeat(1000), "b".repeat(1000));
        let lines = Fault::new(&(2000..2001), "x").in_text(&text).lines(narrow);
        assert_eq!(lines[0], format!("…{}X{}…", "é".repeat(35), "b".repeat(34)));
        assert_eq!(lines[1], format!("{}^", " ".repeat(36)));
        let lines = Fault::new(&(0..text.len()), "x").in_text(&text).lines(narrow);
        assert_eq!(lines[0].chars().count(), 36);
    }
}
