//! Text of the input made fit for a terminal.

use std::borrow::Cow;

/// UTF-8, or else one character a byte.
pub(super) fn decode(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

/// The character shown for one that would act on a terminal: one for one, so that columns stay.
pub(crate) fn visible_char(c: char) -> char {
    match c {
        '\t' => ' ',
        '\0'..='\x1F' => {
            char::from_u32(0x2400 + u32::from(c)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\x7F' => '\u{2421}',
        // C1, marks of direction, and what has no width.
        '\u{80}'..='\u{9F}'
        | '\u{200B}'..='\u{200F}'
        | '\u{2028}'..='\u{202E}'
        | '\u{2060}'..='\u{2069}'
        | '\u{FEFF}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// The text without characters that would act on a terminal.
pub(super) fn visible(text: &str) -> String {
    text.chars().map(visible_char).collect()
}

/// At most `max` characters.
pub(crate) fn shorten(text: &str, max: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max) {
        Some((end, _)) => Cow::Owned(format!("{}…", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_reaches_the_terminal_raw() {
        let all: String = (0..0x3000).filter_map(char::from_u32).collect();
        let shown = visible(&all);
        assert_eq!(shown.chars().count(), all.chars().count());
        assert!(!shown.chars().any(char::is_control));
        assert_eq!(visible("a\x1B[2J\u{202E}é\u{9B}"), "a␛[2J\u{FFFD}é\u{FFFD}");
    }
}
