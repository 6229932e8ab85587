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

/// Returns `text` with the characters that have an effect written as escapes: `\n`, `\u{…}`. A joiner between letters
/// of a script whose spelling needs joiners stays as it is.
pub fn escape(text: &str) -> Cow<'_, str> {
    if !text.contains(has_effect) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let (mut before, mut rest) = (None, text.chars());
    while let Some(c) = rest.next() {
        let is_spelling = || {
            matches!(c, '\u{200C}' | '\u{200D}')
                && [before, rest.clone().next()].into_iter().all(|it| it.is_some_and(needs_joiners))
        };
        if has_effect(c) && !is_spelling() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
        before = Some(c);
    }
    Cow::Owned(out)
}

/// Returns true for the letters and marks of the scripts in which U+200C and U+200D belong to the spelling of words:
/// Arabic, as Persian uses it, and those of India, with Sinhala.
fn needs_joiners(c: char) -> bool {
    let is_of_script = matches!(
        c,
        '\u{600}'..='\u{6FF}' | '\u{750}'..='\u{77F}' | '\u{8A0}'..='\u{DFF}'
            | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}'
    );
    is_of_script && !has_effect(c)
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
    fn joiners_within_words_are_shown() {
        let name = "\u{639}\u{644}\u{6cc}\u{200c}\u{631}\u{636}\u{627}";
        let sinhala = "\u{dc1}\u{dca}\u{200d}\u{dbb}\u{dd3}";
        assert_eq!(escape(name), name);
        assert_eq!(escape(sinhala), sinhala);
        for (text, shown) in [
            ("a\u{200c}b", "a\\u{200c}b"),
            ("\u{639}\u{200d}", "\u{639}\\u{200d}"),
            ("\u{639}\u{200d}\u{200d}\u{639}", "\u{639}\\u{200d}\\u{200d}\u{639}"),
            ("\u{639}\u{61c}\u{200d}\u{639}", "\u{639}\\u{61c}\\u{200d}\u{639}"),
            ("\u{639}\u{202e}\u{639}", "\u{639}\\u{202e}\u{639}"),
        ] {
            assert_eq!(escape(text), shown);
        }
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
