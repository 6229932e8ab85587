//! Compares two lists of lines or words, and returns what they share and where they differ.

use std::ops::Range;

use similar::{Algorithm, capture_diff_slices};

/// Maximum number of items that are compared one by one, old and new ones together, not counting the common beginning
/// and end of the lists. The time of a comparison is quadratic in the number of changes.
const MAX_COMPARED: usize = 10_000;

/// A part of the comparison of two lists: items that both have, or old items and the new ones in their place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// True if the items are the same in both lists.
    pub is_same: bool,
    /// Indices of the items in the old list.
    pub old: Range<usize>,
    /// Indices of the items in the new list.
    pub new: Range<usize>,
}

/// Compares two lists and returns their parts, in order and without gaps. If more than 10,000 items remain between the
/// common beginning and the common end, all of these are returned as one part that differs.
///
/// ```
/// use pgn_report::{Part, align};
///
/// let found = align(&[b"a", b"b", b"c"], &[b"a", b"x", b"c"]);
/// assert_eq!(found[1], Part { is_same: false, old: 1..2, new: 1..2 });
/// ```
pub fn align(old: &[&[u8]], new: &[&[u8]]) -> Vec<Part> {
    let n_first = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let rest = old[n_first..].iter().rev().zip(new[n_first..].iter().rev());
    let n_last = rest.take_while(|(a, b)| a == b).count();
    let [old_end, new_end] = [old.len() - n_last, new.len() - n_last];
    let part = |is_same, old, new| Part { is_same, old, new };
    let mut found = vec![part(true, 0..n_first, 0..n_first)];
    if old_end + new_end - 2 * n_first > MAX_COMPARED {
        found.push(part(false, n_first..old_end, n_first..new_end));
    } else {
        let (old, new) = (&old[n_first..old_end], &new[n_first..new_end]);
        let moved = |range: Range<usize>| range.start + n_first..range.end + n_first;
        found.extend(capture_diff_slices(Algorithm::Myers, old, new).iter().map(|op| {
            let is_same = matches!(op, similar::DiffOp::Equal { .. });
            part(is_same, moved(op.old_range()), moved(op.new_range()))
        }));
    }
    found.push(part(true, old_end..old.len(), new_end..new.len()));
    found.retain(|part| !part.old.is_empty() || !part.new.is_empty());
    found
}
