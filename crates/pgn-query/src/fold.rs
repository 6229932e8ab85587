//! Text without case, accents, blanks and punctuation: what two databases write alike.

use unicode_normalization::UnicodeNormalization as _;

/// `text` in lower case, letters and digits alone, accents taken off.
#[must_use]
pub fn fold(text: &str) -> String {
    fold_but(text, |_| false)
}

/// The same, with the characters that `is_kept` keeps as they are.
pub(crate) fn fold_but(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            // Letters that are no other letter with an accent.
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'þ' => folded.push_str("th"),
            c if c.is_alphanumeric() || is_kept(c) => folded.push(c),
            _ => (),
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_folded() {
        assert_eq!(fold("O'Kelly de Galway, Albéric"), "okellydegalwayalberic");
        assert_eq!(fold("Kowalski, Łukasz"), "kowalskilukasz");
        assert_eq!(fold("Großmeister ﬁ"), "grossmeisterfi");
        assert_eq!(fold("Карпов"), "карпов");
        assert_eq!(fold_but("Réti*", |c| c == '*'), "reti*");
    }
}
