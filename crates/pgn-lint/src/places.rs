//! Places in a text that is edited: where they were before, and where they are afterwards.

use crate::rule::Rule;

/// An edit that was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Made {
    /// Where it begins in the text before it.
    pub(crate) start: u32,
    /// Bytes that went.
    pub(crate) n_taken: u32,
    /// Bytes that came.
    pub(crate) n_put: u32,
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

/// Returns where a byte stood before edits were made.
pub(crate) fn place_before(edits: &[Made], at: u32) -> u32 {
    let (mut n_taken, mut n_put) = (0, 0);
    for &Made { start, n_taken: taken, n_put: put } in edits {
        let new_start = start + n_put - n_taken;
        if at < new_start {
            break;
        }
        if at < new_start + put {
            return start;
        }
        (n_taken, n_put) = (n_taken + taken, n_put + put);
    }
    at + n_taken - n_put
}

/// On which side of text that is put where a finding begins the finding may be afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Before that text.
    Before,
    /// Behind that text.
    Behind,
}

/// Returns where a byte stands after edits were made.
pub(crate) fn place_after(edits: &[Made], at: u32, side: Side) -> u32 {
    let (mut n_taken, mut n_put) = (0, 0);
    for &Made { start, n_taken: taken, n_put: put } in edits {
        if start > at || start == at && side == Side::Before {
            break;
        }
        if at < start + taken {
            return start + n_put - n_taken + if side == Side::Before { 0 } else { put };
        }
        (n_taken, n_put) = (n_taken + taken, n_put + put);
    }
    at + n_put - n_taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_follow_edits() {
        // `abcdef` becomes `aXXcdeYf`.
        let edits =
            [Made { start: 1, n_taken: 1, n_put: 2 }, Made { start: 5, n_taken: 0, n_put: 1 }];
        let after =
            |at| (place_after(&edits, at, Side::Before), place_after(&edits, at, Side::Behind));
        let expected = [(0, 0), (1, 3), (3, 3), (4, 4), (5, 5), (6, 7)];
        assert_eq!((0..6).map(after).collect::<Vec<_>>(), expected);
        let before: Vec<u32> = (0..8).map(|at| place_before(&edits, at)).collect();
        assert_eq!(before, [0, 1, 1, 2, 3, 4, 5, 5]);
    }
}
