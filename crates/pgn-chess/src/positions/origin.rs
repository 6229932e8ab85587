//! The squares that a move can come from, and the part of the origin that SAN needs.

use crate::positions::{
    board::{Board, bit, lowest, pawn, squares},
    moves::{KING, Move, PAWN},
    rays::FILES,
};

/// The squares of a rank, by its number + 1; all squares at 0.
const RANKS: [u64; 9] = {
    let mut ranks = [!0_u64; 9];
    let mut rank = 0;
    while rank < 8 {
        ranks[rank + 1] = 0xFF << (8 * rank);
        rank += 1;
    }
    ranks
};

/// Returns the squares on an origin file and rank, where they are given.
#[inline(always)]
pub(crate) fn origin_mask(file: Option<u32>, rank: Option<u32>) -> u64 {
    let mask =
        |table: &[u64], at: Option<u32>| table.get(at.map_or(0, |at| at as usize + 1)).copied();
    mask(&FILES, file).unwrap_or(!0) & mask(&RANKS, rank).unwrap_or(!0)
}

/// A piece that can make a move, and the others that could.
pub(crate) struct FoundPiece {
    pub(crate) from: u8,
    pub(crate) others: u64,
}

/// Returns the piece of `role` on one of the squares `mask` that can move to `to`.
///
/// # Errors
///
/// Returns the origin squares of the pieces that can move there: none or several.
#[inline(always)]
pub(crate) fn find_piece(board: &Board, role: u8, to: u8, mask: u64) -> Result<FoundPiece, u64> {
    if bit(to) & (board.us() | board.set(KING)) != 0 {
        return Err(0);
    }
    let all = board.reach(role, to) & board.own(role);
    let candidates = all & mask;
    let from = lowest(candidates);
    let is_single = candidates & candidates.wrapping_sub(1) == 0;
    if is_single && all == candidates {
        let is_legal = candidates != 0 && board.is_safe(from, to, role == KING);
        return if is_legal { Ok(FoundPiece { from, others: 0 }) } else { Err(0) };
    }
    find_among(board, role, to, mask, all)
}

fn find_among(board: &Board, role: u8, to: u8, mask: u64, all: u64) -> Result<FoundPiece, u64> {
    let mut legal = 0;
    for from in squares(all) {
        if board.is_safe(from, to, role == KING) {
            legal |= bit(from);
        }
    }
    let chosen = legal & mask;
    if chosen == 0 || chosen & (chosen - 1) != 0 {
        return Err(chosen);
    }
    Ok(FoundPiece { from: lowest(chosen), others: legal & !chosen })
}

/// Returns the other pieces of the same role that could make the same move.
pub(crate) fn others(board: &Board, mv: Move) -> u64 {
    match find_piece(board, mv.role_number(), mv.target(), bit(mv.origin())) {
        Ok(found) => found.others,
        Err(_) => 0,
    }
}

/// Returns the own pawns that can capture on `to`, if there is a piece or an en passant square.
#[inline(always)]
pub(crate) fn pawn_capture(board: &Board, to: u8, mask: u64) -> u64 {
    let takers = pawn(!board.turn(), to) & board.own(PAWN) & mask;
    let is_target = bit(to) & (board.them() & !board.set(KING) | board.ep()) != 0;
    if is_target { takers } else { 0 }
}

/// Returns the own pawn that can advance to `to`.
#[inline(always)]
pub(crate) fn pawn_push(board: &Board, to: u8) -> u64 {
    let (occupied, pawns) = (board.occupied(), board.own(PAWN));
    let to = bit(to);
    let (one, two, fourth) = if board.turn() == shakmaty::Color::White {
        (to >> 8, to >> 16, 0xFF << 24)
    } else {
        (to << 8, to << 16, 0xFF << 32)
    };
    let single = one & pawns;
    let double = if one & occupied == 0 && to & fourth != 0 { two & pawns } else { 0 };
    if to & occupied == 0 { single | double } else { 0 }
}

/// Returns whether the file and the rank of the origin are needed, by the steps of 8.2.3.4: the file if it is
/// unique, else the rank if it is unique, else both.
pub(crate) fn needed_origin(from: u8, others: u64) -> (bool, bool) {
    if others == 0 {
        return (false, false);
    }
    let file = FILES.get(usize::from(from & 7) + 1).copied().unwrap_or(!0);
    let rank = RANKS.get(usize::from(from >> 3 & 7) + 1).copied().unwrap_or(!0);
    if others & file == 0 {
        (true, false)
    } else if others & rank == 0 {
        (false, true)
    } else {
        (true, true)
    }
}
