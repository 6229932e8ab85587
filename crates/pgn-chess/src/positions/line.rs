//! The position of the walk in a line of play: the position before its last move, and the one after it.

use crate::positions::position::Position;

/// Whether the moves of a line are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Progress {
    Playing,
    /// A move has failed. The moves after it are skipped.
    Failed,
    /// The last move was skipped. Its variations are skipped, too.
    Skipping,
}

/// A line of play during the walk.
#[derive(Clone, Debug)]
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
    pub(crate) progress: Progress,
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
            progress: Progress::Playing,
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
        self.progress = if is_skipping { Progress::Skipping } else { Progress::Playing };
        self.n_unplayed = n_unplayed;
    }
}
