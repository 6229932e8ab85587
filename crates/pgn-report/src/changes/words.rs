//! The comparison of two texts word by word.

use similar::{Algorithm, DiffOp, capture_diff_slices};

/// Number of words of context around a change.
const CONTEXT: usize = 4;

/// Number of words above which a text is replaced as a whole, because the comparison is quadratic in the changes.
const MAX_COMPARED: usize = 4_000;

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
    let replace = |old: &[&str], new: &[&str], passages: &mut Vec<Passage>| {
        passages.extend((!old.is_empty()).then(|| Passage::Old(old.join(" "))));
        passages.extend((!new.is_empty()).then(|| Passage::New(new.join(" "))));
    };
    let n_first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let n_last = old[n_first..]
        .iter()
        .rev()
        .zip(new[n_first..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let middle = |words: &[&str]| words.len() - n_first - n_last;
    if middle(&old) + middle(&new) > MAX_COMPARED {
        push_same(&old[..n_first], true, false, &mut passages);
        let ends = [&old, &new].map(|words| words.len() - n_last);
        replace(&old[n_first..ends[0]], &new[n_first..ends[1]], &mut passages);
        push_same(&old[ends[0]..], false, true, &mut passages);
        return passages;
    }
    let all = capture_diff_slices(Algorithm::Patience, &old, &new);
    let n = all.len();
    for (at, change) in all.into_iter().enumerate() {
        match change {
            DiffOp::Equal { old_index, len, .. } => {
                push_same(&old[old_index..][..len], at == 0, at + 1 == n, &mut passages);
            }
            DiffOp::Delete { old_index, old_len, .. } => {
                replace(&old[old_index..][..old_len], &[], &mut passages);
            }
            DiffOp::Insert { new_index, new_len, .. } => {
                replace(&[], &new[new_index..][..new_len], &mut passages);
            }
            DiffOp::Replace { old_index, old_len, new_index, new_len } => {
                replace(&old[old_index..][..old_len], &new[new_index..][..new_len], &mut passages)
            }
        }
    }
    passages
}

/// Appends words that both texts have, and leaves out those that are not next to a change. There is no change before
/// the first words (`is_first`), and none after the last ones (`is_last`).
fn push_same(words: &[&str], is_first: bool, is_last: bool, passages: &mut Vec<Passage>) {
    let n_head = if is_first { 0 } else { CONTEXT };
    let n_tail = if is_last { 0 } else { CONTEXT };
    if words.is_empty() {
        return;
    }
    // A mark in place of a single word would not be shorter.
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
        let [old, new] =
            ["x", "y"].map(|word| format!("a {}b", format!("{word} ").repeat(MAX_COMPARED)));
        let passages = compare(&old, &new);
        assert_eq!(passages.len(), 4);
        assert_eq!(
            (&passages[0], &passages[3]),
            (&Passage::Same("a".into()), &Passage::Same("b".into()))
        );
    }
}
