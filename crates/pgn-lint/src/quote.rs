//! Quotations of the input in messages.

use std::{borrow::Cow, cell::Cell};

use pgn_syntax::Fallback;

/// Maximum length of a quotation of the input, in characters.
const QUOTE_LEN: usize = 40;

thread_local! {
    /// The character set of the text that this thread checks, for strings that are not UTF-8. Nearly every rule quotes, most
    /// of them in functions that have only the bytes.
    static CHARSET: Cell<Fallback> = const { Cell::new(Fallback::WINDOWS_1252) };
}

/// Sets the character set in which this thread decodes quotations that are not UTF-8.
pub(crate) fn set_charset(charset: Fallback) {
    CHARSET.set(charset);
}

/// Returns bytes of the input as quoted in messages: in backquotes, on one line, shortened if long.
#[must_use]
pub fn quote(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(4 * QUOTE_LEN)];
    let text = decode(shown, shown.len() < bytes.len()).replace(['\n', '\r', '\t', '\u{B}'], " ");
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

/// Decodes bytes as UTF-8 or, if they are not UTF-8, in the character set of the checked text. If they are cut off, a part
/// of a character at the end is left out.
fn decode(bytes: &[u8], is_cut: bool) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(error) if is_cut && error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()])
        }
        Err(_) => CHARSET.get().decode(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_pieces_are_shortened() {
        assert_eq!(quote(b"Bb6"), "`Bb6`");
        assert_eq!(quote(b"R\xE9ti"), "`R\u{e9}ti`");
        assert_eq!(quote(b"1/2 - \xC2"), "`1/2 - \u{c2}`");
        assert_eq!(quote(b"a\nb"), "`a b`");
        set_charset(Fallback::find("windows-1251").unwrap());
        assert_eq!(
            (quote(b"\xCAf3"), quote("é".as_bytes())),
            ("`Кf3`".to_owned(), "`é`".to_owned())
        );
        let quoted = quote("é".repeat(100).as_bytes());
        assert_eq!(quoted, format!("`{}…`", "é".repeat(40)));
        assert_eq!(quote(&[b'x'; 40]), format!("`{}`", "x".repeat(40)));
        assert_eq!(quote(&[b'x'; 41]), format!("`{}…`", "x".repeat(40)));
    }
}
