//! Names of players, folded so that spelling variants compare equal.

use pgn_query::fold;
use pgn_syntax::{Fallback, Game, TagName, player_name::parts};

/// A player's name in parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The surname without case, accents, blanks and punctuation; empty if unknown.
    pub surname: String,
    /// The initials of the first two given names, as far as they are known.
    pub initials: [Option<char>; 2],
}

impl Name {
    /// Reads the names of both players.
    #[must_use]
    pub fn of_players(game: &Game, src: &[u8], fallback: Fallback) -> [Name; 2] {
        [TagName::WHITE, TagName::BLACK].map(|name| Name::read(&game.value(src, name), fallback))
    }

    /// Reads the value of a White or Black tag: `Carlsen, Magnus`, `Carlsen M.`, `Magnus Carlsen`.
    #[must_use]
    pub fn read(value: &[u8], fallback: Fallback) -> Name {
        let text = fallback.decode(value);
        let (surname, given) = parts(&text);
        let mut folded = fold_apart(&surname);
        // A surname of symbols, such as emoji, is itself; `???` and dashes are no name.
        if folded.is_empty() && surname.contains(is_symbol) {
            folded = surname.trim().to_owned();
        }
        Name { surname: folded, initials: initials(&given) }
    }
}

/// Returns the letters and digits of a surname without case and accents. Adjacent numbers stay separate, so that
/// `Stockfish 1.6` is not `Stockfish 16`.
fn fold_apart(surname: &str) -> String {
    if !surname.contains(|c: char| c.is_ascii_digit()) {
        return fold(surname);
    }
    let mut folded = String::with_capacity(surname.len());
    let words = surname.split(|c: char| !c.is_alphanumeric());
    words.for_each(|word| push_word(&fold(word), &mut folded));
    folded
}

/// Appends a word to a key, with a blank between two numbers.
pub(crate) fn push_word(word: &str, key: &mut String) {
    let ends_with_digit = key.ends_with(|c: char| c.is_ascii_digit());
    if ends_with_digit && word.starts_with(|c: char| c.is_ascii_digit()) {
        key.push(' ');
    }
    key.push_str(word);
}

/// Returns true for a symbol: an arrow, a chess figure, an emoji.
fn is_symbol(c: char) -> bool {
    matches!(c, '\u{2190}'..='\u{2BFF}' | '\u{1F000}'..='\u{1FAFF}')
}

fn initials(given: &str) -> [Option<char>; 2] {
    let mut letters = given
        .split(|c: char| c.is_whitespace() || matches!(c, '.' | '-' | ','))
        .filter_map(|word| fold(word).chars().next())
        .filter(|c| c.is_alphabetic());
    [letters.next(), letters.next()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(value: &str, surname: &str, expect: &str) {
        let name = Name::read(value.as_bytes(), Fallback::default());
        let initials: String = name.initials.iter().flatten().collect();
        assert_eq!((name.surname.as_str(), initials.as_str()), (surname, expect), "{value}");
    }

    #[test]
    fn names() {
        check("Carlsen, Magnus", "carlsen", "m");
        check("Carlsen,M", "carlsen", "m");
        check("CARLSEN, M. H.", "carlsen", "mh");
        check("Carlsen M.", "carlsen", "m");
        check("Carlsen M.H.", "carlsen", "mh");
        check("Magnus Carlsen", "carlsen", "m");
        check("Vachier-Lagrave, Maxime", "vachierlagrave", "m");
        check("Vachier Lagrave, M", "vachierlagrave", "m");
        check("Černý, Jan", "cerny", "j");
        check("Kowalski, Łukasz", "kowalski", "l");
        check("Şükrü, Ayşe", "sukru", "a");
        check("Kasparov", "kasparov", "");
        check("O'Kelly de Galway, Albéric", "okellydegalway", "a");
        check("Ding, Jean-Paul", "ding", "jp");
        check("Ding Liren", "ding", "l");
        check("?", "", "");
        check("???", "", "");
        check("\u{2014}", "", "");
        check("?, Jos\u{e9}", "", "j");
        check("\u{2654}\u{2655}", "\u{2654}\u{2655}", "");
        check("", "", "");
        check("a:b, c", "abc", "");
        check("Stockfish 16", "stockfish16", "");
        check("Stockfish 1.6", "stockfish1 6", "");
        check("Stockfish 16 64-bit", "stockfish16 64bit", "");
        check("Hao(ZJ) Wang", "wang", "h");
        check("Wang,Hao(ZJ)", "wang", "h");
        check("Стефанова, Антоанета", "стефанова", "а");
    }

    #[test]
    fn eight_bit_names_are_folded_like_utf_8() {
        let latin1 = Name::read(b"R\xE9ti, Richard", Fallback::default());
        assert_eq!(latin1, Name::read("Réti, Richard".as_bytes(), Fallback::default()));
    }
}
