//! The score of a word in a candidate character set, by its scripts, capitals, vowels, consonants and marks. Scores are
//! added up over words; only their differences between sets matter.

use std::collections::HashMap;

use super::languages::{ByLanguage, LANGUAGES, PORTUGUESE, Script, weights};

/// A cache: the weights of the letters that have occurred, in each language.
#[derive(Default)]
pub(super) struct Weights(HashMap<char, ByLanguage>);

/// The likelihood of a word.
pub(super) struct Word {
    /// The part due to its scripts, capitals, vowels, consonants and marks.
    pub(super) form: f32,
    /// The part due to its letters, in each language.
    pub(super) letters: ByLanguage,
}

/// The weight of a group of letters that is frequent in a language; at most two groups of a word count.
const GROUP: f32 = 1.2;

/// Bonus for a word in a pair of quotes, which makes up for the penalties of its two marks.
const QUOTED: f32 = 5.0;

/// Returns how likely the groups of letters of a word are in each language. They are ASCII, so all sets read them alike.
pub(super) fn groups(word: &[u8]) -> ByLanguage {
    let has = |group: &&&str| word.windows(group.len()).any(|it| it == group.as_bytes());
    std::array::from_fn(|at| LANGUAGES[at].groups.iter().filter(has).take(2).map(|_| GROUP).sum())
}

impl Word {
    /// Returns the likelihood of a word that a set reads as `text`. `groups`: the result of [`groups`] for it.
    pub(super) fn new(text: &str, groups: ByLanguage, weights: &mut Weights) -> Word {
        let mut word = Word { form: 0.0, letters: groups };
        let chars: Vec<char> = text.chars().collect();
        word.add_letters(&chars, weights);
        if is_quoted(&chars) {
            word.form += QUOTED;
        }
        let first = chars.iter().position(|c| Script::of(*c).is_some()).unwrap_or(chars.len());
        let last = chars.iter().rposition(|c| Script::of(*c).is_some()).unwrap_or(0);
        let mut before = Before::default();
        for (at, &c) in chars.iter().enumerate() {
            let Some(script) = Script::of(c) else {
                word.form += mark(c, at > first && at < last);
                before = Before::default();
                continue;
            };
            word.form += before.change_of_script(script)
                + before.case(c, at == first)
                + before.alternation(c, script);
            let is_final = matches!(c, 'ם' | 'ן' | 'ך' | 'ף' | 'ץ' | 'ς');
            if is_final && at != last {
                word.form -= 5.0;
            }
            if is_thai_sign(c) {
                let follows = before.last.is_some_and(|(last, _)| is_below_thai_sign(last));
                word.form += if follows { 1.5 } else { -6.0 };
            }
            before.last = Some((c, script));
        }
        word
    }

    fn add_letters(&mut self, chars: &[char], weights_of: &mut Weights) {
        for (at, &c) in chars.iter().enumerate() {
            if c.is_ascii() || Script::of(c).is_none() {
                continue;
            }
            let c = lower(c);
            let weights = weights_of.0.entry(c).or_insert_with(|| weights(c));
            for (score, weight) in self.letters.iter_mut().zip(weights) {
                *score += *weight;
            }
            // Portuguese has `õ` before `e`; elsewhere it is more likely a misread `ő` of Hungarian.
            if c == 'õ' && chars.get(at + 1) != Some(&'e') {
                self.letters[PORTUGUESE] -= 4.0;
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sound {
    Vowel,
    Consonant,
}

impl Sound {
    /// Returns `None` for letters that are neither and for scripts that do not write vowels.
    fn of(c: char, script: Script) -> Option<Sound> {
        const VOWELS: &str = "aeiouyáàâäãåāăąéèêëēėęěíìîïīįıóòôöõøőúùûüūůűųýÿæœ\
            ŵŷŭạầảấủộốớườọứợồửữũểệềừựậằặắẩẫẹẻẽỉĩỏổỗởỡụỷỹỵẳẵễịơưếỳ\
            аеёиоуыэюяіїєαειουωηάέήίόύώϊϋΐΰ";
        let c = lower(c);
        let has_no_vowels = matches!(script, Script::Hebrew | Script::Arabic | Script::Thai);
        let is_silent = has_no_vowels || "ьъй".contains(c);
        match is_silent {
            true => None,
            false if VOWELS.contains(c) => Some(Sound::Vowel),
            false => Some(Sound::Consonant),
        }
    }
}

/// The letters before a letter in its word.
#[derive(Default)]
struct Before {
    last: Option<(char, Script)>,
    /// The number of consecutive capitals directly before the letter.
    n_capitals: u32,
    /// The consecutive vowels or consonants directly before the letter: how many, and whether one is beyond ASCII.
    run: Option<(Sound, u32, bool)>,
}

impl Before {
    fn change_of_script(&self, script: Script) -> f32 {
        if self.last.is_some_and(|(_, last)| last != script) { -7.0 } else { 0.0 }
    }

    /// Returns how likely the case of `c` is after the letters before it. Pairs of ASCII letters do not count, as
    /// they are the same in all sets.
    fn case(&mut self, c: char, is_first: bool) -> f32 {
        let (is_high, last) = (!c.is_ascii(), self.last.map(|(last, _)| last));
        let is_pair_high = is_high || last.is_some_and(|last| !last.is_ascii());
        let mut score = 0.0;
        if c.is_uppercase() {
            if is_high {
                score -= if is_first { 0.3 } else { 0.8 };
                score -= if self.n_capitals > 0 { 0.7 } else { 0.0 };
            }
            if is_pair_high && last.is_some_and(char::is_lowercase) {
                score -= 5.0;
            }
            self.n_capitals += 1;
        } else {
            if is_pair_high && self.n_capitals > 1 && c.is_lowercase() {
                score -= 3.0;
            }
            if is_high && is_first && Script::of(c) == Some(Script::Latin) {
                score -= 0.7;
            }
            self.n_capitals = 0;
        }
        score
    }

    /// Returns how likely `c` is after the vowels or consonants directly before it.
    fn alternation(&mut self, c: char, script: Script) -> f32 {
        let is_high = !c.is_ascii();
        self.run = Sound::of(c, script).map(|sound| match self.run {
            Some((last, n, has_high)) if last == sound => (sound, n + 1, has_high || is_high),
            _ => (sound, 1, is_high),
        });
        match self.run {
            Some((Sound::Vowel, 2, true)) => -0.8,
            Some((Sound::Vowel, 3, true)) => -2.5,
            Some((Sound::Vowel, 4.., true)) => -3.5,
            Some((Sound::Consonant, 2, true)) => -0.3,
            Some((Sound::Consonant, 3, true)) => -1.0,
            Some((Sound::Consonant, 4, true)) => -2.0,
            Some((Sound::Consonant, 5.., true)) => -3.0,
            _ => 0.0,
        }
    }
}

/// Returns true for vowels and tones of Thai that are above or below the letter before them.
fn is_thai_sign(c: char) -> bool {
    matches!(c, '\u{e31}' | '\u{e34}'..='\u{e3a}' | '\u{e47}'..='\u{e4d}')
}

/// Returns true if quotes stand around a word.
fn is_quoted(chars: &[char]) -> bool {
    let quotes =
        [('“', '”'), ('„', '“'), ('„', '”'), ('«', '»'), ('»', '«'), ('‘', '’'), ('‚', '‘')];
    match chars {
        [first, .., last] => quotes.contains(&(*first, *last)),
        _ => false,
    }
}

/// Returns true for consonants of Thai, and for vowels that a tone may be above.
fn is_below_thai_sign(c: char) -> bool {
    matches!(c, '\u{e01}'..='\u{e2e}' | '\u{e31}' | '\u{e34}'..='\u{e39}')
}

/// Returns how likely a character that is not a letter is beside a word or, if `is_inside`, in it.
fn mark(c: char, is_inside: bool) -> f32 {
    let score = match c {
        '’' if is_inside => return -2.5,
        '\u{80}'..='\u{9f}' | '\u{fffd}' => return -14.0,
        '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' | '–' | '—' | '…' => -5.0,
        '\u{a0}' => -4.5,
        '½' | '•' | '±' | '°' | '§' | '€' | '¡' | '¿' => -5.5,
        _ => -7.0,
    };
    if is_inside { score - 5.0 } else { score }
}

fn lower(c: char) -> char {
    match c {
        // `to_lowercase` returns two characters for this letter.
        'İ' => 'ı',
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}
