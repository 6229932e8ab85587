//! Characters of other scripts that look like the letters, digits and signs of moves.

/// Returns the ASCII character that the character `code` is drawn like, if it is one that moves are written
/// with: Cyrillic, Greek and full-width letters and a few of the phonetic alphabet.
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

/// Returns true for a character of no width, which may stand inside a word unseen.
#[must_use]
pub fn has_no_width(code: u32) -> bool {
    matches!(code, 0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064 | 0xFE0E | 0xFE0F | 0xFEFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_other_scripts() {
        let ascii = |text: &str| -> String {
            text.chars().map(|char| look_alike(char.into()).unwrap_or(char)).collect()
        };
        assert_eq!(ascii("Nе7 Ｎｃ６ Ν Вс4 О-О ＃"), "Ne7 Nc6 N Bc4 O-O #");
        // Letters of their own are nothing else.
        assert_eq!(ascii("ФЛфлδЖ ♘é"), "ФЛфлδЖ ♘é");
    }
}
