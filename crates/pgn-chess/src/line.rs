//! Where the walk is in one line of play: the position before its last move, and the one after it.

use crate::position::Position;

/// A line that is being walked.
#[derive(Debug)]
pub(crate) struct Line {
    /// Where its next move is made, and where its last was: a variation starts from there. They
    /// change places with every move, so that no position is copied.
    pub(crate) slots: [Position; 2],
    /// Which of them is where the next move is made.
    pub(crate) at: usize,
    /// How deep in variations it is.
    pub(crate) depth: u32,
    /// Half-moves so far.
    pub(crate) index: u32,
    /// A move has failed: what follows is skipped.
    pub(crate) has_failed: bool,
    /// The last move was skipped: so are the variations to it.
    pub(crate) is_skipping: bool,
    /// Half-moves skipped or failed since `current`, for numbers.
    pub(crate) n_unplayed: u32,
}

impl Line {
    pub(crate) fn new() -> Line {
        Line {
            slots: [Position::INITIAL, Position::INITIAL],
            at: 0,
            depth: 0,
            index: 0,
            has_failed: false,
            is_skipping: false,
            n_unplayed: 0,
        }
    }

    /// Where the next move is made.
    #[inline(always)]
    pub(crate) fn current(&self) -> &Position {
        &self.slots[self.at & 1]
    }

    /// Where the last move was made.
    #[inline(always)]
    pub(crate) fn before(&self) -> &Position {
        &self.slots[self.at & 1 ^ 1]
    }

    /// Goes on to the position after a move.
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
