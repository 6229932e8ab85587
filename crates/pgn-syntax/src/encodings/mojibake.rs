//! Mojibake: UTF-8 text that was decoded as Windows-1252 and encoded as UTF-8 again.

use std::ops::Range;

/// A text that was encoded twice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mojibake {
    /// The text that was meant.
    pub repaired: String,
    /// The byte range of the first character that was encoded twice.
    pub first: Range<usize>,
    /// The character that was meant there.
    pub meant: char,
}

/// Returns the text that was meant if every character beyond ASCII is part of one that was encoded twice;
/// `None` for any other text.
///
/// `None` also if the only sign of it is a single pair of characters that people write, such as a capital letter with
/// an accent before a closing quote.
#[must_use]
pub fn read(text: &str) -> Option<Mojibake> {
    if text.is_ascii() {
        return None;
    }
    let mut repaired = String::with_capacity(text.len());
    let mut bytes = Vec::new();
    let (mut n_found, mut is_sure, mut first) = (0, false, None);
    let mut at = 0;
    while at < text.len() {
        let n_ascii = text[at..].bytes().take_while(u8::is_ascii).count();
        repaired.push_str(&text[at..at + n_ascii]);
        at += n_ascii;
        // Each run of characters beyond ASCII must be UTF-8 when it is encoded in Windows-1252.
        let n_run = text[at..].bytes().take_while(|byte| !byte.is_ascii()).count();
        let run = &text[at..at + n_run];
        bytes.clear();
        for c in run.chars() {
            bytes.push(byte_of(c)?);
        }
        let meant = std::str::from_utf8(&bytes).ok()?;
        for c in meant.chars() {
            // Text holds no control characters.
            if c.is_control() {
                return None;
            }
            n_found += 1;
            // `Ã` or `Â` before such a character, or three matching bytes, are evidence enough.
            is_sure |= c.len_utf8() > 2 || u32::from(c) < 0x100 || is_letter_within(text, at, c);
            first.get_or_insert_with(|| {
                let len: usize = run.chars().take(c.len_utf8()).map(char::len_utf8).sum();
                (at..at + len, c)
            });
        }
        repaired.push_str(meant);
        at += n_run;
    }
    let (first, meant) = first.filter(|_| is_sure || n_found > 1)?;
    Some(Mojibake { repaired, first, meant })
}

/// Returns true if the pair of characters at `at` is the letter of Central Europe `meant`, within a word. Its first
/// character is then `Ä` or `Å`, and a small letter is before it (`iÄ‡`), or a letter is after the second one, which is
/// a sign that is not written between words (`Å¾u`).
fn is_letter_within(text: &str, at: usize, meant: char) -> bool {
    let mut pair = text[at..].chars();
    let (Some('Ä' | 'Å'), Some(second)) = (pair.next(), pair.next()) else { return false };
    let is_sign = !second.is_alphabetic() && !second.is_whitespace() && !BETWEEN.contains(second);
    let follows_small = text[..at].ends_with(char::is_lowercase);
    let is_before_letter = is_sign && pair.as_str().starts_with(char::is_alphabetic);
    meant.is_alphabetic() && (follows_small || is_before_letter)
}

/// Signs that are written between words, so that a capital may be before them.
const BETWEEN: &str = "“”„‘’‚«»‹›–—…•·";

/// Returns the text that was meant if `text` was encoded twice. See [`read`].
///
/// ```
/// use pgn_syntax::mojibake::repaired;
///
/// assert_eq!(repaired("RÃ©ti"), Some("Réti".to_owned()));
/// assert_eq!(repaired("Réti"), None);
/// ```
#[must_use]
pub fn repaired(text: &str) -> Option<String> {
    read(text).map(|twice| twice.repaired)
}

/// Returns the byte of a character in Windows-1252, or in Latin-1 if Windows-1252 has none.
fn byte_of(c: char) -> Option<u8> {
    if let Ok(byte @ (0x80..=0x9F | 0xA0..)) = u8::try_from(u32::from(c)) {
        return Some(byte);
    }
    let mut utf8 = [0; 4];
    let (bytes, _, has_unmapped) = encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut utf8));
    match (&*bytes, has_unmapped) {
        (&[byte], false) => Some(byte),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mends_text_that_was_encoded_twice() {
        let twice = |text: &str| encoding_rs::WINDOWS_1252.decode(text.as_bytes()).0.into_owned();
        for text in ["Jörg", "Kramnik – Anand", "Réti", "Таль", "São Paulo", "Ünal, Ő", "♔"]
        {
            assert_eq!(repaired(&twice(text)).as_deref(), Some(text), "{}", twice(text));
        }
        for sound in ["Jörg", "Réti", "Таль", "Ägypten", "„ABCÄ“", "x", "", "50 €", "déjà vu"]
        {
            assert_eq!(repaired(sound), None, "{sound}");
        }
        // A single letter of Central Europe is certain if it is within a word.
        for text in [
            "Gligorić, Svetozar", "Erdős, Viktor", "Kožul", "Żółw", "Kovač", "Pawłowski", "Žukov",
            "Doğan", "Krūms",
        ] {
            assert_eq!(repaired(&twice(text)).as_deref(), Some(text), "{}", twice(text));
        }
        for sound in ["„ABCÄ“", "ABCÄ“, x", "Å‘", "Ä–B", "TVÅ‚", "Å…", "Spaß“", "NÄ‡", "caféÄ"]
        {
            assert_eq!(repaired(sound), None, "{sound}");
        }
        let found = read(&format!("a {} b", twice("–ü"))).map(|it| (it.first, it.meant));
        assert_eq!(found, Some((2..10, '–')));
        // Text that was encoded three times is repaired once.
        assert_eq!(repaired(&twice(&twice("é"))), Some(twice("é")));
    }
}
