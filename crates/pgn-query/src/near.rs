//! How near two words are.

/// The name that is nearest to `word`, and how far it is. Of those as near, one that begins alike: the
/// first letter is seldom wrong.
pub(crate) fn nearest(
    word: &str,
    names: impl Iterator<Item = &'static str>,
) -> Option<(usize, &'static str)> {
    let differs = |name: &str| name.bytes().next() != word.bytes().next();
    let key = |name: &'static str| (distance(word, name), differs(name), name);
    names.map(key).min().map(|(n_slips, _, name)| (n_slips, name))
}

/// How many letters must be put in, taken out or changed to make one word of the other.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(row[j + 1] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}
