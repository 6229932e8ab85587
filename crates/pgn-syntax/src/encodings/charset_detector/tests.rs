//! Names of many languages in many sets, drawn at random.

use std::collections::BTreeMap;

use super::*;
use crate::encodings::encoding::Charset;

/// Languages and words of them: names of players and places, and words of comments.
const NAMES: &str = include_str!("names.tsv");

/// Sets that text in other scripts than Chinese, Japanese and Korean is tried in.
const SINGLE_BYTE: &[&str] = &[
    "windows-1252", "windows-1250", "windows-1251", "iso-8859-2", "windows-1254", "windows-1257",
    "windows-1253", "iso-8859-15", "iso-8859-5", "koi8-r", "koi8-u", "ibm866", "cp850", "cp437",
    "cp852", "cp865", "macintosh", "x-mac-cyrillic", "windows-1255", "cp737", "cp775", "cp855",
    "cp857", "cp860", "cp861", "cp862", "cp863", "cp869", "cp1125", "kamenicky", "mazovia",
    "cwi-2", "x-mac-ce", "x-mac-croatian", "x-mac-greek", "x-mac-icelandic", "x-mac-romanian",
    "x-mac-turkish",
];

fn sets_of(language: &str) -> &'static [&'static str] {
    match language {
        "zh" => &["gbk"],
        "zh-Hant" => &["big5"],
        "ko" => &["euc-kr"],
        "ja" => &["shift_jis", "euc-jp"],
        "vi" => &["windows-1258"],
        "th" => &["windows-874"],
        "mt" | "eo" => &["iso-8859-3"],
        "cy" => &["iso-8859-14"],
        "se" => &["iso-8859-10", "iso-8859-4"],
        "ar" => &["windows-1256", "iso-8859-6"],
        "lv" | "lt" => &["windows-1257", "iso-8859-13", "iso-8859-4"],
        "ro" => &["windows-1250", "iso-8859-2", "iso-8859-16", "cp852"],
        _ => SINGLE_BYTE,
    }
}

/// Returns the word in the set with a label; `None` if the set lacks a character.
fn encode(label: &str, word: &str) -> Option<Vec<u8>> {
    let set = Fallback::find(label).unwrap();
    if !set.is_single_byte() {
        let (bytes, _, has_unmapped) =
            encoding_rs::Encoding::for_label(label.as_bytes()).unwrap().encode(word);
        return (!has_unmapped).then(|| bytes.into_owned());
    }
    let mut bytes = word.as_bytes().to_vec();
    (Charset::find(label).unwrap().encode(&mut bytes, 0) == 0).then_some(bytes)
}

/// Texts of a language in a set, drawn at random, with at least `n_high` bytes beyond ASCII; as they were and in
/// the set.
fn draw(words: &[Vec<u8>], n_high: usize, random: &mut fastrand::Rng) -> Vec<u8> {
    let mut text = Vec::new();
    while text.iter().filter(|byte: &&u8| !byte.is_ascii()).count() < n_high {
        text.extend_from_slice(random.choice(words).unwrap());
        text.push(b'\n');
    }
    text
}

#[test]
fn sets_of_names_are_found() {
    let mut random = fastrand::Rng::with_seed(20);
    let (mut n_texts, mut wrong) = (0, BTreeMap::<_, u32>::new());
    for line in NAMES.lines() {
        let (language, words) = line.split_once('\t').unwrap();
        let words: Vec<&str> = words.split(' ').collect();
        for label in sets_of(language) {
            let encoded: Vec<_> = words.iter().filter_map(|word| encode(label, word)).collect();
            // A set that lacks letters of a language was not used for it.
            if encoded.len() * 10 < words.len() * 8 {
                continue;
            }
            for _ in 0..5 {
                let text = draw(&encoded, 12, &mut random);
                let mut detector = CharsetDetector::default();
                detector.add(&text);
                let guess = detector.guess().unwrap();
                n_texts += 1;
                if guess.charset.decode(&text) != Fallback::find(label).unwrap().decode(&text) {
                    assert!(!guess.is_certain(), "{language} in {label}: {guess:?} is not right");
                    *wrong.entry((language, label, guess.charset.name())).or_default() += 1;
                }
            }
        }
    }
    let n_wrong: u32 = wrong.values().sum();
    assert!(n_texts > 500, "{n_texts} texts");
    assert!(n_wrong * 50 < n_texts, "{n_wrong} of {n_texts} wrong: {wrong:?}");
}

#[test]
fn utf8_and_ascii_have_no_other_set() {
    let mut detector = CharsetDetector::default();
    detector.add(NAMES.as_bytes());
    detector.add(b"[White \"Carlsen, Magnus\"] 1. e4 e5 *");
    assert_eq!(detector.guess(), None);
}

#[test]
fn text_in_utf16_has_no_words() {
    let latin = b"[White \"M\xFCller\"]\n";
    let text = "[White \"J\u{fc}rgen M\u{f6}ller\"]\n";
    let units = |order: fn(u16) -> [u8; 2]| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
    };
    for appended in
        [units(u16::to_le_bytes), units(u16::to_be_bytes), b"\xFF\xFEE\0v\0e\0".to_vec()]
    {
        let mut detector = CharsetDetector::default();
        detector.add(&[latin.as_slice(), &appended].concat());
        assert_eq!(detector.n_words(), 1, "{}", appended.escape_ascii());
    }
}

#[test]
fn the_order_of_words_does_not_matter() {
    let guess = |words: &[&[u8]]| {
        let mut detector = CharsetDetector::default();
        for word in words {
            detector.add(word);
        }
        detector.guess().unwrap()
    };
    let words: [&[u8]; 4] = [b"M\xFCller", b"Ko\x9Eul", b"Ivani\x9Aevi\xE6", b"Kova\xE8evi\xE6"];
    let backwards: Vec<&[u8]> = words.iter().rev().copied().collect();
    assert_eq!(guess(&words), guess(&backwards));
    assert!(guess(&words).is_certain());
}

#[test]
fn little_text_is_not_certain() {
    let mut detector = CharsetDetector::default();
    detector.add(b"[White \"Erd\xF5s\"]");
    let guess = detector.guess().unwrap();
    let readings = [guess.charset, guess.second].map(|set| set.decode(b"Erd\xF5s").into_owned());
    assert!(readings.contains(&"Erdős".to_owned()) && readings.contains(&"Erdõs".to_owned()));
    assert!(!guess.is_certain(), "{guess:?}");
}

#[test]
fn any_bytes_are_judged() {
    let mut random = fastrand::Rng::with_seed(1);
    for _ in 0..20 {
        let bytes: Vec<u8> = (0..2000).map(|_| random.u8(..)).collect();
        let mut detector = CharsetDetector::default();
        detector.add(&bytes);
        assert!(detector.guess().unwrap().margin >= 0.0);
    }
}

/// Returns a word as two sets read it.
fn difference(text: &[u8], one: &str, other: &str) -> Option<[String; 2]> {
    let mut detector = CharsetDetector::default();
    detector.add(text);
    detector.difference(Fallback::find(one)?, Fallback::find(other)?)
}

#[test]
fn a_short_word_is_shown_with_what_stands_beside_it() {
    let of = |text| difference(text, "windows-1252", "windows-1251").unwrap();
    assert_eq!(of(b"[White \"Petrov, \xC2\"]"), ["Petrov, Â", "Petrov, В"]);
    let comment = b"1. e4 {when all is said \xC2 is better here than anything else}";
    assert_eq!(of(comment), ["all is said Â is better here", "all is said В is better here"]);
    assert_eq!(of(b"{\xC2}"), ["Â", "В"]);
    // A whole word says more.
    assert_eq!(of(b"{ \xC2 } Beno\xEEt"), ["Benoît", "Benoоt"]);
    assert_eq!(difference(b"{ \xC2 }", "windows-1252", "iso-8859-15"), None);
}

#[test]
fn words_beside_do_not_depend_on_the_order_of_texts() {
    let texts: Vec<String> = (10..60).map(|n| format!("{{word {n} \u{1} }}")).collect();
    let bytes =
        |text: &String| text.bytes().map(|b| if b == 1 { 0xE0 } else { b }).collect::<Vec<u8>>();
    let (mut one, mut other) = (CharsetDetector::default(), CharsetDetector::default());
    for text in &texts {
        one.add(&bytes(text));
    }
    for text in texts.iter().rev() {
        let mut next = CharsetDetector::default();
        next.add(&bytes(text));
        other.merge(&next);
    }
    assert_eq!(one, other);
}

#[test]
fn signs_alone_tell_nothing() {
    let guess = |text: &[u8]| {
        let mut detector = CharsetDetector::default();
        detector.add(text);
        detector.guess()
    };
    assert_eq!(guess(b"{20\xB0, 3\xBD points \x97 well, +\xB1}"), None);
    // A letter of the usual set, and letters of the DOS pages, which are controls there, may tell.
    assert!(guess(b"{20\xB0, \xE0 la Tal}").is_some());
    assert!(guess(b"{\x81}").is_some());
}

#[test]
fn piece_letters_of_moves_are_no_words() {
    let text = "[Event \"Москва\"] [White \"Петров\"] 1. e4 e5 2. Кf3 Кc6 3. Сb5 a6 4. Сxc6 Крd7 5. Лbd1 Фe2 {Хороший ход}";
    for label in ["windows-1251", "ibm866", "koi8-r"] {
        let set = Fallback::find(label).unwrap();
        let bytes: Vec<u8> = text.chars().map(|c| byte_of(set, c)).collect();
        let mut detector = CharsetDetector::default();
        detector.add(&bytes);
        let guess = detector.guess().unwrap();
        assert_eq!((guess.charset, guess.is_certain()), (set, true), "{label}");
    }
}

#[test]
fn names_of_a_letter_and_files_are_words() {
    let mut detector = CharsetDetector::default();
    detector.add(b"[White \"Hansen, \xC5ge\"] 1. e4 {20\xB0} *");
    assert_eq!(detector.guess().unwrap().charset.name(), "windows-1252");
}

fn byte_of(set: Fallback, c: char) -> u8 {
    (0..=255).find(|byte| set.decode(&[*byte]).chars().eq([c])).unwrap()
}

/// Returns the doubt about some words that are in one set and read in windows-1252: the other set, and whether it is certain.
fn doubt_of(words: &[&str], label: &str) -> Option<(&'static str, bool)> {
    let mut detector = CharsetDetector::default();
    for word in words {
        detector.add(&encode(label, word).unwrap());
    }
    detector.doubt(Fallback::WINDOWS_1252).map(|it| (it.other.name(), it.is_certain))
}

#[test]
fn a_few_names_of_western_europe_raise_no_doubt() {
    let names: [&[&str]; 9] = [
        &["Sørensen", "Jørgensen", "Kåre", "Nørgaard", "Kjær", "Åge", "Møller"],
        &["Peña", "Muñoz", "José", "Núñez", "Ibáñez", "Raúl", "Castaño", "Íñigo"],
        &["Weiß", "Strauß", "Müller", "Jürgen", "Groß", "Böhm", "Kläre"],
        &["Åkesson", "Sjöberg", "Åke", "Ström", "Örjan", "Håkan", "Ågren"],
        &["Simões", "João", "Gonçalves", "Antão", "Leitão", "Magalhães", "São", "Guimarães"],
        &["Lefèvre", "Hélène", "Prié", "Éric", "Dégardin", "Noël", "Benoît"],
        &["Nicolò", "Carrà", "Zanè", "Fabrì", "Salù"],
        &["Mäki", "Väinö", "Nybäck", "Hämäläinen", "Ylönen"],
        &["Réti"],
    ];
    for names in names {
        for n in 1..=names.len() {
            assert_eq!(doubt_of(&names[..n], "windows-1252"), None, "{:?}", &names[..n]);
        }
        for name in names {
            assert_eq!(doubt_of(&[name], "windows-1252"), None, "{name}");
        }
    }
}

#[test]
fn a_few_names_in_other_sets_are_doubted() {
    for (words, label) in [
        (&["Erdős"][..], "windows-1250"),
        (&["Kovačević", "Marković"], "windows-1250"),
        (&["Dvořák", "Jiří", "Černý"], "windows-1250"),
        (&["Kovačević"], "windows-1250"),
        (&["Dvořák"], "windows-1250"),
        (&["Müller"], "cp850"),
        (&["Weiß", "Köln"], "cp850"),
        (&["Иванов"], "windows-1251"),
        (&["Иванов"], "KOI8-R"),
    ] {
        let found = doubt_of(words, label).map(|(other, _)| other);
        assert_eq!(found, Some(label), "{words:?}");
    }
}

/// Returns the sets of a text whose first words are in one set and the others in another.
fn guess_of_two(parts: [(&str, &[&str]); 2]) -> (CharsetGuess, Option<[String; 2]>) {
    let mut detector = CharsetDetector::default();
    for (label, words) in parts {
        for word in words {
            detector.add(&encode(label, word).unwrap());
        }
    }
    let guess = detector.guess().unwrap();
    (guess, detector.sample(&guess))
}

#[test]
fn words_of_two_sets_are_told_apart() {
    let russian = ["Карпов", "Анатолий", "Каспаров", "Гарри", "хороший", "ход"];
    let german = ["Döttling", "Bönsch"];
    let (guess, sample) = guess_of_two([("windows-1251", &russian), ("windows-1252", &german)]);
    assert_eq!(guess.also.map(Fallback::name), Some("windows-1252"));
    assert!(guess.charset.name() == "windows-1251" && !guess.is_certain());
    let [read, other] = sample.unwrap();
    assert!(russian.contains(&read.as_str()) && german.contains(&other.as_str()), "{read} {other}");
    let (guess, _) = guess_of_two([("windows-1251", &russian), ("windows-1251", &["Петров"])]);
    assert!(guess.is_certain());
    let polish = ["Włodarczyk", "Święcicki", "Łukasz", "Żółtek"];
    let (guess, _) = guess_of_two([("windows-1250", &polish), ("cp852", &["Dvořák", "Antonín"])]);
    assert_eq!(guess.also.map(Fallback::name), Some("cp852"));
}

/// The words of one language in one set are hardly ever taken for those of two sets.
#[test]
fn words_of_one_set_are_not_parted() {
    let mut random = fastrand::Rng::with_seed(7);
    let (mut n_texts, mut parted) = (0, Vec::new());
    for line in NAMES.lines() {
        let (language, words) = line.split_once('\t').unwrap();
        let words: Vec<&str> = words.split(' ').collect();
        for label in sets_of(language) {
            let encoded: Vec<_> = words.iter().filter_map(|word| encode(label, word)).collect();
            if encoded.len() * 10 < words.len() * 8 {
                continue;
            }
            for n in [12, 60] {
                let mut detector = CharsetDetector::default();
                detector.add(&draw(&encoded, n, &mut random));
                let guess = detector.guess().unwrap();
                n_texts += 1;
                if let Some(also) = guess.also {
                    parted.push((
                        language,
                        *label,
                        guess.charset.name(),
                        also.name(),
                        detector.sample(&guess),
                    ));
                }
            }
        }
    }
    assert!(parted.len() * 100 < n_texts, "{} of {n_texts}: {parted:?}", parted.len());
}
