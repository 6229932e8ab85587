//! Lookalikes: characters of other scripts that look like the letters, digits and signs of moves.

/// Returns the ASCII character that looks like the character `code`, if it is used in moves; `None`
/// otherwise.
///
/// Covers Cyrillic, Greek and full-width letters, and some letters of the phonetic alphabet.
///
/// ```
/// use pgn_syntax::look_alike::look_alike;
///
/// // The Cyrillic letter.
/// assert_eq!(look_alike('е'.into()), Some('e'));
/// assert_eq!(look_alike('e'.into()), None);
/// ```
#[must_use]
pub fn look_alike(code: u32) -> Option<char> {
    // The full-width forms of `!` to `~` are in the order of ASCII.
    if let 0xFF01..=0xFF5E = code {
        return char::from_u32(code - 0xFF01 + 0x21);
    }
    let ascii = match char::from_u32(code)? {
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' | 'Ϲ' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'К' | 'Κ' => 'K',
        'Ν' => 'N',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ԛ' => 'Q',
        'а' | 'α' | 'ɑ' => 'a',
        'Ь' | 'ь' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'о' | 'ο' => 'o',
        'х' | 'χ' | 'Х' | 'Χ' => 'x',
        'З' | 'з' => '3',
        'б' => '6',
        _ => return None,
    };
    Some(ascii)
}

/// Returns true for a character of zero width, which can stand invisibly inside a word.
#[must_use]
pub fn has_no_width(code: u32) -> bool {
    matches!(code, 0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064 | 0xFE0E | 0xFE0F | 0xFEFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_lookalikes() {
        let ascii = |text: &str| -> String {
            text.chars().map(|char| look_alike(char.into()).unwrap_or(char)).collect()
        };
        assert_eq!(ascii("Nе7 Ｎｃ６ Ν Вс4 О-О ＃"), "Ne7 Nc6 N Bc4 O-O #");
        // Letters with a shape of their own are no lookalikes.
        assert_eq!(ascii("ФЛфлδЖ ♘é"), "ФЛфлδЖ ♘é");
    }
}
