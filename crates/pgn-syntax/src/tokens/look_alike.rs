//! Lookalikes: characters of other scripts that look like the letters, digits and signs of moves.

use std::borrow::Cow;

use crate::text::scan::char_at;

/// Returns the ASCII character that looks like the character `code`, if it is used in moves; `None`
/// otherwise.
///
/// Covers Cyrillic, Greek, full-width and mathematical letters, and some letters of the phonetic alphabet.
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
    if let Some(ascii) = mathematical(code) {
        return Some(ascii);
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

/// Returns the text with the full-width forms of ASCII as ASCII.
///
/// ```
/// use pgn_syntax::look_alike::in_ascii;
///
/// assert_eq!(&*in_ascii("２０１２．０５．１６".as_bytes()), b"2012.05.16");
/// ```
#[must_use]
pub fn in_ascii(text: &[u8]) -> Cow<'_, [u8]> {
    // The first byte of all of them.
    if memchr::memchr(0xEF, text).is_none() {
        return Cow::Borrowed(text);
    }
    let (mut out, mut at) = (Vec::with_capacity(text.len()), 0);
    while at < text.len() {
        let (code, len) = char_at(text, at);
        match code.checked_sub(0xFF01).and_then(|n| u8::try_from(n + 0x21).ok()) {
            Some(ascii @ b'!'..=b'~') => out.push(ascii),
            _ => out.extend_from_slice(&text[at..at + len]),
        }
        at += len;
    }
    Cow::Owned(out)
}

/// Returns the letter or digit that a character of the mathematical alphabets is a form of: bold, italic, script and so
/// on.
fn mathematical(code: u32) -> Option<char> {
    let (first, n) = match code {
        // 13 alphabets with the letters A to Z and a to z each.
        0x1D400..=0x1D6A3 => match (code - 0x1D400) % 52 {
            n @ 0..26 => ('A', n),
            n => ('a', n - 26),
        },
        0x1D7CE..=0x1D7FF => ('0', (code - 0x1D7CE) % 10),
        // Letters that were encoded before the alphabets, which have gaps in their places.
        _ => match char::from_u32(code)? {
            'ℬ' => ('B', 0),
            'ℂ' | 'ℭ' => ('C', 0),
            'ℰ' => ('E', 0),
            'ℋ' | 'ℌ' | 'ℍ' => ('H', 0),
            'ℕ' => ('N', 0),
            'ℙ' => ('P', 0),
            'ℚ' => ('Q', 0),
            'ℛ' | 'ℜ' | 'ℝ' => ('R', 0),
            'ℯ' => ('e', 0),
            'ℊ' => ('g', 0),
            'ℎ' => ('h', 0),
            'ℴ' => ('o', 0),
            _ => return None,
        },
    };
    char::from_u32(u32::from(first) + n)
}

/// Returns true for a hyphen, dash or minus.
pub(crate) fn is_dash(code: u32) -> bool {
    matches!(code, 0x2D | 0x2010..=0x2015 | 0x2212)
}

/// Returns true for a character of zero width, which can stand invisibly inside a word.
#[must_use]
pub fn has_no_width(code: u32) -> bool {
    matches!(code, 0xAD | 0x200B..=0x200F | 0x202A..=0x202E | 0x2060..=0x2064 | 0xFE0E | 0xFE0F | 0xFEFF)
}

/// Returns true for a character that is not shown, but has an effect: a control character, a direction mark, a separator
/// of lines, or a character without width.
///
/// ```
/// use pgn_syntax::look_alike::has_effect;
///
/// assert_eq!("a\u{202e}b\n".replace(has_effect, "?"), "a?b?");
/// ```
#[must_use]
pub fn has_effect(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{2069}' | '\u{FEFF}')
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
        assert_eq!(ascii("𝐍𝐜𝟔 𝑁𝑓3 𝙽𝚡𝚌𝟼 ℕ𝕔𝟞 𝓠ℎ4"), "Nc6 Nf3 Nxc6 Nc6 Qh4");
        // Letters with a shape of their own are no lookalikes.
        assert_eq!(ascii("ФЛфлδЖ ♘é"), "ФЛфлδЖ ♘é");
    }
}
