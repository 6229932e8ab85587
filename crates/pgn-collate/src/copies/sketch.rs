//! Estimation of the similarity of two texts from 32 bytes each.

/// A sketch of the words of a text, to estimate the share of words that two texts have in common.
///
/// This is a MinHash with one permutation: the hash of a word selects one of 32 slots, and each
/// slot stores a byte of the least hash in it. The share of equal slots estimates the share of
/// common words among all words of both texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sketch(pub [u8; Sketch::LEN]);

/// Multiplier of the word hash: 2^64 divided by the golden ratio, which spreads low bits upwards.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

stored! { Sketch { 0 } }

impl Sketch {
    /// Number of slots of one byte each.
    pub const LEN: usize = 32;

    /// Returns the sketch of a text's words.
    ///
    /// A word is a run of ASCII letters, digits and bytes above 127 that contains a letter, from
    /// its first letter on. So moves and names count, and move numbers do not. A word directly
    /// after `[`, the name of a tag or command, does not count either.
    #[must_use]
    pub fn of(text: &[u8]) -> Sketch {
        let mut least = [u64::MAX; Sketch::LEN];
        let class =
            |at: usize| text.get(at).map_or(Class::None, |&byte| CLASSES[usize::from(byte)]);
        let (mut before, mut at) = (b' ', 0);
        while let Some(&first) = text.get(at) {
            if class(at) == Class::None {
                (before, at) = (first, at + 1);
                continue;
            }
            while class(at) == Class::Digit {
                at += 1;
            }
            let start = at;
            while class(at) != Class::None {
                at += 1;
            }
            if before != b'[' && at > start {
                let hash = hash(&text[start..at]);
                let slot = &mut least[(hash >> 59) as usize];
                *slot = (*slot).min(hash & (u64::MAX >> 5));
            }
            before = b' ';
        }
        // 0 stands for a slot without words.
        Sketch(least.map(|hash| match hash {
            u64::MAX => 0,
            hash => hash.to_le_bytes()[0].max(1),
        }))
    }

    /// Returns true if about half of the words are common to both texts: at most two slots more differ than are
    /// equal.
    #[must_use]
    pub fn is_near(&self, other: &Sketch) -> bool {
        let slots = || self.0.iter().zip(&other.0);
        let n_used = slots().filter(|&(&a, &b)| (a, b) != (0, 0)).count();
        let n_common = slots().filter(|&(&a, &b)| a == b && a != 0).count();
        2 * n_common + 2 >= n_used
    }
}

/// Role of a byte in a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Not part of a word.
    None,
    Digit,
    Letter,
}

/// The role of each byte.
static CLASSES: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut classes = [Class::None; 256];
    let mut byte: u8 = 0;
    loop {
        if byte.is_ascii_digit() {
            classes[byte as usize] = Class::Digit;
        } else if byte.is_ascii_alphabetic() || byte >= 0x80 {
            classes[byte as usize] = Class::Letter;
        }
        let Some(next) = byte.checked_add(1) else { return classes };
        byte = next;
    }
}

fn hash(word: &[u8]) -> u64 {
    let mut hash = 0;
    for part in word.chunks(8) {
        let mut bytes = [0; 8];
        bytes[..part.len()].copy_from_slice(part);
        hash = (hash ^ u64::from_le_bytes(bytes)).wrapping_mul(SPREAD);
        hash ^= hash >> 32;
    }
    hash.wrapping_mul(SPREAD)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(a: &str, b: &str, expected: bool) {
        let (a, b) = (Sketch::of(a.as_bytes()), Sketch::of(b.as_bytes()));
        assert_eq!((a.is_near(&b), b.is_near(&a)), (expected, expected));
    }

    #[test]
    fn half_of_the_words_are_enough() {
        let game = "[White \"Anderssen\"]\n[Black \"Kieseritzky\"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 *";
        check(game, game, true);
        check(game, &game.replace("1. ", "1."), true);
        check(game, &game.replace("Anderssen", "Anderssen, Adolf").replace("Kf1 b5", ""), true);
        let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n";
        check(game, &format!("{roster}{game}"), true);
        check(game, "[White \"Morphy\"]\n\n1. d4 f5 2. c4 Nf6 3. Nc3 e6 4. a3 b6 1-0", false);
        check("1. 2. 3. [Event \"1992\"]", "*", true);
        check("e4", "*", true);
        check("e4", "c5", true);
        check("e4 c5 Nf3", "*", false);
        check("", "", true);
    }
}
