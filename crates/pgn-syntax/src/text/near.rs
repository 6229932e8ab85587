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

/// Returns the name that a misspelled word probably means; `None` if no name is similar enough.
///
/// ```
/// assert_eq!(pgn_syntax::similar("ilegal-move", ["illegal-move", "bad-fen"].into_iter()), Some("illegal-move"));
/// assert_eq!(pgn_syntax::similar("xyzzy", ["illegal-move", "bad-fen"].into_iter()), None);
/// assert_eq!(pgn_syntax::similar("E501", ["A001"].into_iter()), None);
/// ```
pub fn similar<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names are short; a much longer text is not a misspelling.
    if word.len() > 60 {
        return None;
    }
    // The digits of a code such as `E501` are not similar to other digits.
    let digits = word.strip_prefix(|c: char| c.is_ascii_alphabetic()).unwrap_or_default();
    let is_code = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let most = if is_code { 1 } else { 1 + word.len() / 4 };
    nearest(word, names).filter(|(n_slips, _)| *n_slips <= most).map(|(_, name)| name)
}
