//! Maps offsets between a text before and after edits.

use crate::rule::Rule;

/// An edit that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MadeEdit {
    /// The offset of the edit in the text before its round.
    start: u32,
    /// The offset of the edit in the text after its round.
    new_start: u32,
    /// Number of bytes removed.
    n_taken: u32,
    /// Number of bytes inserted.
    n_put: u32,
}

impl MadeEdit {
    /// Returns the edits of one round from (offset, bytes removed, bytes inserted), sorted and
    /// without overlaps.
    pub(crate) fn of_round(edits: impl IntoIterator<Item = (u32, u32, u32)>) -> Vec<MadeEdit> {
        let (mut all_taken, mut all_put) = (0, 0);
        let place = |(start, n_taken, n_put)| {
            let new_start = start + all_put - all_taken;
            (all_taken, all_put) = (all_taken + n_taken, all_put + n_put);
            MadeEdit { start, new_start, n_taken, n_put }
        };
        edits.into_iter().map(place).collect()
    }
}

/// An already reported finding that is not fixed.
#[derive(Clone, Copy, Debug)]
pub struct KnownFinding {
    /// The rule.
    pub rule: &'static Rule,
    /// The lowest and the highest offset from the beginning of its game. They differ if text was
    /// inserted where the finding begins.
    pub at: (u32, u32),
    /// The caller's number for the finding.
    pub id: KnownId,
}

/// The caller's number for an already reported finding.
#[derive(Clone, Copy, Debug)]
pub struct KnownId(pub usize);

impl KnownFinding {
    /// Returns the finding of `rule` at the offset `at` among known findings, which are sorted by
    /// place.
    #[must_use]
    pub fn find<'a>(all: &'a [KnownFinding], rule: &Rule, at: u32) -> Option<&'a KnownFinding> {
        /// Upper bound on the findings that are compared, to keep time linear; few findings are
        /// close to one place.
        const NEAR: usize = 64;
        let n_before = all.partition_point(|known| known.at.0 <= at);
        let mut near = all[..n_before].iter().rev().take(NEAR);
        near.find(|known| std::ptr::eq(known.rule, rule) && at <= known.at.1)
    }
}

/// Returns the offset that a byte had before the edits of a round.
pub(crate) fn offset_before(edits: &[MadeEdit], at: u32) -> u32 {
    let n_before = edits.partition_point(|edit| edit.new_start <= at);
    match edits[..n_before].last() {
        None => at,
        Some(edit) if at < edit.new_start + edit.n_put => edit.start,
        Some(edit) => edit.start + edit.n_taken + (at - edit.new_start - edit.n_put),
    }
}

/// The side of inserted text on which a finding at the same offset may be afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Before the inserted text.
    Before,
    /// After the inserted text.
    After,
}

/// Returns the offset that a byte has after the edits of a round.
pub(crate) fn offset_after(edits: &[MadeEdit], at: u32, side: Side) -> u32 {
    let is_before = |edit: &MadeEdit| edit.start < at || edit.start == at && side == Side::After;
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
        let edits = MadeEdit::of_round([(1, 1, 2), (5, 0, 1)]);
        let after =
            |at| (offset_after(&edits, at, Side::Before), offset_after(&edits, at, Side::After));
        let expected = [(0, 0), (1, 3), (3, 3), (4, 4), (5, 5), (6, 7)];
        assert_eq!((0..6).map(after).collect::<Vec<_>>(), expected);
        let before: Vec<u32> = (0..8).map(|at| offset_before(&edits, at)).collect();
        assert_eq!(before, [0, 1, 1, 2, 3, 4, 5, 5]);
    }

    /// Compares with a text edited byte by byte.
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
            let edits = MadeEdit::of_round(round.iter().copied());
            // For each byte of the new text: its old offset, or the offset of its edit.
            let (mut old, mut new, mut expected) = (0, 0, Vec::new());
            for &(start, n_taken, n_put) in round {
                for at in old..start {
                    assert_eq!(
                        offset_after(&edits, at, Side::After),
                        new + at - old,
                        "{at} of {round:?}"
                    );
                    expected.push(at);
                }
                new += start - old;
                for at in start + 1..start + n_taken {
                    assert_eq!(offset_after(&edits, at, Side::Before), new, "{at} of {round:?}");
                    assert_eq!(
                        offset_after(&edits, at, Side::After),
                        new + n_put,
                        "{at} of {round:?}"
                    );
                }
                expected.extend((0..n_put).map(|_| start));
                (old, new) = (start + n_taken, new + n_put);
            }
            expected.extend(old..old + 3);
            let places: Vec<u32> =
                (0..).take(expected.len()).map(|at| offset_before(&edits, at)).collect();
            assert_eq!(places, expected, "{round:?}");
        }
    }
}
