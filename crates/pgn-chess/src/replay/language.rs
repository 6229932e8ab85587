//! Piece letters of other languages (8.2.3.2 and the table of section 17).

use pgn_syntax::look_alike::look_alike;

use crate::positions::moves::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};

/// A language whose piece letters can be read.
///
/// ```
/// use pgn_chess::{Language, shakmaty::Role};
///
/// assert_eq!(Language::find("German"), Language::find("de"));
/// assert_eq!(Language::find("de").unwrap().letters(Role::Knight), "S");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Language(u8);

/// Code, name, and the letters of pawn, knight, bishop, rook, queen and king. English is followed by the others by the
/// number of games in them, as far as archives tell: of several that fit, the first is the likeliest.
const LANGUAGES: &[(&str, &str, [&str; 6])] = &[
    ("en", "English", ["P", "N", "B", "R", "Q", "K"]),
    ("de", "German", ["B", "S", "L", "T", "D", "K"]),
    ("fr", "French", ["P", "C", "F", "T", "D", "R"]),
    ("es", "Spanish", ["P", "C", "A", "T", "D", "R"]),
    ("nl", "Dutch", ["O", "P", "L", "T", "D", "K"]),
    // The pawn has no letter.
    ("ru", "Russian", ["", "К", "С", "Л", "Ф", "Кр"]),
    ("it", "Italian", ["P", "C", "A", "T", "D", "R"]),
    ("pl", "Polish", ["P", "S", "G", "W", "H", "K"]),
    ("hu", "Hungarian", ["G", "H", "F", "B", "V", "K"]),
    ("cs", "Czech", ["P", "J", "S", "V", "D", "K"]),
    ("sv", "Swedish", ["B", "S", "L", "T", "D", "K"]),
    ("da", "Danish", ["B", "S", "L", "T", "D", "K"]),
    ("pt", "Portuguese", ["P", "C", "B", "T", "D", "R"]),
    ("no", "Norwegian", ["B", "S", "L", "T", "D", "K"]),
    ("ro", "Romanian", ["P", "C", "N", "T", "D", "R"]),
    ("fi", "Finnish", ["P", "R", "L", "T", "D", "K"]),
    ("is", "Icelandic", ["P", "R", "B", "H", "D", "K"]),
    ("et", "Estonian", ["P", "R", "O", "V", "L", "K"]),
    ("el", "Greek", ["Σ", "Ι", "Α", "Π", "Β", "Ρ"]),
];

const ROLES: [u8; 6] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];

impl Language {
    /// English, the language of PGN.
    pub const ENGLISH: Language = Language(0);

    /// Returns all languages: English, then the others from the most to the least frequent in games.
    pub fn all() -> impl Iterator<Item = Language> {
        (0_u8..).take(LANGUAGES.len()).map(Language)
    }

    /// Returns the language with a code (`de`) or an English name (`German`), ignoring case; `None` if there
    /// is none.
    #[must_use]
    pub fn find(text: &str) -> Option<Language> {
        Language::all().find(|language| {
            language.code().eq_ignore_ascii_case(text) || language.name().eq_ignore_ascii_case(text)
        })
    }

    /// Returns the two-letter code.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.entry().0
    }

    /// Returns the English name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().1
    }

    /// Returns the letters for a role, in Latin or Cyrillic; empty for a pawn without a letter.
    #[must_use]
    pub fn letters(self, role: shakmaty::Role) -> &'static str {
        let number = usize::from(crate::positions::moves::number_of(role));
        self.entry().2.get(number - 1).copied().unwrap_or_default()
    }

    /// Returns a move in SAN with the piece letters of this language.
    ///
    /// ```
    /// use pgn_chess::Language;
    ///
    /// assert_eq!(Language::find("de").unwrap().spell("Nbd7"), "Sbd7");
    /// ```
    #[must_use]
    pub fn spell(self, san: &str) -> String {
        let mut text = String::with_capacity(san.len() + 2);
        for letter in san.chars() {
            match shakmaty::Role::from_char(letter).filter(|_| letter.is_ascii_uppercase()) {
                Some(role) => text.push_str(self.letters(role)),
                None => text.push(letter),
            }
        }
        text
    }

    /// Returns the role whose letters a move in this language begins with, and `None` if it begins with other text.
    ///
    /// ```
    /// use pgn_chess::{Language, shakmaty::Role};
    ///
    /// let russian = Language::find("ru").unwrap();
    /// assert_eq!(russian.role_of("Кf3"), Some(Role::Knight));
    /// assert_eq!(russian.role_of("Крf1"), Some(Role::King));
    /// assert_eq!(russian.role_of("e4"), None);
    /// ```
    #[must_use]
    pub fn role_of(self, text: &str) -> Option<shakmaty::Role> {
        let first: Vec<char> = text.chars().take(2).collect();
        self.role(&first).map(|(role, _)| crate::positions::moves::role_of(role))
    }

    /// Returns true if two languages have the same letters, as German and Danish.
    #[must_use]
    pub fn has_same_letters_as(self, other: Language) -> bool {
        self.entry().2 == other.entry().2
    }

    /// Returns true if each of some letters, or the letter that it looks like, is a piece in this language, or the `P` of a
    /// pawn.
    fn has_letters(self, letters: &[char]) -> bool {
        let [pawn, pieces @ ..] = &self.entry().2;
        let has = |letter: char| {
            pieces.iter().any(|it| it.starts_with(letter)) || letter == 'P' && *pawn == "P"
        };
        letters.iter().all(|&letter| has(letter) || look_alike(letter.into()).is_some_and(has))
    }

    /// Returns true if moves with these letters may be in this language and not in English: each letter is a piece of the
    /// language, and not all of them are one letter of English. A game in English with a typing error can have no other
    /// letter than `N`, which is a piece of Romanian.
    ///
    /// ```
    /// use pgn_chess::Language;
    ///
    /// let [german, romanian] = ["de", "ro"].map(|code| Language::find(code).unwrap());
    /// assert!(german.is_likely(&['S', 'L', 'K']));
    /// assert!(!german.is_likely(&['S', 'N']));
    /// assert!(romanian.is_likely(&['C', 'N']));
    /// assert!(!romanian.is_likely(&['N']));
    /// ```
    #[must_use]
    pub fn is_likely(self, letters: &[char]) -> bool {
        let is_telling = match letters {
            [] => false,
            [letter] => !"NBRQK".contains(*letter),
            _ => true,
        };
        self != Language::ENGLISH && is_telling && self.has_letters(letters)
    }

    /// Returns the first language that has all letters of a game but one, and this letter; `None` if there is none, or if
    /// a language has all of them. Two of the letters must not be English: one of them can be a slip in an English game.
    ///
    /// ```
    /// use pgn_chess::Language;
    ///
    /// let german = Language::find("de").unwrap();
    /// assert_eq!(Language::nearest(&['L', 'Q', 'S']), Some((german, 'Q')));
    /// assert_eq!(Language::nearest(&['L', 'S']), None);
    /// assert_eq!(Language::nearest(&['N', 'B', 'R', 'S']), None);
    /// ```
    #[must_use]
    pub fn nearest(letters: &[char]) -> Option<(Language, char)> {
        if Language::all().any(|language| language.has_letters(letters)) {
            return None;
        }
        let mut others = Language::all().filter(|language| *language != Language::ENGLISH);
        others.find_map(|language| {
            let mut odd = letters.iter().filter(|letter| !language.has_letters(&[**letter]));
            let (&one, None) = (odd.next()?, odd.next()) else { return None };
            let is_foreign = |letter: &&char| **letter != one && !"NBRQK".contains(**letter);
            (letters.iter().filter(is_foreign).count() > 1).then_some((language, one))
        })
    }

    fn entry(self) -> &'static (&'static str, &'static str, [&'static str; 6]) {
        LANGUAGES.get(usize::from(self.0)).unwrap_or(&LANGUAGES[0])
    }

    /// Returns the role whose letters begin the text, and the number of these characters.
    pub(crate) fn role(self, text: &[char]) -> Option<(u8, usize)> {
        let &first = text.first()?;
        if self.code() == "ru" {
            return russian(first, text.get(1).copied());
        }
        let at = self.entry().2.iter().position(|letters| letters.starts_with(first))?;
        Some((*ROLES.get(at)?, 1))
    }
}

/// Returns the role of a Russian letter, which may also be a byte of Windows-1251, KOI8-R, IBM866 or Mac Cyrillic as one
/// character.
fn russian(first: char, second: Option<char>) -> Option<(u8, usize)> {
    let role = match first {
        'К' | '\u{CA}' | '\u{EB}' | '\u{8A}' => {
            let second_of_king =
                ['р', 'Р', '\u{F0}', '\u{D0}', '\u{D2}', '\u{F2}', '\u{E0}', '\u{90}'];
            let is_king = second.is_some_and(|second| second_of_king.contains(&second));
            return Some(if is_king { (KING, 2) } else { (KNIGHT, 1) });
        }
        'С' | '\u{D1}' | '\u{F3}' | '\u{91}' => BISHOP,
        'Л' | '\u{CB}' | '\u{EC}' | '\u{8B}' => ROOK,
        'Ф' | '\u{D4}' | '\u{E6}' | '\u{94}' => QUEEN,
        _ => return None,
    };
    Some((role, 1))
}

/// Returns true if a language has a piece with this letter.
pub(crate) fn is_piece_letter(letter: char) -> bool {
    LANGUAGES.iter().any(|(_, _, roles)| roles.iter().any(|letters| letters.starts_with(letter)))
        || russian(letter, None).is_some()
        || matches!(letter, 'п' | 'П' | 'Е')
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Role;

    #[test]
    fn reads_letters_of_each_language() {
        assert_eq!(Language::find("en"), Some(Language::ENGLISH));
        let german = Language::find("de").unwrap();
        assert_eq!(german.letters(Role::Knight), "S");
        assert_eq!(german.role(&['L', 'b', '5']), Some((BISHOP, 1)));
        let russian = Language::find("Russian").unwrap();
        assert_eq!(russian.letters(Role::King), "Кр");
        assert_eq!(russian.role(&['К', 'р', 'e']), Some((KING, 2)));
        assert_eq!(russian.letters(Role::Pawn), "");
        for language in Language::all().filter(|&language| language != russian) {
            for role in Role::ALL {
                let text: Vec<char> = language.letters(role).chars().collect();
                let number = crate::positions::moves::number_of(role);
                assert_eq!(language.role(&text), Some((number, 1)), "{} {role:?}", language.name());
            }
        }
    }
}
