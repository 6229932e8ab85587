//! Castling, promotion and en passant in place: [`Board`](crate::Board) plays them, and the result is copied.

use pgn_syntax::SanCode;

use super::{
    EMPTY, InPlaceBoard, MoveState, MoveType, PlayedMove, opponent, side_index,
    sign::has_right_sign, small,
};
use crate::{
    positions::moves::{MoveKind, PAWN},
    replay::resolve::plain,
};

impl InPlaceBoard {
    /// Plays castling, a promotion or en passant. Returns false for any other move.
    #[inline(never)]
    pub(super) fn play_special(&mut self, code: SanCode, judge_signs: bool) -> bool {
        if code.castling().is_some() {
            return self.castle(code, judge_signs);
        }
        let board = self.board();
        let Some(found) = plain(&board, code) else { return false };
        let mv = found.mv;
        let kind = match mv.kind() {
            MoveKind::EnPassant => MoveType::EnPassant,
            MoveKind::Normal if mv.role_number() != mv.placed() => MoveType::Promotion,
            _ => return false,
        };
        let after = board.after(mv);
        if !has_right_sign(code, after, judge_signs) {
            return false;
        }
        let (from, to) = (mv.origin(), mv.target());
        let (us, them) = (self.us & 8, opponent(self.us) & 8);
        let captured = self.on[usize::from(to & 63)];
        if captured != EMPTY {
            self.remove_piece(to);
        }
        if kind == MoveType::EnPassant {
            self.remove_piece(to ^ 8);
        }
        self.remove_piece(from);
        self.place_piece(to, mv.placed() | small(us));
        let castling = after.castling_rooks().0;
        let last = PlayedMove { from, to, captured, kind };
        self.states[side_index(us)] =
            MoveState { castling, halfmoves: 0, is_check: after.is_check(), last };
        self.us = them;
        self.n_plies = self.n_plies.wrapping_add(1);
        debug_assert_eq!(self.board(), after);
        debug_assert_eq!(mv.role_number(), PAWN);
        true
    }
}
