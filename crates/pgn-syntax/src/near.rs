//! Edit distance between names.

use strsim::damerau_levenshtein;

/// Returns the name nearest to `word`, ignoring the case of ASCII letters, with its distance: the number of
/// letters that are wrong, missing, in excess or exchanged. Of equally near names, one with the same first letter wins,
/// because the first letter is seldom wrong.
///
/// ```
/// assert_eq!(pgn_syntax::nearest("elo", ["Event", "Eco"].into_iter()), Some((1, "Eco")));
/// ```
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<(usize, &'a str)> {
    let word = word.to_ascii_lowercase();
    let key = |name: &'a str| {
        let folded = name.to_ascii_lowercase();
        let differs = folded.bytes().next() != word.bytes().next();
        (damerau_levenshtein(&word, &folded), differs, name)
    };
    names.map(key).min().map(|(n_slips, _, name)| (n_slips, name))
}
