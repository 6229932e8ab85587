//! Names of people in parts, and the difference of two names.

use pgn_query::fold;
use pgn_syntax::player_name::letters;

/// A folded word of a name, with the forms by which it is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) text: String,
    umlaut: String,
    sound: String,
}

/// A division of a name into family name and given names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ParsedName {
    /// The family name, in one word.
    pub(super) family: Word,
    /// The given names. A word of one letter is an initial.
    pub(super) given: Vec<Word>,
}

/// A name of a person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Person {
    /// The readings: one if a comma or an initial shows the family name or there is only one word, otherwise two. Names with
    /// particles, such as `Loek van Wely` and `Wely, Loek van`, have another one, with the particles in the family name.
    pub(super) readings: Vec<ParsedName>,
    /// The letters without case, with their accents.
    pub(super) letters: String,
    /// The letters without accents.
    pub(super) folded: String,
    /// A word that distinguishes people of one name: Jr, Sr, II, III.
    pub(super) suffix: Option<String>,
}

/// Values that name no player, without signs and in small letters.
const NOBODY: &[&str] = &["anonymous", "bye", "nn", "noname", "unknown"];

/// The difference of two names, from the least to the greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Difference {
    /// Case, blanks or punctuation.
    Signs,
    /// Accents.
    Accents,
    /// The order of the same words.
    Order,
    /// `ae`, `oe` or `ue` for a letter with two dots.
    Umlaut,
    /// Abbreviated given names.
    Initials,
    /// Given names after the first, present in only one of the names.
    Middle,
    /// The transliteration from another script or language.
    Transliteration,
    /// One of the names has no given name.
    FamilyOnly,
}

impl Difference {
    /// Returns a description of the difference.
    pub(super) fn words(self) -> &'static str {
        match self {
            Difference::Signs => "case, blanks or punctuation",
            Difference::Accents => "accents",
            Difference::Order => "order of the words",
            Difference::Umlaut => "ae, oe, ue",
            Difference::Initials => "initials",
            Difference::Middle => "middle names",
            Difference::Transliteration => "transliteration",
            Difference::FamilyOnly => "family name alone",
        }
    }

    /// Returns true if the names have the same words, perhaps in another order.
    pub(super) fn has_same_words(self) -> bool {
        self <= Difference::Umlaut
    }
}

impl Person {
    /// Reads a name. Returns `None` for an empty or unknown value and for a name that is not that of one person.
    pub(super) fn read(text: &str) -> Option<Person> {
        let has_digit = text.bytes().any(|byte| byte.is_ascii_digit());
        if has_digit || text.contains([':', '/', '+', '&', '(', '?', '@', '_']) {
            return None;
        }
        let letters = letters(text);
        if NOBODY.contains(&&*letters) {
            return None;
        }
        let has_small = text.chars().any(char::is_lowercase);
        let mut suffix = None;
        let mut split = |part: &str| -> Vec<String> {
            let mut words: Vec<String> = Vec::new();
            for word in part.split(|c: char| c.is_whitespace() || matches!(c, '.' | ',')) {
                // `AD` are initials if the name also has lowercase letters.
                let n_letters = word.chars().count();
                let is_initials = has_small
                    && (2..=3).contains(&n_letters)
                    && word.chars().all(char::is_uppercase);
                if is_initials {
                    words.extend(word.chars().map(|c| fold(&c.to_string())));
                } else {
                    words.push(fold(word));
                }
            }
            words.retain(|word| !word.is_empty());
            words.retain(|word| {
                let is_suffix = matches!(word.as_str(), "jr" | "sr" | "jun" | "sen" | "ii" | "iii");
                if is_suffix {
                    suffix = Some(word.clone());
                }
                !is_suffix
            });
            words
        };
        let mut readings = match text.split_once(',') {
            Some((family, given)) => {
                let n_particles = count_particles(given.split_whitespace().rev());
                let (family, given) = (split(family), split(given));
                let mut readings = vec![ParsedName::new(&family, &given)];
                if n_particles > 0 && n_particles < given.len() {
                    let (given, particles) = given.split_at(given.len() - n_particles);
                    readings.push(ParsedName::new(&[particles, &family].concat(), given));
                }
                readings
            }
            None => {
                let words = split(text);
                let n_particles = count_particles(text.split_whitespace().rev().skip(1));
                let n_initials =
                    words.iter().rev().take_while(|it| it.chars().count() == 1).count();
                match (words.len(), n_initials) {
                    (0, _) => return None,
                    (1, _) => vec![ParsedName::new(&words, &[])],
                    (n, n_initials) if n_initials > 0 && n_initials < n => {
                        let (family, given) = words.split_at(n - n_initials);
                        vec![ParsedName::new(family, given)]
                    }
                    (n, _) => {
                        let family_last = |n_family| {
                            let (given, family) = words.split_at(n - n_family);
                            ParsedName::new(family, given)
                        };
                        let (first, others) = words.split_at(1);
                        let mut readings = vec![family_last(1), ParsedName::new(first, others)];
                        if n_particles > 0 && n_particles + 1 < n {
                            readings.push(family_last(n_particles + 1));
                        }
                        readings
                    }
                }
            }
        };
        // An initial is not a family name: `M. Tal` has one reading.
        readings.retain(|it| is_word(&it.family.text));
        let folded = fold(&letters);
        (!readings.is_empty()).then_some(Person { readings, letters, folded, suffix })
    }

    /// Returns the keys of the families that the name may belong to.
    pub(super) fn keys(&self) -> impl Iterator<Item = String> + '_ {
        self.readings.iter().map(|reading| reading.family.sound.clone())
    }

    /// Returns the family name with this key, folded.
    pub(super) fn family(&self, key: &str) -> Option<&str> {
        let mut families = self.readings.iter().map(|reading| &reading.family);
        families.find(|family| family.sound == key).map(|family| family.text.as_str())
    }

    /// Returns true if the first given name is written out.
    pub(super) fn is_full(&self) -> bool {
        self.readings.iter().any(|it| it.given.first().is_some_and(|word| is_word(&word.text)))
    }

    /// Returns the number of given names, and that of their letters.
    pub(super) fn length_of_given(&self) -> (usize, usize) {
        let n_letters = |given: &[Word]| given.iter().map(|word| word.text.chars().count()).sum();
        let lengths = self.readings.iter().map(|it| (it.given.len(), n_letters(&it.given)));
        lengths.max().unwrap_or_default()
    }

    /// Returns true if a given name is a shorter form of that of `other`: `M` or `Mik` of `Mikhail`, or no given name.
    pub(super) fn is_shorter_than(&self, other: &Person) -> bool {
        let is_shorter = |(a, b): (&Word, &Word)| a.sound != b.sound && is_beginning(a, b);
        let both = self.readings.iter().flat_map(|a| other.readings.iter().map(move |b| (a, b)));
        both.filter(|(a, b)| a.difference(b).is_some()).any(|(a, b)| {
            a.given.is_empty() && !b.given.is_empty()
                || a.given.iter().zip(&b.given).any(is_shorter)
        })
    }

    /// Returns the difference of two names; `None` if they are names of two people.
    pub(super) fn difference(&self, other: &Person) -> Option<Difference> {
        if self.suffix != other.suffix {
            return None;
        }
        let both = self.readings.iter().flat_map(|a| other.readings.iter().map(move |b| (a, b)));
        let least = both.filter_map(|(a, b)| a.difference(b)).min()?;
        Some(match least {
            Difference::Signs if self.letters == other.letters => Difference::Signs,
            Difference::Signs if self.folded == other.folded => Difference::Accents,
            Difference::Signs => Difference::Order,
            more => more,
        })
    }
}

/// Particles of family names, in order. In small letters they are no given names.
const PARTICLES: &[&str] = &[
    "da", "das", "de", "del", "della", "dem", "den", "der", "di", "do", "dos", "du", "la", "le",
    "ten", "ter", "van", "vom", "von", "zu",
];

/// Returns the number of particles at the beginning of `words`.
fn count_particles<'a>(words: impl Iterator<Item = &'a str>) -> usize {
    words.take_while(|word| PARTICLES.binary_search(word).is_ok()).count()
}

impl Word {
    fn new(text: String) -> Word {
        Word { umlaut: umlaut(&text), sound: sound(&text), text }
    }
}

impl ParsedName {
    fn new(family: &[String], given: &[String]) -> ParsedName {
        let given = given.iter().cloned().map(Word::new).collect();
        ParsedName { family: Word::new(family.concat()), given }
    }

    fn difference(&self, other: &ParsedName) -> Option<Difference> {
        let family = word_difference(&self.family, &other.family)?;
        if self.given.is_empty() != other.given.is_empty() {
            return Some(Difference::FamilyOnly.max(family));
        }
        let mut most = family;
        for (a, b) in self.given.iter().zip(&other.given) {
            let difference = word_difference(a, b).or_else(|| {
                let is_initial =
                    |short: &Word, long: &Word| !is_word(&short.text) && is_beginning(short, long);
                let is_shorter =
                    |short, long| is_initial(short, long) || is_abbreviation(short, long);
                (is_shorter(a, b) || is_shorter(b, a)).then_some(Difference::Initials)
            })?;
            most = most.max(difference);
        }
        if self.given.len() != other.given.len() {
            most = most.max(Difference::Middle);
        }
        Some(most)
    }
}

/// Returns true if `short` is the beginning of `long`, also in another script: `А` of `Anatoly`.
fn is_beginning(short: &Word, long: &Word) -> bool {
    long.text.starts_with(&short.text)
        || short.text.is_ascii() != long.text.is_ascii() && long.sound.starts_with(&short.sound)
}

/// Returns true if `short` is the beginning of `long`: `Alex` or `Al` of `Alexander`, but not `Yu` of `Yue`.
fn is_abbreviation(short: &Word, long: &Word) -> bool {
    let (n_short, n_long) = (short.text.chars().count(), long.text.chars().count());
    is_beginning(short, long) && (n_short > 2 || n_short == 2 && n_long > 3)
}

fn is_word(word: &str) -> bool {
    word.chars().nth(1).is_some()
}

/// Returns the difference of two words; `None` if they are not forms of one word.
fn word_difference(a: &Word, b: &Word) -> Option<Difference> {
    if a.text == b.text {
        Some(Difference::Signs)
    } else if !is_word(&a.text) || !is_word(&b.text) {
        None
    } else if a.umlaut == b.umlaut {
        Some(Difference::Umlaut)
    } else {
        (a.sound == b.sound && a.sound.len() > 2).then_some(Difference::Transliteration)
    }
}

/// Returns a word with `a`, `o`, `u` for each `ae`, `oe`, `ue` that may stand for a letter with two dots. These pairs
/// are kept at the end of a word, because they are separate letters there in most languages (Wang Yue and Wang Yu are
/// two players), and in the ending `ael`, as in Michael.
fn umlaut(word: &str) -> String {
    let (stem, end) = match word.strip_suffix("ael") {
        Some(stem) => (stem, "ael"),
        None => word.split_at(word.len() - word.chars().last().map_or(0, char::len_utf8)),
    };
    let mut umlaut = stem.replace("ae", "a").replace("oe", "o").replace("ue", "u");
    umlaut.push_str(end);
    umlaut
}

/// Letters and groups of letters with those that stand for their sound, for different languages and scripts. They are
/// replaced in this order: longer groups such as `shch` precede the groups in them.
const SOUNDS: &[(&[&str], &str)] = &[
    (&["а"], "a"),
    (&["б"], "b"),
    (&["в"], "v"),
    (&["г"], "g"),
    (&["д"], "d"),
    (&["е", "ё", "є", "э"], "e"),
    (&["ж", "з"], "z"),
    (&["и", "й", "і", "ї", "ы"], "i"),
    (&["к"], "k"),
    (&["л"], "l"),
    (&["м"], "m"),
    (&["н"], "n"),
    (&["о"], "o"),
    (&["п"], "p"),
    (&["р"], "r"),
    (&["с", "ш", "щ"], "s"),
    (&["т"], "t"),
    (&["у"], "u"),
    (&["ф"], "f"),
    (&["х"], "h"),
    (&["ц", "ч"], "c"),
    (&["ъ", "ь"], ""),
    (&["ю"], "iu"),
    (&["я"], "ia"),
    (&["shch", "schtsch"], "s"),
    (&["tsch", "tch"], "c"),
    (&["sch"], "s"),
    (&["cz", "ch"], "c"),
    (&["sh", "sz"], "s"),
    (&["zh"], "z"),
    (&["kh"], "h"),
    (&["ts", "tz"], "c"),
    (&["ph"], "f"),
    (&["ck"], "k"),
    (&["x"], "ks"),
    (&["ff"], "f"),
    (&["ae"], "a"),
    (&["oe"], "o"),
    (&["ue"], "u"),
    (&["yo", "io", "ije"], "e"),
    (&["iy", "ij", "ii", "yi", "y", "j"], "i"),
    (&["w"], "v"),
];

/// Returns the sound of a folded word, regardless of the language in which it was written.
fn sound(word: &str) -> String {
    let mut text = word.to_owned();
    for (letters, sound) in SOUNDS {
        for letters in *letters {
            if text.contains(letters) {
                text = text.replace(letters, sound);
            }
        }
    }
    let mut sound = String::with_capacity(text.len());
    for letter in text.chars() {
        if !sound.ends_with(letter) {
            sound.push(letter);
        }
    }
    sound
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: Option<Difference>) {
        let (a, b) = (Person::read(a).unwrap(), Person::read(b).unwrap());
        assert_eq!(a.difference(&b), expected);
        assert_eq!(b.difference(&a), expected);
        if expected.is_some() {
            assert!(a.keys().any(|key| b.keys().any(|other| key == other)), "{a:?} {b:?}");
        }
    }

    #[test]
    fn spellings_of_one_name() {
        use Difference::{
            Accents, FamilyOnly, Initials, Middle, Order, Signs, Transliteration, Umlaut,
        };
        check("Tal, Mikhail", "TAL,Mikhail", Some(Signs));
        check("O'Kelly, A", "OKelly, A.", Some(Signs));
        check("Carlsen Magnus", "Carlsen, Magnus", Some(Signs));
        check("Réti, Richard", "Reti, Richard", Some(Accents));
        check("Kožul, Zdenko", "Kozul,Zdenko", Some(Accents));
        check("Карпов, Анатолий", "Karpov, A", Some(Transliteration));
        check("Карпов, А", "Karpov, Anatoly", Some(Transliteration));
        check("Карпов, А", "Karpov, A", Some(Transliteration));
        check("Чигорин, Михаил", "Chigorin, M", Some(Transliteration));
        check("Карпов, Анатолий", "Karpov, B", None);
        check("Magnus Carlsen", "Carlsen Magnus", Some(Order));
        check("Müller, Karsten", "Mueller, Karsten", Some(Umlaut));
        check("Tal, Mikhail", "Tal, M", Some(Initials));
        check("Tal M.", "Tal, Mikhail", Some(Initials));
        check("M. Tal", "Tal, Mikhail", Some(Initials));
        check("M. Tal", "M TAL", Some(Signs));
        check("J. van der Wiel", "J VAN DER WIEL", Some(Signs));
        check("Fischer, Robert James", "Fischer, Robert J", Some(Initials));
        check("Fischer, Robert", "Fischer, Robert James", Some(Middle));
        check("Korchnoi, Viktor", "Korchnoj, Victor", None);
        check("Korchnoi, Viktor", "Kortschnoi, Viktor", Some(Transliteration));
        check("Tal, Mikhail", "Таль, Михаил", Some(Transliteration));
        check("Kasparov", "Kasparov, Garry", Some(FamilyOnly));
        check("Hansen, LB", "Hansen, Lars Bo", Some(Initials));
        check("Hansen, LB", "Hansen, L", Some(Middle));
        check("Mueller, Ka", "Mueller, Karsten", Some(Initials));
        check("Yrjölä, Jouni", "Yrjoelae, Jouni", Some(Transliteration));
        check("Konopka, Michael", "Konopka, Michal", Some(Transliteration));
        check("Loek van Wely", "Van Wely, Loek", Some(Order));
        check("Wely, Loek van", "Van Wely, Loek", Some(Order));
        check("Wely, Loek van", "Loek van Wely", Some(Order));
        check("Wely, Loek van", "Wely, Loek", Some(Middle));
        check("J. van der Wiel", "Van der Wiel, John", Some(Initials));
    }

    #[test]
    fn particles_are_sorted() {
        assert!(PARTICLES.is_sorted());
    }

    #[test]
    fn shorter_names() {
        let is_shorter = |a: &str, b: &str| {
            let (a, b) = (Person::read(a).unwrap(), Person::read(b).unwrap());
            a.is_shorter_than(&b)
        };
        for (short, long) in [
            ("Tal, M", "Tal, Mikhail"),
            ("Tal, Mik", "Tal, Mikhail"),
            ("Tal", "Mikhail Tal"),
            ("Andersen E", "Andersen Erik"),
            ("Fischer, Robert J", "Fischer, Robert James"),
        ] {
            assert!(is_shorter(short, long), "{short}");
            assert!(!is_shorter(long, short), "{long}");
        }
        assert!(!is_shorter("Tal, Mikhail", "Mikhail Tal"));
        assert!(!is_shorter("Fischer, Robert", "Fischer, Robert James"));
    }

    #[test]
    fn names_of_two_people() {
        for (a, b) in [
            ("Polgar, Judit", "Polgar, Susan"),
            ("Smith, J", "Smith, P"),
            ("Smith, John", "Smith, John Jr"),
            ("Tal, Mikhail", "Tan, Mikhail"),
            ("Ivanov, Alexander", "Ivanov, Alexey"),
            ("Wang Yu", "Wang Yue"),
            ("Van Wely, Loek", "Wely, Loek"),
        ] {
            check(a, b, None);
        }
    }

    #[test]
    fn unknown_values_and_teams_are_not_people() {
        for text in ["", "?", "Fritz 5", "a: b", "Team A + B", "-", "x_y", "I", "'Unknown'", "N.N."]
        {
            assert!(Person::read(text).is_none(), "{text}");
        }
    }
}
