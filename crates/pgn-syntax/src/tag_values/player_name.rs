//! The parts of a player's name.

use std::borrow::Cow;

use crate::is_unknown_value;

/// Surnames that are written first also without a comma, as in `Wei Yi`: frequent ones of China and Vietnam that are not
/// given names elsewhere, in order.
const FIRST: [&str; 62] = [
    "bai", "bu", "cai", "cao", "chen", "cheng", "cui", "deng", "ding", "dong", "fang", "feng",
    "gao", "guo", "hoang", "hou", "hu", "huang", "huynh", "jiang", "ju", "lei", "li", "liang",
    "liao", "liu", "lu", "luo", "meng", "nguyen", "ni", "ning", "pan", "peng", "pham", "qi",
    "qian", "qin", "qiu", "ruan", "shen", "shi", "tang", "tian", "tran", "wang", "wei", "wu",
    "xiang", "xiao", "xie", "xiong", "xiu", "xu", "yang", "ye", "yu", "zeng", "zhang", "zhao",
    "zhou", "zhu",
];

/// Returns the surname and the given names as they are written, empty where unknown. A value with
/// several players is returned as one surname.
///
/// Without a comma, the surname is the last word, or the first one before initials and in names such as `Wei Yi`.
///
/// ```
/// use pgn_syntax::player_name::parts;
///
/// assert_eq!(parts("Carlsen, Magnus"), ("Carlsen".into(), "Magnus".into()));
/// assert_eq!(parts("Magnus Carlsen"), ("Carlsen".into(), "Magnus".into()));
/// assert_eq!(parts("Carlsen M.H."), ("Carlsen".into(), "M.H.".into()));
/// assert_eq!(parts("Ding Liren"), parts("Ding, Liren"));
/// ```
#[must_use]
pub fn parts(text: &str) -> (Cow<'_, str>, Cow<'_, str>) {
    let text = text.trim();
    if is_unknown_value(text.as_bytes()) {
        return ("".into(), "".into());
    }
    if text.contains(':') {
        return (text.into(), "".into());
    }
    if let Some((surname, given)) = text.split_once(',') {
        return (surname.trim_end().into(), given.trim_start().into());
    }
    let mut words: Vec<&str> = text.split_whitespace().collect();
    // `Carlsen M` and `Carlsen M.H.`: capitals at the end are initials.
    let is_initials = |word: &str| {
        let letters = word.trim_matches('.');
        let n = letters.chars().filter(|&c| c != '.' && c != '-').count();
        (n == 1 || (n == 2 && word.contains('.')))
            && letters.chars().all(|c| c.is_uppercase() || c == '.' || c == '-')
    };
    let n_given = words[1..].iter().rev().take_while(|word| is_initials(word)).count();
    if n_given > 0 {
        let given = words.split_off(words.len() - n_given);
        return (words.join(" ").into(), given.join(" ").into());
    }
    if let [first, given @ ..] = &words[..]
        && !given.is_empty()
        && FIRST.binary_search(&first.to_ascii_lowercase().as_str()).is_ok()
    {
        return ((*first).into(), given.join(" ").into());
    }
    let surname = words.pop().unwrap_or_default();
    (surname.into(), words.join(" ").into())
}

/// Returns the letters and digits of a name without case, so that spellings which differ in case, blanks or punctuation
/// compare equal. Letters with the same capital letters are one, such as `σ` and `ς`, and `ß` is `ss`. Accents stay.
///
/// ```
/// use pgn_syntax::player_name::letters;
///
/// assert_eq!(letters("O'Kelly de Galway"), "okellydegalway");
/// assert_eq!(letters("GROSS"), letters("Groß"));
/// ```
#[must_use]
pub fn letters(name: &str) -> String {
    if name.is_ascii() {
        let letters = name.bytes().filter(u8::is_ascii_alphanumeric);
        return letters.map(|byte| char::from(byte.to_ascii_lowercase())).collect();
    }
    let letters = name.chars().filter(|c| c.is_alphanumeric());
    letters.flat_map(char::to_uppercase).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surname_and_given_names() {
        for (text, surname, given) in [
            ("Carlsen, Magnus", "Carlsen", "Magnus"),
            ("Carlsen M.H.", "Carlsen", "M.H."),
            ("Magnus Carlsen", "Carlsen", "Magnus"),
            ("Nguyen Ngoc Truong Son", "Nguyen", "Ngoc Truong Son"),
            ("Jeffery Xiong", "Xiong", "Jeffery"),
            ("Xiong", "Xiong", ""),
            ("a:b, c", "a:b, c", ""),
            ("?", "", ""),
        ] {
            assert_eq!(parts(text), (surname.into(), given.into()), "{text}");
        }
    }

    #[test]
    fn surnames_that_come_first_are_sorted() {
        assert!(FIRST.is_sorted());
    }

    #[test]
    fn letters_have_no_case() {
        for (one, other) in [
            ("Tal, M.", "TAL,M"),
            ("Παπάς, Γ.", "ΠΑΠΆΣ, Γ"),
            ("Weiß, Karl", "WEISS, KARL"),
            ("Ćirić", "ĆIRIĆ"),
        ] {
            assert_eq!(letters(one), letters(other), "{one}");
        }
        assert_ne!(letters("Réti"), letters("Reti"));
    }
}
