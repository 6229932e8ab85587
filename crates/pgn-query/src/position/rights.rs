//! The castling rights and the en passant square of a position.

use pgn_chess::{
    Position,
    shakmaty::{Bitboard, EnPassantMode, Position as _},
};

use super::men::{BLACK, Men, WHITE};

/// Returns the squares of the rooks that may castle.
pub(crate) fn castling_rooks(position: &Position) -> u64 {
    match position {
        Position::Standard(board) => board.castling_rooks().0,
        Position::Variant(variant) => variant.shakmaty().castles().castling_rights().0,
    }
}

/// Returns the castling rights by direction: White short, White long, Black short, Black long.
pub(crate) fn castling_rights(position: &Position, men: &Men) -> [bool; 4] {
    let rooks = castling_rooks(position);
    let mut rights = [false; 4];
    for (index, (side, rank)) in [(WHITE, 0xFF_u64), (BLACK, 0xFF << 56)].into_iter().enumerate() {
        let king = men[side] & men[6] & rank;
        let own = rooks & men[side] & rank;
        if king != 0 {
            // Squares above the king are those of higher files.
            let above = !(king | (king - 1));
            rights[2 * index] = own & above != 0;
            rights[2 * index + 1] = own & (king - 1) != 0;
        }
    }
    rights
}

/// Returns the en passant square if a capture there is legal, otherwise 0.
pub(crate) fn ep_square(position: &Position) -> u64 {
    match position {
        Position::Standard(board) => {
            board.legal_ep_square().map_or(0, |square| Bitboard::from(square).0)
        }
        Position::Variant(variant) => {
            let square = variant.shakmaty().ep_square(EnPassantMode::Legal);
            square.map_or(0, |square| Bitboard::from(square).0)
        }
    }
}
