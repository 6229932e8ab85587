//! Folding of text, so that spelling variants in different databases compare equal.

use unicode_normalization::UnicodeNormalization as _;

/// Returns the letters and digits of `text` in lower case and without accents.
#[must_use]
pub fn fold(text: &str) -> String {
    fold_but(text, |_| false)
}

/// Like [`fold`], but also keeps the characters for which `is_kept` returns true.
pub(crate) fn fold_but(text: &str, is_kept: impl Fn(char) -> bool) -> String {
    let mut folded = String::with_capacity(text.len());
    // Fast path: most names are ASCII, and every game has two.
    if text.is_ascii() {
        let lower = text.bytes().map(|byte| char::from(byte.to_ascii_lowercase()));
        folded.extend(lower.filter(|&c| c.is_ascii_alphanumeric() || is_kept(c)));
        return folded;
    }
    for c in text.nfkd().flat_map(char::to_lowercase) {
        match c {
            // Letters that Unicode does not decompose.
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' | 'ð' => folded.push('d'),
            'ħ' => folded.push('h'),
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            // The form at the end of a word has the same capital letter.
            'ς' => folded.push('σ'),
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
        assert_eq!(fold("ΠΑΠΆΣ"), fold("Παπάς"));
        assert_eq!(fold_but("Réti*", |c| c == '*'), "reti*");
    }
}
