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
/// Without a comma, the surname is the last word, or the first one before initials and in names such as `Wei Yi`. A name
/// with a digit or one of the signs `/+&(@_` is that of a program, an account or a team: all of it is the surname. A
/// last word in parentheses is left out, and capital letters in parentheses that are glued to a word show no program.
///
/// ```
/// use pgn_syntax::player_name::parts;
///
/// assert_eq!(parts("Carlsen, Magnus"), ("Carlsen".into(), "Magnus".into()));
/// assert_eq!(parts("Magnus Carlsen"), ("Carlsen".into(), "Magnus".into()));
/// assert_eq!(parts("Carlsen M.H."), ("Carlsen".into(), "M.H.".into()));
/// assert_eq!(parts("Ding Liren"), parts("Ding, Liren"));
/// assert_eq!(parts("Stockfish 16 64-bit"), ("Stockfish 16 64-bit".into(), "".into()));
/// assert_eq!(parts("Deep Blue (Computer)"), parts("Deep Blue"));
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
    let text = without_parentheses(text);
    if is_program(text) {
        return (text.into(), "".into());
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

/// Returns a name without a rating or a word of letters in parentheses at its end: `Carlsen (2850)`, `Shirov (ESP)`.
fn without_parentheses(text: &str) -> &str {
    let end = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    let Some((name, word)) = end else { return text };
    let is_rating = word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_left_out = is_rating || word.chars().all(char::is_alphabetic);
    if is_left_out && !name.is_empty() { name.trim_end() } else { text }
}

/// Returns true if a name without a comma is not that of a person.
fn is_program(text: &str) -> bool {
    let is_sign = |c: char| c.is_ascii_digit() || "/+&(@_".contains(c);
    text.contains(is_sign)
        && text.split_whitespace().any(|word| without_province(word).contains(is_sign))
}

/// Returns a word without the capital letters in parentheses glued to it, by which namesakes are told apart:
/// `Hao(ZJ) Wang`.
fn without_province(word: &str) -> &str {
    let end = word.strip_suffix(')').and_then(|word| word.split_once('('));
    let Some((name, province)) = end else { return word };
    let is_province =
        (1..=3).contains(&province.len()) && province.bytes().all(|byte| byte.is_ascii_uppercase());
    if is_province && name.chars().count() > 1 { name } else { word }
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
            ("Stockfish 16 64-bit 8CPU", "Stockfish 16 64-bit 8CPU", ""),
            ("Lc0 M", "Lc0 M", ""),
            ("Fritz 5.32 (Computer)", "Fritz 5.32", ""),
            ("Rebel10 (exp)", "Rebel10", ""),
            ("Deep Blue (Computer)", "Blue", "Deep"),
            ("Shirov Alexei (ESP)", "Alexei", "Shirov"),
            ("Crafty (19.03)", "Crafty (19.03)", ""),
            ("Stockfish 16 (3500)", "Stockfish 16", ""),
            ("Fritz (PC) Hiarcs", "Fritz (PC) Hiarcs", ""),
            ("Hao(ZJ) Wang", "Wang", "Hao(ZJ)"),
            ("Wang Hao(ZJ)", "Wang", "Hao"),
            ("Shuang(HLJ) Wu", "Wu", "Shuang(HLJ)"),
            ("X(ZJ) 2000", "X(ZJ) 2000", ""),
            ("Fritz(8) Bonn", "Fritz(8) Bonn", ""),
            ("A(B) Team", "A(B) Team", ""),
            ("(Computer)", "(Computer)", ""),
            ("Tal / Botvinnik", "Tal / Botvinnik", ""),
            ("Magnus Carlsen (2850)", "Carlsen", "Magnus"),
            ("Carlsen M (2850)", "Carlsen", "M"),
            ("Carlsen, Magnus (2850)", "Carlsen", "Magnus (2850)"),
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
