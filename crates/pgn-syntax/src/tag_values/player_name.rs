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

/// Abbreviations of provinces and cities of China, in order: namesakes are told apart by them.
const PROVINCES: [&str; 40] = [
    "AH", "BJ", "CQ", "FJ", "GD", "GS", "GX", "GZ", "HAN", "HB", "HEB", "HEN", "HLJ", "HN", "HUB",
    "HUN", "HZ", "JL", "JS", "JX", "LN", "NB", "NMG", "NX", "QD", "QH", "SAX", "SC", "SD", "SH",
    "SX", "SZ", "TJ", "WH", "WX", "WZ", "XJ", "XZ", "YN", "ZJ",
];

/// Words that join the words beside them to one surname, as in `Van der Wiel J` and `Rosselli del Turco S`, in order.
const PARTICLES: [&str; 43] = [
    "'t", "abdel", "abu", "al", "ben", "bin", "da", "dal", "de", "del", "della", "den", "der",
    "di", "do", "dos", "du", "el", "har", "ibn", "jr", "la", "las", "le", "los", "mac", "mc", "o",
    "san", "santa", "santo", "sr", "st", "te", "ten", "ter", "van", "vd", "vom", "von", "zu",
    "zum", "zur",
];

/// Returns the surname and the given names as they are written, empty where unknown. A value with
/// several players is returned as one surname.
///
/// Without a comma, the surname is the last word but for `Jr` and `Sr`. If initials come last, and in names such as
/// `Wei Yi`, it is the first word. Before initials, a particle such as `van` joins the words beside it. Initials are single
/// capitals, up to three with dots, or two without a vowel. A name with a digit or one of the signs `/+&(@_`, or with
/// initials and `Comp` before them, is that of a program, an account or a team: all of it is the surname. A last word
/// in parentheses is left out.
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
    let is_junior =
        |last: &&str| ["jr", "sr"].contains(&&*last.trim_matches('.').to_ascii_lowercase());
    let junior = if words.len() > 2 { words.pop_if(|last| is_junior(last)) } else { None };
    let n_given = words[1..].iter().rev().take_while(|word| is_initials(word)).count();
    let surname = if n_given > 0 {
        words
            .drain(..words_of_surname(&words[..words.len() - n_given]))
            .collect::<Vec<_>>()
            .join(" ")
    } else if words.len() > 1 && FIRST.binary_search(&&*words[0].to_ascii_lowercase()).is_ok() {
        words.remove(0).to_owned()
    } else {
        words.pop().unwrap_or_default().to_owned()
    };
    words.extend(junior);
    (surname.into(), words.join(" ").into())
}

/// Returns true for the last word of `Carlsen M`, `Carlsen M.H.` and `Petrosian TL`. `Ng` and `Li` are surnames.
fn is_initials(word: &str) -> bool {
    let letters = word.trim_matches('.');
    let n = letters.chars().filter(|&c| c != '.' && c != '-').count();
    let has_no_vowel = n == 2 && word != "NG" && !word.contains(|c| "AEIOUY".contains(c));
    (n == 1 || ((2..=3).contains(&n) && word.contains('.')) || (has_no_vowel && word.is_ascii()))
        && letters.chars().all(|c| c.is_uppercase() || c == '.' || c == '-')
}

/// Returns the number of words of the surname with which a name before initials begins.
fn words_of_surname(words: &[&str]) -> usize {
    let is_particle = |word: &&str| {
        let word = word.trim_matches('.').to_ascii_lowercase();
        PARTICLES.binary_search(&&*word).is_ok()
    };
    let mut n_words = words.len().min(1);
    while n_words < words.len()
        && (is_particle(&words[n_words - 1]) || is_particle(&words[n_words]))
    {
        n_words += 1;
    }
    n_words
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
    let is_computer = |(first, rest): (&str, &str)| {
        ["comp", "computer"].contains(&&*first.to_ascii_lowercase())
            && rest.split_whitespace().next_back().is_some_and(is_initials)
    };
    if text.split_once(' ').is_some_and(is_computer) {
        return true;
    }
    text.contains(is_sign)
        && text.split_whitespace().any(|word| without_province(word).contains(is_sign))
}

/// Returns a word without the province in parentheses glued to it: `Hao(ZJ) Wang`.
fn without_province(word: &str) -> &str {
    let end = word.strip_suffix(')').and_then(|word| word.split_once('('));
    let Some((name, province)) = end else { return word };
    if PROVINCES.binary_search(&province).is_ok() && name.chars().count() > 1 { name } else { word }
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
            ("Komodo(MP) Dev", "Komodo(MP) Dev", ""),
            ("Deep(WM) Fritz", "Deep(WM) Fritz", ""),
            ("(Computer)", "(Computer)", ""),
            ("Tal / Botvinnik", "Tal / Botvinnik", ""),
            ("Magnus Carlsen (2850)", "Carlsen", "Magnus"),
            ("Carlsen M (2850)", "Carlsen", "M"),
            ("Carlsen, Magnus (2850)", "Carlsen", "Magnus (2850)"),
            ("Fischer Robert J.", "Fischer", "Robert J."),
            ("Nunn John D M", "Nunn", "John D M"),
            ("Nunn J.D.M.", "Nunn", "J.D.M."),
            ("Van Wely L", "Van Wely", "L"),
            ("Van der Wiel J", "Van der Wiel", "J"),
            ("Van Scheltinga Theo D", "Van Scheltinga", "Theo D"),
            ("Rosselli del Turco S", "Rosselli del Turco", "S"),
            ("Petrosian TL", "Petrosian", "TL"),
            ("Peter NG", "NG", "Peter"),
            ("Magnus LI", "LI", "Magnus"),
            ("Vidmar Jr", "Jr", "Vidmar"),
            ("Karolyi jr T", "Karolyi jr", "T"),
            ("Van 't Kruys M", "Van 't Kruys", "M"),
            ("Har Zvi R", "Har Zvi", "R"),
            ("Vidmar M Jr.", "Vidmar", "M Jr."),
            ("Milan Vidmar Sr", "Vidmar", "Milan Sr"),
            ("COMP Rebel X", "COMP Rebel X", ""),
            ("Comp BP", "Comp BP", ""),
            ("Comp Zarkov", "Zarkov", "Comp"),
            ("Compton J", "Compton", "J"),
            ("Jr", "Jr", ""),
            ("M", "M", ""),
            ("?", "", ""),
        ] {
            assert_eq!(parts(text), (surname.into(), given.into()), "{text}");
        }
    }

    #[test]
    fn lists_are_sorted() {
        assert!(FIRST.is_sorted());
        assert!(PARTICLES.is_sorted());
        assert!(PROVINCES.is_sorted());
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
