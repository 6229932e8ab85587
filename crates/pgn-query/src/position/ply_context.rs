//! The data that predicates see at a ply: a position and the move that led to it.

use pgn_chess::{
    Move, MoveKind, Position,
    shakmaty::{Bitboard, Color},
};

use super::{
    history::{Entry, History},
    men::{BLACK, Men, WHITE, men},
};

/// A position of a game and the move that led to it.
pub(crate) struct PlyContext<'a> {
    pub(crate) position: &'a Position,
    pub(crate) men: Men,
    pub(crate) turn: Color,
    /// Half-moves since the start of the game.
    pub(crate) ply: u32,
    /// The move and the position before it; `None` at the start.
    pub(crate) step: Option<Step<'a>>,
    /// The positions before this one, recorded only if a predicate needs them.
    pub(crate) history: &'a History,
    pub(crate) entry: Entry,
}

/// A move of a game; `mv` is `None` for a null move.
#[derive(Clone, Copy)]
pub(crate) struct Step<'a> {
    pub(crate) mv: Option<Move>,
    pub(crate) before: &'a Position,
    pub(crate) mover: Color,
}

impl<'a> PlyContext<'a> {
    pub(crate) fn new(
        position: &'a Position,
        ply: u32,
        step: Option<Step<'a>>,
        history: &'a History,
        entry: Entry,
    ) -> PlyContext<'a> {
        let turn = position.turn();
        PlyContext { position, men: men(position), turn, ply, step, history, entry }
    }

    /// Returns the move that led to this position, and the side that made it.
    pub(crate) fn mv(&self) -> Option<(Move, Color)> {
        self.step.and_then(|step| step.mv.map(|mv| (mv, step.mover)))
    }

    /// Returns the role (1 to 6) of the captured man.
    pub(crate) fn captured(&self) -> Option<usize> {
        let step = self.step?;
        let mv = step.mv.filter(|mv| mv.is_capture())?;
        if mv.kind() == MoveKind::EnPassant {
            return Some(1);
        }
        let square = 1_u64 << mv.to().to_u32();
        let before = men(step.before);
        (1..=6).find(|&role| before[role] & square != 0)
    }
}

/// Returns the squares of the rooks that may castle.
pub(crate) fn castling_rooks(position: &Position) -> u64 {
    match position {
        Position::Standard(board) => board.castling_rooks().0,
        Position::Variant(variant) => {
            use pgn_chess::shakmaty::Position as _;
            variant.shakmaty().castles().castling_rights().0
        }
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
            use pgn_chess::shakmaty::{EnPassantMode, Position as _};
            let square = variant.shakmaty().ep_square(EnPassantMode::Legal);
            square.map_or(0, |square| Bitboard::from(square).0)
        }
    }
}
