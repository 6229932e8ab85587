//! Detection of the character set of text that is not UTF-8 (TXT-22).
//!
//! Every candidate set turns the words of the text into characters, and the set whose words are the most likely
//! ones wins. Four things make a word likely: its letters are frequent in one language, and the words of a text
//! are in few languages ([`languages`]); vowels and consonants alternate; capitals begin words or follow other
//! capitals; and marks, such as those for boxes and mathematics, are outside of words ([`word`]). Sets of two bytes
//! per character are judged by how frequent their characters are ([`wide`]). All weights are natural logarithms of
//! rough probabilities, so that they can be added.

mod languages;
mod wide;
mod word;

use std::{
    borrow::Cow,
    collections::BTreeSet,
    hash::{DefaultHasher, Hash as _, Hasher as _},
    ops::Range,
};

use self::{
    languages::ByLanguage,
    word::{Weights, Word, groups},
};
use crate::encodings::encoding::Fallback;

/// The sets that are considered, and how likely each is before any word is read. Of sets that are equally likely
/// in the end, the first is taken. ISO-8859-8 has the letters of windows-1255; ISO-8859-1, -9 and -11 are labels of
/// windows-1252, -1254 and -874.
const CANDIDATES: &[(&str, f32)] = &[
    ("windows-1252", 0.0),
    ("windows-1250", -1.0),
    ("windows-1251", -1.0),
    ("iso-8859-2", -2.0),
    ("windows-1254", -2.0),
    ("windows-1257", -2.5),
    ("windows-1253", -2.5),
    ("iso-8859-15", -2.0),
    ("iso-8859-5", -3.0),
    ("iso-8859-7", -3.0),
    ("koi8-u", -3.0),
    ("koi8-r", -2.5),
    ("ibm866", -2.0),
    ("cp850", -1.5),
    ("cp437", -1.5),
    ("cp852", -2.0),
    ("cp865", -3.0),
    ("macintosh", -2.5),
    ("x-mac-cyrillic", -4.0),
    ("windows-1255", -3.5),
    ("windows-1256", -3.5),
    ("windows-1258", -3.5),
    ("windows-874", -3.5),
    ("iso-8859-13", -4.5),
    ("iso-8859-4", -4.5),
    ("iso-8859-16", -4.5),
    ("iso-8859-6", -4.5),
    ("iso-8859-3", -5.5),
    ("iso-8859-10", -5.5),
    ("iso-8859-14", -5.5),
    ("cp737", -3.5),
    ("kamenicky", -3.5),
    ("mazovia", -3.5),
    ("cp855", -4.0),
    ("cp857", -6.0),
    ("cp862", -4.0),
    ("cp1125", -4.0),
    ("x-mac-ce", -6.0),
    ("cp775", -5.5),
    ("cp861", -4.5),
    ("cp869", -4.5),
    ("cwi-2", -8.0),
    ("x-mac-greek", -5.0),
    ("x-mac-turkish", -5.0),
    ("x-mac-icelandic", -5.0),
    ("x-mac-croatian", -5.0),
    ("x-mac-romanian", -5.5),
    ("cp860", -8.0),
    ("cp863", -8.0),
    ("gbk", -2.5),
    ("big5", -3.0),
    ("euc-kr", -3.0),
    ("shift_jis", -3.0),
    ("euc-jp", -3.5),
];

/// Letters of windows-1252 that are frequent in the languages of Western Europe. `õ` is not: in most files it is a misread
/// `ő` of Hungarian.
const USUAL: &str = "àáâãäåæçèéêëìíîïñòóôöøùúûüß";

/// Amount by which another set must be likelier than windows-1252, if that reads only usual letters.
const USUAL_MARGIN: f32 = 2.0;

/// Amount by which another set must read a word better, so that the word cannot be in the likeliest set: that of a change
/// between scripts within the word.
const MISFIT: f32 = 7.0;

/// Signs beside words that are no letters: quotes, dashes and blanks.
const PUNCTUATION: &str = "“”„‘’‚«»–—…\u{a0}";

/// The number of words that are kept.
const MAX_WORDS: usize = 1024;

/// The number of bytes of a word that are kept.
const MAX_WORD: usize = 64;

/// Length in bytes below which a word is shown with the text around it, as a short word alone does not show the set.
const SHORT_WORD: usize = 3;

/// The number of short words that are kept with the text around them.
const MAX_SHORT_WORDS: usize = 16;

/// The number of distinct piece letters of moves that are kept.
const MAX_MOVES: usize = 64;

/// The number of bytes on each side of a short word that are kept.
const BESIDE: usize = 16;

/// Collects the words of a text that are not UTF-8, and guesses their character set.
///
/// ```
/// use pgn_syntax::CharsetDetector;
///
/// let mut detector = CharsetDetector::default();
/// detector.add(b"[White \"Ivani\x9Aevi\xE6\"] [Black \"Ko\x9Eul\"] {Kova\xE8evi\xE6}");
/// assert_eq!(detector.guess().unwrap().charset.name(), "windows-1250");
///
/// let mut detector = CharsetDetector::default();
/// detector.add("Ivanišević".as_bytes());
/// assert_eq!(detector.guess(), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CharsetDetector {
    /// Distinct words with their hashes. The words with the smallest hashes are kept, whatever order they are added in.
    words: BTreeSet<(u64, Vec<u8>)>,
    /// Piece letters of moves, with the letters of files after them. They are a mixture of alphabets, and count only if there
    /// are no other words. The first ones in the order of bytes are kept.
    moves: BTreeSet<Vec<u8>>,
    /// Distinct short words with the text around them. The first ones in the order of bytes are kept.
    beside: BTreeSet<Vec<u8>>,
}

/// The character set that a text is probably in.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CharsetGuess {
    /// The most likely set.
    pub charset: Fallback,
    /// The most likely set among those that read some word differently.
    pub second: Fallback,
    /// The natural logarithm of the likelihood of `charset` divided by that of `second`; 0 or more.
    pub margin: f32,
    /// The set that some of the words are in, if they cannot be in `charset`.
    pub also: Option<Fallback>,
}

/// A reason why the words of a text may be in another character set than the one that they are read in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CharsetDoubt {
    /// The other set.
    pub other: Fallback,
    /// True if the words are in that set; false if there are too few letters to be certain.
    pub is_certain: bool,
    /// True if the other set is likelier than the one that the words are read in.
    pub is_likelier: bool,
    /// True if some words are in one set and some in another. The readings are then those of two words.
    pub is_mixed: bool,
    /// A word as it is read, and as it is in the other set.
    pub readings: [String; 2],
}

impl CharsetGuess {
    /// Returns true if no other set is nearly as likely, and all words can be in this set.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.margin >= 6.0 && self.also.is_none()
    }
}

impl CharsetDetector {
    /// Adds the words of `text` that are not UTF-8, without those of text in UTF-16 within it. If there are very many
    /// distinct words, those with the smallest hashes are kept.
    pub fn add(&mut self, text: &[u8]) {
        if text.is_ascii() {
            return;
        }
        for word in text.split(|byte| !is_in_word(*byte)) {
            if !word.is_ascii() && std::str::from_utf8(word).is_err() {
                let start = word.as_ptr().addr() - text.as_ptr().addr();
                let end = start + word.len();
                if is_in_utf16(text, end) {
                    continue;
                }
                let is_in_move = matches!(text.get(end), Some(b'1'..=b'8'));
                if is_in_move && is_piece_with_files(word) {
                    self.keep_move(word);
                    continue;
                }
                self.keep(&word[..word.len().min(MAX_WORD)]);
                if word.len() < SHORT_WORD {
                    self.keep_beside(beside(text, start..end));
                }
            }
        }
    }

    /// Returns the number of distinct words that are kept.
    ///
    /// ```
    /// let mut detector = pgn_syntax::CharsetDetector::default();
    /// detector.add(b"M\xFCller, J\xFCrgen and M\xFCller");
    /// assert_eq!(detector.n_words(), 2);
    /// ```
    #[must_use]
    pub fn n_words(&self) -> usize {
        self.words.len() + self.moves.len()
    }

    fn keep_move(&mut self, word: &[u8]) {
        insert_least(&mut self.moves, word.to_vec(), MAX_MOVES);
    }

    fn keep_beside(&mut self, words: &[u8]) {
        insert_least(&mut self.beside, words.to_vec(), MAX_SHORT_WORDS);
    }

    fn keep(&mut self, word: &[u8]) {
        let mut hasher = DefaultHasher::new();
        word.hash(&mut hasher);
        insert_least(&mut self.words, (hasher.finish(), word.to_vec()), MAX_WORDS);
    }

    /// Adds the words of another text.
    pub fn merge(&mut self, other: &CharsetDetector) {
        for (_, word) in &other.words {
            self.keep(word);
        }
        for words in &other.beside {
            self.keep_beside(words);
        }
        for word in &other.moves {
            self.keep_move(word);
        }
    }

    /// Returns the first word, in the order of bytes, that two sets read differently, as each reads it. `other` has
    /// characters for all bytes of the word. If all such words are of one or two bytes, the text around the word is
    /// included.
    #[must_use]
    pub fn difference(&self, one: Fallback, other: Fallback) -> Option<[String; 2]> {
        let differing = |word: &Vec<u8>| {
            let readings @ [a, b] = &[one, other].map(|set| set.decode(word).into_owned());
            (a != b).then(|| readings.clone())
        };
        let first = |is_wanted: &dyn Fn(&Vec<u8>) -> bool| {
            let moves = self.moves.iter().filter(|_| self.words.is_empty());
            let words = self.words.iter().map(|(_, word)| word).chain(moves);
            let is_whole = |word: &Vec<u8>| !other.decode(word).contains('\u{FFFD}');
            words
                .filter(|word| is_wanted(word) && is_whole(word) && differing(word).is_some())
                .min()
        };
        let any = first(&|_| true)?;
        let long = first(&|word| word.len() >= SHORT_WORD).and_then(differing);
        long.or_else(|| self.beside.iter().find_map(differing)).or_else(|| differing(any))
    }

    /// Returns two readings that show why a guess is not certain: a word as each of two sets reads it or, if words are in two
    /// sets, a word of each.
    #[must_use]
    pub fn sample(&self, guess: &CharsetGuess) -> Option<[String; 2]> {
        match guess.also {
            Some(also) => words_of_each(&self.readings(), guess.charset, also),
            None => self.difference(guess.charset, guess.second),
        }
    }

    /// Returns true if all words that are not UTF-8 are single signs of windows-1252, such as `°` and `½`. Letters
    /// hardly ever are alone.
    fn has_signs_alone(&self) -> bool {
        self.words.iter().all(|(_, word)| {
            let text = Fallback::WINDOWS_1252.decode(word);
            let is_sign = |c: char| !c.is_alphabetic() && !c.is_control() && c != '\u{FFFD}';
            word.len() == 1 && text.chars().all(is_sign)
        })
    }

    /// Returns the set that the words are in, or may be in, instead of `read_as`; `None` if `read_as` reads them
    /// correctly.
    ///
    /// ```
    /// use pgn_syntax::{CharsetDetector, Fallback};
    ///
    /// let mut detector = CharsetDetector::default();
    /// detector.add(b"[White \"M\x81ller, J\x81rgen\"] [Black \"K\x94nig\"]");
    /// let doubt = detector.doubt(Fallback::WINDOWS_1252).unwrap();
    /// assert_eq!((doubt.other.name(), doubt.is_certain), ("cp850", true));
    /// ```
    #[must_use]
    pub fn doubt(&self, read_as: Fallback) -> Option<CharsetDoubt> {
        let readings = self.readings();
        let guess = guess_of(&readings)?;
        let is_certain = guess.is_certain();
        let doubt = |other, is_likelier| {
            let best = best_example(&readings, read_as, other).filter(|_| is_certain);
            let readings = best.or_else(|| self.difference(read_as, other))?;
            Some(CharsetDoubt { other, is_certain, is_likelier, is_mixed: false, readings })
        };
        if is_certain {
            return doubt(guess.charset, true);
        }
        if let Some(also) = guess.also {
            let is_likelier = self.difference(read_as, guess.charset).is_some();
            let other = if is_likelier { guess.charset } else { also };
            let readings = words_of_each(&readings, read_as, other)?;
            return Some(CharsetDoubt { other, is_certain, is_likelier, is_mixed: true, readings });
        }
        let read = readings.iter().find(|it| it.set == read_as);
        let (score, _) = best(readings.iter())?;
        if read.is_some_and(|it| it.has_usual_letters() && it.score > score - USUAL_MARGIN) {
            return None;
        }
        let is_other = |it: &&DecodedWords<'_>| {
            it.set != read_as && read.is_none_or(|read| read.words != it.words)
        };
        let others = readings.iter().filter(is_other).filter(|it| !it.has_marks_within());
        let (_, other) = best(others)?;
        doubt(other, other == guess.charset)
    }

    /// Returns the character set that the words are probably in; `None` if all of the text was UTF-8, or only signs that stand
    /// alone were not.
    #[must_use]
    pub fn guess(&self) -> Option<CharsetGuess> {
        guess_of(&self.readings())
    }

    /// Returns the words as each set reads them; empty if there are none.
    fn readings(&self) -> Vec<DecodedWords<'_>> {
        let mut words: Vec<&[u8]> = self.words.iter().map(|(_, word)| word.as_slice()).collect();
        if self.has_signs_alone() {
            words = self.moves.iter().map(Vec::as_slice).collect();
        }
        if words.is_empty() {
            return Vec::new();
        }
        let groups: Vec<ByLanguage> = words.iter().map(|word| groups(word)).collect();
        let mut weights = Weights::default();
        let sets = CANDIDATES.iter().filter_map(|&(label, prior)| {
            Some(DecodedWords::new(Fallback::find(label)?, prior, &words, &groups, &mut weights))
        });
        sets.collect()
    }
}

/// Adds `new` to a set of the least `max` items that were added.
fn insert_least<T: Ord>(items: &mut BTreeSet<T>, new: T, max: usize) {
    if items.len() < max || items.last().is_some_and(|last| new < *last) {
        items.insert(new);
        if items.len() > max {
            items.pop_last();
        }
    }
}

/// Returns the likeliest set; `None` if there are no words.
fn guess_of(readings: &[DecodedWords<'_>]) -> Option<CharsetGuess> {
    let (score, charset) = best(readings.iter())?;
    let first = readings.iter().find(|it| it.set == charset)?;
    let others = readings.iter().filter(|it| it.words != first.words);
    let (other_score, second) = best(others).unwrap_or((score, charset));
    let also = set_of_misfits(readings, first);
    Some(CharsetGuess { charset, second, margin: score - other_score, also })
}

/// Returns the set that reads words better which cannot be in the set of `first`; `None` unless there are several of them.
fn set_of_misfits(readings: &[DecodedWords<'_>], first: &DecodedWords<'_>) -> Option<Fallback> {
    let margins = |it: &DecodedWords<'_>| {
        let margins = it.margins_over(first).filter(|(_, margin)| *margin > MISFIT);
        margins.fold((0, 0.0), |(n, sum), (_, margin)| (n + 1, sum + margin))
    };
    let found = readings.iter().map(|it| (it.set, margins(it)));
    let several = found.filter(|(_, (n, _))| *n > 1).map(|(set, (_, sum))| (set, sum));
    several.reduce(|a, b| if b.1 > a.1 { b } else { a }).map(|(set, _)| set)
}

/// Returns the word that most clearly is in `other` and not in `one`, as each of them reads it.
fn best_example(
    readings: &[DecodedWords<'_>],
    one: Fallback,
    other: Fallback,
) -> Option<[String; 2]> {
    let [one, other] = [one, other].map(|set| readings.iter().find(|it| it.set == set));
    let (one, other) = (one?, other?);
    let at = other.best_word_over(one)?;
    Some([one, other].map(|it| it.words[at].clone().into_owned()))
}

/// Returns the word that most clearly is in `one` and not in `other`, as `one` reads it, and the word that most clearly
/// is in `other`, as that reads it.
fn words_of_each(
    readings: &[DecodedWords<'_>],
    one: Fallback,
    other: Fallback,
) -> Option<[String; 2]> {
    let [_, of_one] = best_example(readings, other, one)?;
    let [_, of_other] = best_example(readings, one, other)?;
    Some([of_one, of_other])
}

/// Returns the best of some readings, with its score.
fn best<'r, 'w: 'r>(
    readings: impl Iterator<Item = &'r DecodedWords<'w>>,
) -> Option<(f32, Fallback)> {
    // `max_by` would take the last of equals.
    readings.map(|it| (it.score, it.set)).reduce(|a, b| if b.0 > a.0 { b } else { a })
}

/// Returns true for what a move such as `Кf3` or `Крxe7` has of a word: a piece letter, and the letters of files after it.
fn is_piece_with_files(word: &[u8]) -> bool {
    let n_piece = word.iter().take_while(|byte| !byte.is_ascii()).count();
    let files = &word[n_piece..];
    (1..=2).contains(&n_piece)
        && (1..=3).contains(&files.len())
        && files.iter().all(|byte| matches!(byte, b'a'..=b'h' | b'x'))
}

fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || !byte.is_ascii()
}

/// Returns true if a word that ends at `end`, or the byte order mark there, is followed by NUL in every second byte.
fn is_in_utf16(text: &[u8], end: usize) -> bool {
    let is_nul = |at: usize| text.get(at) == Some(&0);
    (is_nul(end) && is_nul(end + 2)) || (is_nul(end + 1) && is_nul(end + 3))
}

/// Returns a word of `text` with the text around it in its line, up to quotes and braces: whole words, if they are not
/// long.
fn beside(text: &[u8], word: Range<usize>) -> &[u8] {
    let ends = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'"' | b'{' | b'}');
    let (before, after) = (&text[..word.start], &text[word.end..]);
    let mut start =
        word.start - before.iter().rev().take(BESIDE).take_while(|byte| !ends(byte)).count();
    let mut end = word.end + after.iter().take(BESIDE).take_while(|byte| !ends(byte)).count();
    // A word that is cut in two is left out.
    while start < word.start && start > 0 && is_in_word(text[start - 1]) && is_in_word(text[start])
    {
        start += 1;
    }
    while end > word.end && end < text.len() && is_in_word(text[end]) && is_in_word(text[end - 1]) {
        end -= 1;
    }
    text[start..end].trim_ascii()
}

/// The words as a character set reads them.
struct DecodedWords<'w> {
    set: Fallback,
    words: Vec<Cow<'w, str>>,
    /// How likely each word is by itself.
    scores: Vec<f32>,
    /// How likely the words are together.
    score: f32,
}

impl<'w> DecodedWords<'w> {
    fn new(
        set: Fallback,
        prior: f32,
        words: &[&'w [u8]],
        groups: &[ByLanguage],
        weights: &mut Weights,
    ) -> DecodedWords<'w> {
        let words: Vec<Cow<'_, str>> = words.iter().map(|word| set.decode(word)).collect();
        let mut scores = Vec::with_capacity(words.len());
        let score = if set.is_single_byte() {
            let mut form = 0.0;
            let mut letters = Vec::with_capacity(words.len());
            for (text, groups) in words.iter().zip(groups) {
                let word = Word::new(text, *groups, weights);
                let best = word.letters.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                scores.push(word.form + best);
                form += word.form;
                letters.push(word.letters);
            }
            form + languages::score(&letters)
        } else {
            scores.extend(words.iter().map(|word| wide::score(word)));
            scores.iter().sum()
        };
        DecodedWords { set, words, scores, score: prior + score }
    }

    /// Yields the index of each word that `other` reads in another way, and how much likelier this reading is. Short words
    /// and those with bytes that are no characters are left out.
    fn margins_over(&self, other: &DecodedWords<'_>) -> impl Iterator<Item = (usize, f32)> {
        let words = self.words.iter().zip(&other.words).enumerate();
        let is_example = |[ours, theirs]: [&str; 2]| {
            ours != theirs && ours.len() > SHORT_WORD && !ours.contains('\u{FFFD}')
        };
        let differing = words.filter(move |(_, (ours, theirs))| is_example([ours, theirs]));
        differing.map(|(at, _)| (at, self.scores[at] - other.scores[at]))
    }

    /// Returns the index of the word whose reading is likelier than that of `other` by the largest margin.
    fn best_word_over(&self, other: &DecodedWords<'_>) -> Option<usize> {
        let better = |a: &(usize, f32), b: &(usize, f32)| {
            a.1.total_cmp(&b.1).then_with(|| self.words[b.0].cmp(&self.words[a.0]))
        };
        self.margins_over(other).max_by(better).map(|(at, _)| at)
    }

    /// Returns true if the words are in windows-1252 and have no other letters beyond ASCII than those that are frequent in
    /// the languages of Western Europe.
    fn has_usual_letters(&self) -> bool {
        let is_usual = |word: &str| {
            let word = word.to_lowercase();
            // Portuguese has `õ` before `e`.
            let mut chars = word.chars().peekable();
            while let Some(c) = chars.next() {
                let is_portuguese = c == 'õ' && chars.peek() == Some(&'e');
                if !(c.is_ascii() || USUAL.contains(c) || is_portuguese) {
                    return false;
                }
            }
            true
        };
        self.set == Fallback::WINDOWS_1252 && self.words.iter().all(|word| is_usual(word))
    }

    /// Returns true if a sign that is no letter is within a word: between letters, or as the last character of a word in
    /// the place of a letter, as in `Wei▀`.
    fn has_marks_within(&self) -> bool {
        let is_mark = |c: char| !c.is_ascii() && !c.is_alphanumeric() && !PUNCTUATION.contains(c);
        self.words.iter().any(|word| word.contains(is_mark))
    }
}

#[cfg(test)]
mod tests;
