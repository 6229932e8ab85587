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
