//! Edit distance between names.

use strsim::levenshtein;

/// Returns the name nearest to `word`, with its distance. Of equally near names, one with the same
/// first letter wins, because the first letter is seldom wrong.
pub(crate) fn nearest(
    word: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<(usize, &'static str)> {
    let differs = |name: &str| name.bytes().next() != word.bytes().next();
    let key = |name: &'static str| (levenshtein(word, name), differs(name), name);
    names.map(key).min().map(|(n_slips, _, name)| (n_slips, name))
}
