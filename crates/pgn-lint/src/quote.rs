//! Quotations of the input in messages.

use std::borrow::Cow;

use pgn_syntax::Fallback;

/// Maximum length of a quotation of the input, in characters.
const QUOTE_LEN: usize = 40;

/// Returns bytes of the input as quoted in messages: in backquotes, on one line, shortened if long. `charset`: the
/// character set of bytes that are not UTF-8.
#[must_use]
pub(crate) fn quote(bytes: &[u8], charset: Fallback) -> String {
    let shown = &bytes[..bytes.len().min(4 * QUOTE_LEN)];
    let is_cut = shown.len() < bytes.len();
    let text = decode(shown, is_cut, charset).replace(['\n', '\r', '\t', '\u{B}'], " ");
    match text.char_indices().nth(QUOTE_LEN) {
        Some((end, _)) => format!("`{}…`", &text[..end]),
        None if is_cut => format!("`{text}…`"),
        None => format!("`{text}`"),
    }
}

/// Decodes bytes as UTF-8 or, if they are not UTF-8, in `charset`. If they are cut off, a part of a character at the end is
/// left out.
fn decode(bytes: &[u8], is_cut: bool, charset: Fallback) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) if is_cut && error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()])
        }
        Err(_) => charset.decode(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pieces_are_shortened() {
        let quote = |bytes: &[u8]| quote(bytes, Fallback::WINDOWS_1252);
        assert_eq!(quote(b"Bb6"), "`Bb6`");
        assert_eq!(quote(b"R\xE9ti"), "`R\u{e9}ti`");
        assert_eq!(quote(b"1/2 - \xC2"), "`1/2 - \u{c2}`");
        assert_eq!(quote(b"a\nb"), "`a b`");
        let russian = Fallback::find("windows-1251").unwrap();
        assert_eq!(super::quote(b"\xCAf3", russian), "`Кf3`");
        assert_eq!(super::quote("é".as_bytes(), russian), "`é`");
        let quoted = quote("é".repeat(100).as_bytes());
        assert_eq!(quoted, format!("`{}…`", "é".repeat(40)));
        assert_eq!(quote(&[b'x'; 40]), format!("`{}`", "x".repeat(40)));
        assert_eq!(quote(&[b'x'; 41]), format!("`{}…`", "x".repeat(40)));
    }
}
