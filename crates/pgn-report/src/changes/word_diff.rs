//! The comparison of two texts word by word.

use crate::alignment::align;

/// Number of words of context around a change.
const CONTEXT: usize = 4;

/// A part of two compared texts.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Passage {
    /// Words of both texts.
    Same(String),
    /// Words of both texts, which are left out.
    Cut,
    /// Words of the old text.
    Old(String),
    /// Words of the new text.
    New(String),
}

/// Returns the parts of two texts. Words of both texts that are far from any change are left out.
pub(super) fn compare(old: &str, new: &str) -> Vec<Passage> {
    let [old, new]: [Vec<&str>; 2] = [old, new].map(|text| text.split(' ').collect());
    let mut passages = Vec::new();
    let [old_bytes, new_bytes]: [Vec<&[u8]>; 2] =
        [&old, &new].map(|words| words.iter().map(|word| word.as_bytes()).collect());
    let parts = align(&old_bytes, &new_bytes);
    let n = parts.len();
    for (at, part) in parts.into_iter().enumerate() {
        let (old, new) = (&old[part.old], &new[part.new]);
        if part.is_same {
            push_same(old, at == 0, at + 1 == n, &mut passages);
            continue;
        }
        passages.extend((!old.is_empty()).then(|| Passage::Old(old.join(" "))));
        passages.extend((!new.is_empty()).then(|| Passage::New(new.join(" "))));
    }
    passages
}

/// Appends words that both texts have, without those that are far from a change. If they are the first words of the
/// texts (`is_first`), no change precedes them; if they are the last ones (`is_last`), none follows.
fn push_same(words: &[&str], is_first: bool, is_last: bool, passages: &mut Vec<Passage>) {
    let n_head = if is_first { 0 } else { CONTEXT };
    let n_tail = if is_last { 0 } else { CONTEXT };
    if words.is_empty() {
        return;
    }
    // A single word is written, because the mark for an omission would not be shorter.
    if words.len() <= n_head + n_tail + 1 {
        passages.push(Passage::Same(words.join(" ")));
        return;
    }
    passages.extend((n_head > 0).then(|| Passage::Same(words[..n_head].join(" "))));
    passages.push(Passage::Cut);
    passages.extend((n_tail > 0).then(|| Passage::Same(words[words.len() - n_tail..].join(" "))));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(old: &str, new: &str, expect: &str) {
        let shown = |passage: &Passage| match passage {
            Passage::Same(text) => text.clone(),
            Passage::Cut => "…".to_owned(),
            Passage::Old(text) => format!("-{text}-"),
            Passage::New(text) => format!("+{text}+"),
        };
        let all: Vec<String> = compare(old, new).iter().map(shown).collect();
        assert_eq!(all.join(" "), expect);
    }

    #[test]
    fn words_that_differ_are_marked() {
        check("a b c", "a x c", "a -b- +x+ c");
        check("a b", "a b c", "a b +c+");
        check("b", "", "-b- ++");
        let [old, new] = ["x", "y"].map(|word| format!("1 2 3 4 5 6 {word} 7 8 9 10 11 12"));
        check(&old, &new, "… 3 4 5 6 -x- +y+ 7 8 9 10 …");
        check(
            "x 1 2 3 4 5 6 7 8 9 0 x",
            "y 1 2 3 4 5 6 7 8 9 0 y",
            "-x- +y+ 1 2 3 4 … 7 8 9 0 -x- +y+",
        );
    }

    #[test]
    fn long_texts_are_replaced_as_a_whole() {
        let [old, new] = ["x", "y"].map(|word| format!("a {}b", format!("{word} ").repeat(6_000)));
        let passages = compare(&old, &new);
        assert_eq!(passages.len(), 4);
        assert_eq!(
            (&passages[0], &passages[3]),
            (&Passage::Same("a".into()), &Passage::Same("b".into()))
        );
    }
}
