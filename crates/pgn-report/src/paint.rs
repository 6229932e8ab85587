//! Colors, and the removal of control characters for terminals.

use std::borrow::Cow;

use crate::text::visible_char;

/// How a text is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Unchanged, for a file or a program.
    Plain,
    /// For a terminal without colors.
    Inert,
    /// For a terminal with colors.
    Colors,
}

impl Paint {
    /// Returns `line` as it is shown; for a terminal, characters that would control it are
    /// replaced.
    pub fn line(self, line: &[u8]) -> Cow<'_, [u8]> {
        if self == Paint::Plain {
            return Cow::Borrowed(line);
        }
        // CR LF acts like LF, so its CR is kept.
        let (text, end) = match line {
            [text @ .., b'\r', b'\n'] => (text, &b"\r\n"[..]),
            [text @ .., b'\n'] => (text, &b"\n"[..]),
            text => (text, &b""[..]),
        };
        if text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
            return Cow::Borrowed(line);
        }
        let text = String::from_utf8_lossy(text);
        let shown: String =
            text.chars().map(|c| if c == '\t' { c } else { visible_char(c) }).collect();
        Cow::Owned([shown.as_bytes(), end].concat())
    }
}

/// Games as they are shown on a terminal: characters that would control it are replaced. The text comes in pieces.
#[derive(Debug, Default)]
pub struct InertText {
    /// The end of the last piece that is shown together with the next one: a part of a character, or a CR.
    rest: Vec<u8>,
}

impl InertText {
    /// Returns the next piece of the text as it is shown. A byte order mark and joiners, which act on nothing but the
    /// letters beside them, are kept.
    pub fn piece(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut text = std::mem::take(&mut self.rest);
        text.extend_from_slice(bytes);
        if text.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\t' | b'\n')) {
            return text;
        }
        let mut shown = String::with_capacity(text.len());
        let mut chunks = text.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            let mut chars = chunk.valid().chars().peekable();
            let is_last = chunks.peek().is_none();
            while let Some(c) = chars.next() {
                match (c, chars.peek()) {
                    ('\t' | '\n' | '\u{200C}' | '\u{200D}' | '\u{FEFF}', _)
                    | ('\r', Some('\n')) => {
                        shown.push(c);
                    }
                    ('\r', None) if is_last && chunk.invalid().is_empty() => self.rest.push(b'\r'),
                    _ => shown.push(visible_char(c)),
                }
            }
            let is_part =
                |bytes| std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none());
            match chunk.invalid() {
                [] => (),
                bytes if is_last && is_part(bytes) => self.rest.extend_from_slice(bytes),
                _ => shown.push(char::REPLACEMENT_CHARACTER),
            }
        }
        shown.into_bytes()
    }
}

/// Begins bold text.
pub const BOLD: &str = "\x1b[1m";
/// Begins red text.
pub const RED: &str = "\x1b[31m";
/// Begins green text.
pub const GREEN: &str = "\x1b[32m";
/// Begins cyan text.
pub const CYAN: &str = "\x1b[36m";
/// Resets all attributes.
pub const END: &str = "\x1b[0m";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_inert_in_pieces_of_any_length() {
        let text =
            "\u{feff}{\x1b]0;x\x07 \u{9b}31m\u{202e}}\r\n1. e4\r\r\n \u{200d}\u{e9}\u{1f600}\n";
        let text = [text.as_bytes(), b"\x9b31m \xe2\x80 \r{\x7f}\n"].concat();
        let expected = "\u{feff}{\u{241b}]0;x\u{2407} \u{fffd}31m\u{fffd}}\r\n1. e4\u{240d}\r\n \u{200d}\u{e9}\u{1f600}\n\u{fffd}31m \u{fffd} \u{240d}{\u{2421}}\n";
        for len in 1..=text.len() {
            let mut inert = InertText::default();
            let shown: Vec<u8> = text.chunks(len).flat_map(|piece| inert.piece(piece)).collect();
            assert_eq!(String::from_utf8(shown).unwrap(), expected, "{len}");
        }
    }

    #[test]
    fn control_characters_are_replaced() {
        let shown = |line: &[u8]| String::from_utf8(Paint::Inert.line(line).into_owned()).unwrap();
        assert_eq!(shown(b"-{\x1b[2J\x07}\r\n"), "-{\u{241b}[2J\u{2407}}\r\n");
        assert_eq!(
            shown("+\u{9b}31m \u{202e}gpj\t\u{e9}\n".as_bytes()),
            "+\u{fffd}31m \u{fffd}gpj\t\u{e9}\n"
        );
        // C1 controls as single bytes, which are not UTF-8.
        assert_eq!(shown(b" \x9b31m\r x"), " \u{fffd}31m\u{240d} x");
        assert_eq!(Paint::Plain.line(b"\x1b\x9b\n"), &b"\x1b\x9b\n"[..]);
        assert!(matches!(Paint::Colors.line(b"1. e4\r\n"), Cow::Borrowed(_)));
    }
}
