//! The position of the walk in a line of play: the position before its last move, and the one after it.

use crate::position::Position;

/// A line of play during the walk.
#[derive(Debug)]
pub(crate) struct LineOfPlay {
    /// The position for the next move, and the one before the last move, from which variations start. They swap
    /// roles with every move, so that no position is copied.
    pub(crate) slots: [Position; 2],
    /// The index of the position for the next move.
    pub(crate) at: usize,
    /// The nesting depth: 0 for the main line.
    pub(crate) depth: u32,
    /// The number of half-moves so far.
    pub(crate) index: u32,
    /// True if a move has failed. The moves after it are skipped.
    pub(crate) has_failed: bool,
    /// True if the last move was skipped. Its variations are skipped, too.
    pub(crate) is_skipping: bool,
    /// The number of half-moves that failed or were skipped, added to move numbers.
    pub(crate) n_unplayed: u32,
}

impl LineOfPlay {
    pub(crate) fn new() -> LineOfPlay {
        LineOfPlay {
            slots: [Position::INITIAL, Position::INITIAL],
            at: 0,
            depth: 0,
            index: 0,
            has_failed: false,
            is_skipping: false,
            n_unplayed: 0,
        }
    }

    /// Returns the position for the next move.
    #[inline(always)]
    pub(crate) fn current(&self) -> &Position {
        &self.slots[self.at & 1]
    }

    /// Returns the position before the last move.
    #[inline(always)]
    pub(crate) fn before(&self) -> &Position {
        &self.slots[self.at & 1 ^ 1]
    }

    /// Advances to the position after a move.
    pub(crate) fn advance(&mut self, after: Position) {
        self.at ^= 1;
        self.slots[self.at & 1] = after;
    }

    pub(crate) fn begin(&mut self, current: &Position, is_skipping: bool, n_unplayed: u32) {
        for slot in &mut self.slots {
            slot.clone_from(current);
        }
        self.index = 0;
        self.has_failed = is_skipping;
        self.is_skipping = is_skipping;
        self.n_unplayed = n_unplayed;
    }
}
