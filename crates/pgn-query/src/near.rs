//! How near two words are.

use strsim::levenshtein;

/// The name that is nearest to `word`, and how far it is. Of those as near, one that begins alike: the
/// first letter is seldom wrong.
pub(crate) fn nearest(
    word: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<(usize, &'static str)> {
    let differs = |name: &str| name.bytes().next() != word.bytes().next();
    let key = |name: &'static str| (levenshtein(word, name), differs(name), name);
    names.map(key).min().map(|(n_slips, _, name)| (n_slips, name))
}
