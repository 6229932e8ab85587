//! White space between the words of a text. Its amount has no meaning: it comes from line breaks.

use std::borrow::Cow;

/// Returns the text with one blank for each run of ASCII white space, and none at its beginning and end. Other white
/// space, such as U+00A0, is a part of the words.
///
/// ```
/// use pgn_syntax::white_space::squeezed;
///
/// assert_eq!(squeezed(" a good\r\n  move\t"), "a good move");
/// assert_eq!(squeezed("10\u{a0}min"), "10\u{a0}min");
/// ```
#[must_use]
pub fn squeezed(text: &str) -> Cow<'_, str> {
    if is_squeezed(text) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.split_ascii_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns true if a text consists of words of printable ASCII with one blank between them, as nearly all do.
fn is_squeezed(text: &str) -> bool {
    let mut before = b' ';
    let is_plain = text.bytes().all(|byte| {
        let fits = matches!(byte, b' '..=b'~') && (byte != b' ' || before != b' ');
        before = byte;
        fits
    });
    is_plain && (before != b' ' || text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squeezed_texts_are_not_copied() {
        for text in ["", "a", "a b", "[%clk 0:01:00]"] {
            assert!(matches!(squeezed(text), Cow::Borrowed(it) if it == text), "{text}");
        }
    }

    #[test]
    fn runs_become_blanks() {
        for (text, expect) in [
            (" ", ""),
            (" a", "a"),
            ("a ", "a"),
            ("a  b", "a b"),
            ("a\tb", "a b"),
            ("a\nb", "a b"),
            ("\u{e9}\r\n\u{e9}", "\u{e9} \u{e9}"),
            ("a\u{a0} b", "a\u{a0} b"),
            ("\u{1}", "\u{1}"),
        ] {
            assert_eq!(squeezed(text), expect, "{text:?}");
        }
    }
}
