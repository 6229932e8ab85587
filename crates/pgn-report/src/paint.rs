//! Texts that are for the eye: their colors, and what a terminal must not be given.

use std::borrow::Cow;

use crate::text::visible_char;

/// Whether a text is for the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// For a file or a program: bytes are written as they are.
    Plain,
    /// For a terminal without colors.
    Inert,
    /// For a terminal, or what passes colors on to one.
    Colors,
}

impl Paint {
    /// Returns `line` as it is shown: for the eye, without characters that would act on a terminal.
    pub fn line(self, line: &[u8]) -> Cow<'_, [u8]> {
        if self == Paint::Plain {
            return Cow::Borrowed(line);
        }
        // The line end of CR LF acts as LF does.
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
/// Ends them all.
pub const END: &str = "\x1b[0m";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_acts_on_a_terminal() {
        let shown = |line: &[u8]| String::from_utf8(Paint::Inert.line(line).into_owned()).unwrap();
        assert_eq!(shown(b"-{\x1b[2J\x07}\r\n"), "-{\u{241b}[2J\u{2407}}\r\n");
        assert_eq!(
            shown("+\u{9b}31m \u{202e}gpj\t\u{e9}\n".as_bytes()),
            "+\u{fffd}31m \u{fffd}gpj\t\u{e9}\n"
        );
        // C1 as single bytes, which are no UTF-8.
        assert_eq!(shown(b" \x9b31m\r x"), " \u{fffd}31m\u{240d} x");
        assert_eq!(Paint::Plain.line(b"\x1b\x9b\n"), &b"\x1b\x9b\n"[..]);
        assert!(matches!(Paint::Colors.line(b"1. e4\r\n"), Cow::Borrowed(_)));
    }
}
