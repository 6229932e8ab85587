//! The origin square of a move in SAN.

use pgn_syntax::SanCode;

use super::{InPlaceBoard, between, first, side_index};
use crate::positions::{
    board::lowest,
    origin::{needed_origin, origin_mask},
    rays::{FILES, ORIGINS, REACH_FLAT},
};

impl InPlaceBoard {
    /// Returns the origin of a pawn that does not promote, or of a piece without a written origin, if it is
    /// the only piece that can move to `to`.
    #[inline(always)]
    pub(super) fn find_only_origin<const US: usize>(
        &self,
        code: SanCode,
        to: usize,
    ) -> Option<usize> {
        // Only pawns have a written file here.
        let origins = ORIGINS[side_index(US) & 1][code.pattern_index() & 511]
            & FILES[code.origin_file_index() & 15]
            & self.sets[US & 8 | code.role_and_target() >> 6 & 7];
        let (free, has_more) = self.unblocked_of_two(origins, to);
        let is_single = (free != 0) & (free & free.wrapping_sub(1) == 0) & !has_more;
        is_single.then_some(first(free))
    }

    /// Returns the origin of a piece whose text has exactly the disambiguation that one other piece requires.
    #[inline(never)]
    pub(super) fn find_disambiguated_origin(&self, code: SanCode, to: usize) -> Option<usize> {
        let index = code.role_and_target() & 511;
        let origins = REACH_FLAT[index] & self.sets[self.us & 8 | index >> 6];
        let (free, has_more) = self.unblocked_of_two(origins, to);
        let chosen = free & origin_mask(code.origin_file(), code.origin_rank());
        let other = free & !chosen;
        let written = (code.origin_file().is_some(), code.origin_rank().is_some());
        let is_needed = !has_more
            && chosen.count_ones() == 1
            && other.count_ones() == 1
            && written == needed_origin(lowest(chosen), other)
            && self.is_safe(first(other), to, false);
        is_needed.then_some(first(chosen))
    }

    /// Returns the first two squares, without those from which the way to `to` is blocked, and whether there are more
    /// than two squares.
    #[inline(always)]
    fn unblocked_of_two(&self, all: u64, to: usize) -> (u64, bool) {
        let rest = all & all.wrapping_sub(1);
        let has_more = rest & rest.wrapping_sub(1) != 0;
        let occupied = self.occupied();
        // Both squares are examined every time, as a branch on the second would be unpredictable.
        let is_free = |set: u64| u64::from(between(to, first(set)) & occupied == 0).wrapping_neg();
        ((all ^ rest) & is_free(all) | rest & is_free(rest), has_more)
    }
}
