//! Castling in place.

use pgn_syntax::{SanCode, san::Castling};

use super::{
    EMPTY, InPlaceBoard, K, King, MoveState, MoveType, PlayedMove, R, WHITE, one, opponent,
    side_index, sign::has_right_sign, small,
};
use crate::positions::{
    moves::castled,
    rays::{REACH, unblocked},
};

impl InPlaceBoard {
    /// Plays castling, if it is legal and canonical.
    pub(super) fn castle(&mut self, code: SanCode, judge_signs: bool) -> bool {
        let Some(castling) = code.castling() else { return false };
        if !code.has_check_indicator() && self.castle_at_home(castling) {
            return true;
        }
        let board = self.board();
        let Some(mv) = board.castling_move(castling == Castling::KingSide) else { return false };
        let after = board.after(mv);
        if !has_right_sign(code, after, judge_signs) {
            return false;
        }
        self.put_castled(mv.origin(), mv.target(), after.is_check());
        true
    }

    /// Plays castling of standard chess that gives no check. Returns false for any other castling, and if it
    /// is not legal.
    fn castle_at_home(&mut self, castling: Castling) -> bool {
        let (us, them) = (self.us & 8, opponent(self.us) & 8);
        let back_rank = if us == WHITE { 0 } else { 56 };
        let (king, other_king) = (self.kings[side_index(us)], self.kings[side_index(them)]);
        let on_rank = |files: [usize; 3]| files.map(|file| back_rank + file);
        let [rook, rook_to, king_to] = on_rank(match castling {
            Castling::KingSide => [7, 5, 6],
            Castling::QueenSide => [0, 3, 2],
        });
        let MoveState { castling, is_check, .. } = self.states[side_index(them)];
        // The other king is elsewhere, so that only the rook can give check, from its new square.
        let is_plain = usize::from(king.at) == back_rank + 4
            && castling & one(rook) != 0
            && other_king.bit & (0xFF << back_rank) == 0
            && king.lines.between[rook & 63] & self.occupied() == 0;
        let occupied = self.occupied() ^ king.bit ^ one(rook) ^ one(rook_to) ^ one(king_to);
        let gives_check =
            || unblocked(rook_to, other_king.bit & REACH[R][rook_to & 63], occupied) != 0;
        // The king crosses the square that the rook goes to.
        let is_attacked = |at| self.attackers(them, at, self.occupied()) != 0;
        let is_legal = || !is_check && !is_attacked(rook_to) && !is_attacked(king_to);
        if !is_plain || !is_legal() || gives_check() {
            return false;
        }
        self.put_castled(king.at, small(rook), false);
        true
    }

    /// Moves the king on `from` and the rook on `rook_from`.
    fn put_castled(&mut self, from: u8, rook_from: u8, is_check: bool) {
        let us = self.us & 8;
        let (king_to, rook_to) = castled(from, rook_from);
        self.remove_piece(from);
        self.remove_piece(rook_from);
        self.place_piece(king_to, small(us | K));
        self.place_piece(rook_to, small(us | R));
        self.kings[side_index(us)] = King::on(king_to.into());
        let MoveState { castling, halfmoves, .. } = self.states[side_index(us) ^ 1];
        self.states[side_index(us)] = MoveState {
            castling: castling & !(0xFF << (7 * us)),
            halfmoves: halfmoves.wrapping_add(1),
            is_check,
            last: PlayedMove { from, to: rook_from, captured: EMPTY, kind: MoveType::Castling },
        };
        self.us ^= 8;
        self.n_plies = self.n_plies.wrapping_add(1);
    }
}
