//! Letters with marks: windows-1258 has a letter and its tone as two characters, Unicode text mostly has them as one.

use unicode_normalization::{
    UnicodeNormalization as _,
    char::{compose as composed, decompose_canonical},
};

/// The tones, as combining characters: grave, acute, tilde, hook and dot below.
const TONES: [char; 5] = ['\u{300}', '\u{301}', '\u{303}', '\u{309}', '\u{323}'];

/// Returns `text` with a letter and its tone as one character.
pub(crate) fn compose(text: &str) -> String {
    text.nfc().collect()
}

/// Returns the letter and the tone of a character; `None` if it has no tone.
pub(crate) fn letter_and_tone(c: char) -> Option<(char, char)> {
    let (mut letter, mut tone) = (None, None);
    let mut is_other = false;
    decompose_canonical(c, |part| match letter {
        None => letter = Some(part),
        Some(_) if TONES.contains(&part) && tone.is_none() => tone = Some(part),
        Some(base) => {
            letter = composed(base, part).or(Some(base));
            is_other |= letter == Some(base);
        }
    });
    letter.zip(tone).filter(|_| !is_other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_have_one_tone_or_none() {
        for (c, expected) in [
            ('ễ', Some(('ê', '\u{303}'))),
            ('ệ', Some(('ê', '\u{323}'))),
            ('ờ', Some(('ơ', '\u{300}'))),
            ('Ắ', Some(('Ă', '\u{301}'))),
            ('ý', Some(('y', '\u{301}'))),
            ('ê', None),
            ('đ', None),
            ('a', None),
            ('ł', None),
        ] {
            assert_eq!(letter_and_tone(c), expected, "{c}");
        }
        assert_eq!(compose("Nguye\u{302}\u{303}n"), "Nguyễn");
    }
}
