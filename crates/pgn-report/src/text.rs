//! Text made safe for terminals: control characters are replaced or escaped.

use std::{borrow::Cow, path::Path};

use pgn_syntax::look_alike::has_effect;
use unicode_width::UnicodeWidthChar;

/// Returns the character to show for `c`. Each control character is replaced by one character, so that columns do not
/// shift.
pub fn visible_char(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\x1F' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        _ if has_effect(c) => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// Returns the character to show for `c`, and its width in columns.
pub fn visible_column(c: char) -> (char, usize) {
    let shown = visible_char(c);
    (shown, UnicodeWidthChar::width(shown).unwrap_or(0))
}

/// Returns `text` with control characters replaced by visible ones.
pub fn visible(text: &str) -> String {
    text.chars().map(visible_char).collect()
}

/// Returns `text`, or its first `max` characters and an ellipsis.
pub fn shorten(text: &str, max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// Returns `text` with the characters that have an effect written as escapes: `\n`, `\u{…}`.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(has_effect) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if has_effect(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// Returns the bytes of a path in hexadecimal if it is not UTF-8, otherwise `None`.
#[must_use]
pub fn path_bytes(path: &Path) -> Option<String> {
    if path.to_str().is_some() {
        return None;
    }
    let bytes = path.as_os_str().as_encoded_bytes();
    Some(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_writes_control_characters_as_escapes() {
        assert_eq!(escape("games.pgn"), "games.pgn");
        assert_eq!(escape("a\x1b[31mb\nc\u{9b}d"), "a\\u{1b}[31mb\\nc\\u{9b}d");
        assert_eq!(escape("\u{202e}ngp.a"), "\\u{202e}ngp.a");
        assert_eq!(
            escape("a\u{61c}\u{200b}\u{2060}b\u{feff}"),
            "a\\u{61c}\\u{200b}\\u{2060}b\\u{feff}"
        );
        assert_eq!(escape("Möller – Ö"), "Möller – Ö");
    }

    #[test]
    fn visible_replaces_control_characters() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let shown = visible(&all);
        assert_eq!(shown.chars().count(), all.chars().count());
        assert!(!shown.chars().any(char::is_control));
        assert_eq!(visible("a\x1B[2J\u{202E}é\u{9B}\u{61C}"), "a␛[2J\u{FFFD}é\u{FFFD}\u{FFFD}");
    }
}
