//! Places in a text that is edited: where they were before, and where they are afterwards.

use crate::rule::Rule;

/// An edit that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// Where it begins in the text before it.
    start: u32,
    /// Where it begins in the text after all edits of its round.
    new_start: u32,
    /// Bytes that went.
    n_taken: u32,
    /// Bytes that came.
    n_put: u32,
}

impl Made {
    /// Returns the edits of one round. `edits`: where each begins, how many bytes went and how many came, sorted; no
    /// two overlap.
    pub(crate) fn of_round(edits: impl IntoIterator<Item = (u32, u32, u32)>) -> Vec<Made> {
        let (mut all_taken, mut all_put) = (0, 0);
        let place = |(start, n_taken, n_put)| {
            let new_start = start + all_put - all_taken;
            (all_taken, all_put) = (all_taken + n_taken, all_put + n_put);
            Made { start, new_start, n_taken, n_put }
        };
        edits.into_iter().map(place).collect()
    }
}

/// A finding that the caller knows: it is not fixed.
#[derive(Clone, Copy, Debug)]
pub struct Known {
    /// Its rule.
    pub rule: &'static Rule,
    /// The first and the last place where it may begin, from the beginning of its game: text that is put
    /// where it begins may move it.
    pub at: (u32, u32),
    /// What the caller calls it.
    pub name: usize,
}

impl Known {
    /// Returns the finding of a rule at a place, from the beginning of its game, among known findings that are
    /// sorted by place.
    #[must_use]
    pub fn find<'a>(all: &'a [Known], rule: &Rule, at: u32) -> Option<&'a Known> {
        /// Findings that are looked at, so that time stays linear. Findings at a place or near it are few.
        const NEAR: usize = 64;
        let n_before = all.partition_point(|known| known.at.0 <= at);
        let mut near = all[..n_before].iter().rev().take(NEAR);
        near.find(|known| std::ptr::eq(known.rule, rule) && at <= known.at.1)
    }
}

/// Returns where a byte stood before the edits of a round were made.
pub(crate) fn place_before(edits: &[Made], at: u32) -> u32 {
    let n_before = edits.partition_point(|edit| edit.new_start <= at);
    match edits[..n_before].last() {
        None => at,
        Some(edit) if at < edit.new_start + edit.n_put => edit.start,
        Some(edit) => edit.start + edit.n_taken + (at - edit.new_start - edit.n_put),
    }
}

/// On which side of text that is put where a finding begins the finding may be afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Before that text.
    Before,
    /// Behind that text.
    Behind,
}

/// Returns where a byte stands after the edits of a round were made.
pub(crate) fn place_after(edits: &[Made], at: u32, side: Side) -> u32 {
    let is_before = |edit: &Made| edit.start < at || edit.start == at && side == Side::Behind;
    match edits[..edits.partition_point(is_before)].last() {
        None => at,
        Some(edit) if at < edit.start + edit.n_taken => {
            edit.new_start + if side == Side::Before { 0 } else { edit.n_put }
        }
        Some(edit) => edit.new_start + edit.n_put + (at - edit.start - edit.n_taken),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_edits() {
        // `abcdef` becomes `aXXcdeYf`.
        let edits = Made::of_round([(1, 1, 2), (5, 0, 1)]);
        let after =
            |at| (place_after(&edits, at, Side::Before), place_after(&edits, at, Side::Behind));
        let expected = [(0, 0), (1, 3), (3, 3), (4, 4), (5, 5), (6, 7)];
        assert_eq!((0..6).map(after).collect::<Vec<_>>(), expected);
        let before: Vec<u32> = (0..8).map(|at| place_before(&edits, at)).collect();
        assert_eq!(before, [0, 1, 1, 2, 3, 4, 5, 5]);
    }

    /// Text that came or went byte by byte is the judge.
    #[test]
    fn places_are_those_of_each_byte() {
        let rounds: [&[(u32, u32, u32)]; 5] = [
            &[],
            &[(0, 0, 3)],
            &[(0, 2, 0), (4, 1, 3), (6, 0, 2), (9, 3, 1)],
            &[(1, 2, 2), (3, 2, 0), (5, 0, 1), (6, 1, 0), (7, 1, 0)],
            &[(2, 8, 1), (11, 1, 4)],
        ];
        for round in rounds {
            let edits = Made::of_round(round.iter().copied());
            // Of each byte of the new text: where it was, or where its edit begins.
            let (mut old, mut new, mut expected) = (0, 0, Vec::new());
            for &(start, n_taken, n_put) in round {
                for at in old..start {
                    assert_eq!(
                        place_after(&edits, at, Side::Behind),
                        new + at - old,
                        "{at} of {round:?}"
                    );
                    expected.push(at);
                }
                new += start - old;
                for at in start + 1..start + n_taken {
                    assert_eq!(place_after(&edits, at, Side::Before), new, "{at} of {round:?}");
                    assert_eq!(
                        place_after(&edits, at, Side::Behind),
                        new + n_put,
                        "{at} of {round:?}"
                    );
                }
                expected.extend((0..n_put).map(|_| start));
                (old, new) = (start + n_taken, new + n_put);
            }
            expected.extend(old..old + 3);
            let places: Vec<u32> =
                (0..).take(expected.len()).map(|at| place_before(&edits, at)).collect();
            assert_eq!(places, expected, "{round:?}");
        }
    }
}
