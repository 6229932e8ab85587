//! The search for the only legal move that fits a pattern, on any board.

use shakmaty::Position as _;

use super::{MoveError, MoveErrorKind};
use crate::positions::{
    board::{BACK_RANKS, Board, bit, en_passant, lowest, squares},
    moves::{KING, Move, MoveKind, PAWN, QUEEN, role_of, square},
    origin::{FoundPiece, find_piece, pawn_capture, pawn_push},
    position::{Position, VariantBoard},
};

/// A move other than castling as a text describes it, independent of its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovePattern {
    /// A move of a piece other than a pawn.
    Piece { role: u8, to: u8, mask: u64 },
    /// A move of a pawn.
    Pawn { to: u8, mask: u64, capture: CaptureForm, promotion: u8 },
    /// A drop from the pocket.
    Drop { role: u8, to: u8 },
}

/// Whether the text of a pawn move describes a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CaptureForm {
    /// The text describes a capture.
    Yes,
    /// The text describes a move without capture: `e4`.
    No,
    /// The text has the origin square, and may describe a capture: `e4d5`.
    Unsaid,
}

/// A move that was found, and the other pieces that could have made it.
pub(crate) struct FoundMove {
    pub(crate) mv: Move,
    pub(crate) others: u64,
    pub(crate) assumed_queen: bool,
}

/// Returns the only legal move that fits a pattern.
pub(crate) fn find(
    position: &Position,
    pattern: MovePattern,
    assume_queen: bool,
) -> Result<FoundMove, MoveError> {
    match position {
        Position::Standard(board) => find_on_board(board, pattern, assume_queen),
        Position::Variant(variant) => find_in_variant(variant, pattern, assume_queen),
    }
}

fn find_on_board(
    board: &Board,
    pattern: MovePattern,
    assume_queen: bool,
) -> Result<FoundMove, MoveError> {
    match pattern {
        MovePattern::Piece { role, to, mask } => {
            let FoundPiece { from, others } =
                find_piece(board, role, to, mask).map_err(|origins| several(to, origins))?;
            let is_capture = board.them() & bit(to) != 0;
            let mv = Move::normal(role, from, to, is_capture);
            Ok(FoundMove { mv, others, assumed_queen: false })
        }
        MovePattern::Pawn { to, mask, capture, promotion } => {
            let captures =
                if capture == CaptureForm::No { 0 } else { pawn_capture(board, to, mask) };
            let pushes = if capture == CaptureForm::Yes { 0 } else { pawn_push(board, to) & mask };
            let mut legal = 0;
            let is_en_passant = bit(to) == board.ep();
            for from in squares(captures | pushes) {
                let is_taking = captures & bit(from) != 0;
                let is_safe = if is_taking && is_en_passant {
                    board.is_safe_en_passant(from, to)
                } else {
                    board.is_safe(from, to, false)
                };
                legal |= if is_safe { bit(from) } else { 0 };
            }
            if legal == 0 || legal & (legal - 1) != 0 {
                return Err(several(to, legal));
            }
            let from = lowest(legal);
            let is_capture = captures & legal != 0;
            let is_last_rank = bit(to) & BACK_RANKS != 0;
            let placed = match (is_last_rank, promotion) {
                (false, 0) => PAWN,
                (true, 0) if assume_queen => QUEEN,
                (true, 0) => return Err(MoveError::of(MoveErrorKind::MissingPromotion)),
                (true, role) if role != KING => role,
                _ => return Err(MoveError::ILLEGAL),
            };
            let mv = if is_capture && is_en_passant {
                en_passant(from, to)
            } else {
                Move::new(MoveKind::Normal, PAWN, from, to, placed, is_capture)
            };
            Ok(FoundMove { mv, others: 0, assumed_queen: is_last_rank && promotion == 0 })
        }
        MovePattern::Drop { .. } => Err(MoveError::ILLEGAL),
    }
}

/// Returns the only legal move that fits a pattern.
fn find_in_variant(
    variant: &VariantBoard,
    pattern: MovePattern,
    assume_queen: bool,
) -> Result<FoundMove, MoveError> {
    let (role, to, promotion) = match pattern {
        MovePattern::Piece { role, to, .. } | MovePattern::Drop { role, to } => (role, to, 0),
        MovePattern::Pawn { to, promotion, .. } => (PAWN, to, promotion),
    };
    let candidates = variant.position.san_candidates(role_of(role), square(to.into()));
    let fits = |mv: &Move| match pattern {
        MovePattern::Drop { .. } => mv.kind() == MoveKind::Drop,
        MovePattern::Piece { mask, .. } => is_on_board(mv) && mask & bit(mv.origin()) != 0,
        MovePattern::Pawn { mask, capture, .. } => {
            is_on_board(mv)
                && mask & bit(mv.origin()) != 0
                && (capture == CaptureForm::Unsaid
                    || (capture == CaptureForm::Yes) == mv.is_capture())
        }
    };
    let moves: Vec<Move> = candidates.iter().map(|&mv| Move::from_shakmaty(mv)).collect();
    let has_promotions = moves.iter().any(|mv| fits(mv) && mv.role_number() != mv.placed());
    let assumed_queen = has_promotions && promotion == 0 && assume_queen;
    let wanted = if assumed_queen { QUEEN } else { promotion };
    let is_wanted = |mv: &Move| {
        fits(mv) && (if mv.role_number() == mv.placed() { 0 } else { mv.placed() }) == wanted
    };
    let mut found = moves.iter().filter(|mv| is_wanted(mv));
    let Some(&mv) = found.next() else {
        return Err(if has_promotions && promotion == 0 {
            MoveError::of(MoveErrorKind::MissingPromotion)
        } else {
            MoveError::ILLEGAL
        });
    };
    if found.next().is_some() {
        let origins =
            moves.iter().filter(|mv| is_wanted(mv)).fold(0, |set, mv| set | bit(mv.origin()));
        return Err(several(to, origins));
    }
    let others = moves
        .iter()
        .filter(|other| {
            is_on_board(other) && other.origin() != mv.origin() && other.role_number() != PAWN
        })
        .fold(0, |set, other| set | bit(other.origin()));
    Ok(FoundMove { mv, others, assumed_queen })
}

fn is_on_board(mv: &Move) -> bool {
    matches!(mv.kind(), MoveKind::Normal | MoveKind::EnPassant)
}

/// Returns the error for a move that no piece or several pieces can make.
fn several(to: u8, origins: u64) -> MoveError {
    if origins == 0 { MoveError::ILLEGAL } else { MoveError::ambiguous(to, origins) }
}
