//! Check indicators of moves played in place.

use pgn_syntax::{SanCode, san::CheckIndicator};

use super::{EMPTY, InPlaceBoard, K, between, first, one, opponent, side_index, small};
use crate::positions::{
    board::Board,
    moves::Move,
    position::Position,
    rays::{CHECKS, REACH},
};

impl InPlaceBoard {
    /// Returns true if the check indicator of a move that gives check says correctly whether it is mate.
    #[inline(never)]
    pub(super) fn is_mate_right(&self, code: SanCode, from: usize) -> bool {
        if code.check() == CheckIndicator::Check && self.can_step_aside(code, from) {
            return true;
        }
        let (role, to) = (code.role_and_target() >> 6, code.role_and_target() & 63);
        let mv = Move::normal(small(role), small(from), small(to), self.on[to] != EMPTY);
        has_right_sign(code, self.board().after(mv), true)
    }

    /// Returns true if the king in check after a move can move to a safe square, which is nearly always so.
    ///
    /// Returns false, without a search, for a move of the other king, which gives check by discovery only.
    fn can_step_aside(&self, code: SanCode, from: usize) -> bool {
        let (role, to) = (code.role_and_target() >> 6, code.role_and_target() & 63);
        if role == K {
            return false;
        }
        let them = opponent(self.us) & 8;
        let king = usize::from(self.kings[side_index(them) & 1].at);
        let occupied = (self.occupied() & !one(from) | one(to)) & !one(king);
        let reach = CHECKS[side_index(self.us) & 1][code.role_and_target()];
        let is_attacked = |at: usize| {
            reach & one(at) != 0 && between(to, at) & occupied == 0
                || self.attackers(self.us, at, occupied) & !one(from) != 0
        };
        let mut steps = REACH[K][king & 63] & !(self.sets[them] & !one(to));
        while steps != 0 {
            if !is_attacked(first(steps)) {
                return true;
            }
            steps &= steps - 1;
        }
        false
    }
}

/// Returns true if a code has the check indicator of a move that leads to `after`. Unless `judge_signs`, this is only
/// false for an indicator of a move that gives no check.
pub(super) fn has_right_sign(code: SanCode, after: Board, judge_signs: bool) -> bool {
    match judge_signs {
        true => code.check() == Position::Standard(after).sign(),
        false => !code.has_check_indicator() || after.is_check(),
    }
}
