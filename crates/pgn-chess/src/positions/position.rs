//! A position of any supported game: [`Board`] for standard chess and Chess960, shakmaty for the variants.

use std::fmt;

use pgn_syntax::san::CheckIndicator;
use shakmaty::{
    CastlingSide, Color, EnPassantMode, Position as _, PositionError,
    san::SanPlus,
    variant::{Variant, VariantPosition},
};

use crate::positions::{
    board::{Board, bit, lowest},
    board_text::BoardText,
    canonical::{CanonicalSan, canonical},
    moves::{KING, Move, PAWN, index, number_of, role_of, square},
    origin::others,
};

/// A position of standard chess, Chess960 or a variant.
///
/// ```
/// use pgn_chess::Position;
///
/// let position = Position::INITIAL;
/// let moves = position.legal_moves();
/// assert_eq!(moves.len(), 20);
/// let after = position.after(moves[0]);
/// assert_ne!(after.turn(), position.turn());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Position {
    /// Standard chess or Chess960.
    Standard(Board),
    /// A variant that shakmaty supports.
    Variant(Box<VariantBoard>),
}

/// A position of a variant.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariantBoard {
    pub(crate) position: VariantPosition,
}

impl Default for Position {
    fn default() -> Position {
        Position::INITIAL
    }
}

/// Writes the position as a FEN.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}

impl Position {
    /// The initial position (16.1.4).
    pub const INITIAL: Position = Position::Standard(Board::INITIAL);

    /// Returns the side to move.
    #[must_use]
    #[inline(always)]
    pub fn turn(&self) -> Color {
        match self {
            Position::Standard(board) => board.turn(),
            Position::Variant(variant) => variant.position.turn(),
        }
    }

    /// Returns the number of the current full move, from 1.
    #[must_use]
    #[inline(always)]
    pub fn fullmove_number(&self) -> u32 {
        match self {
            Position::Standard(board) => board.fullmove_number(),
            Position::Variant(variant) => variant.position.fullmoves().get(),
        }
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        match self {
            Position::Standard(board) => board.halfmove_clock(),
            Position::Variant(variant) => variant.position.halfmoves(),
        }
    }

    /// Returns the pieces as a board of shakmaty.
    #[must_use]
    pub fn board(&self) -> shakmaty::Board {
        match self {
            Position::Standard(board) => board.to_setup().board,
            Position::Variant(variant) => variant.position.board().clone(),
        }
    }

    /// Returns the variant, or `None` for standard chess and Chess960.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        match self {
            Position::Standard(_) => None,
            Position::Variant(variant) => Some(variant.position.variant()),
        }
    }

    /// Returns the position as a FEN: as in the standard for standard chess, as X-FEN for Chess960 and
    /// variants (C26).
    #[must_use]
    pub fn fen(&self) -> String {
        match self {
            Position::Standard(board) => {
                let mut fen = Vec::with_capacity(128);
                BoardText::new(board).push_fen(&mut fen);
                String::from_utf8(fen).unwrap_or_default()
            }
            Position::Variant(variant) => {
                shakmaty::fen::Fen::from_position(&variant.position, EnPassantMode::PseudoLegal)
                    .to_string()
            }
        }
    }

    /// Returns true if the side to move is in check.
    #[must_use]
    #[inline(always)]
    pub fn is_check(&self) -> bool {
        match self {
            Position::Standard(board) => board.is_check(),
            Position::Variant(variant) => variant.position.is_check(),
        }
    }

    /// Returns true if the side to move is mated.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        match self {
            Position::Standard(board) => board.is_checkmate(),
            Position::Variant(variant) => variant.position.is_checkmate(),
        }
    }

    /// Returns true if the side to move has no legal move and is not in check.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        match self {
            Position::Standard(board) => board.is_stalemate(),
            Position::Variant(variant) => variant.position.is_stalemate(),
        }
    }

    /// Returns true if no sequence of moves can mate.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        match self {
            Position::Standard(board) => board.is_insufficient_material(),
            Position::Variant(variant) => variant.position.is_insufficient_material(),
        }
    }

    /// Returns the outcome of the game on the board, or `None` if it is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<shakmaty::KnownOutcome> {
        match self {
            Position::Standard(board) => {
                if board.is_insufficient_material() {
                    return Some(shakmaty::KnownOutcome::Draw);
                }
                if board.has_legal_move() {
                    return None;
                }
                let winner = board.is_check().then_some(!board.turn());
                Some(shakmaty::KnownOutcome::from_winner(winner))
            }
            Position::Variant(variant) => variant.position.outcome().known(),
        }
    }

    /// Returns the check sign of the move that led to this position.
    #[must_use]
    #[inline]
    pub fn sign(&self) -> CheckIndicator {
        match self {
            Position::Standard(board) => {
                if !board.is_check() {
                    CheckIndicator::None
                } else if board.has_legal_move() {
                    CheckIndicator::Check
                } else {
                    CheckIndicator::Mate
                }
            }
            Position::Variant(variant) => {
                match shakmaty::san::Suffix::from_position(&variant.position) {
                    None => CheckIndicator::None,
                    Some(shakmaty::san::Suffix::Check) => CheckIndicator::Check,
                    Some(shakmaty::san::Suffix::Checkmate) => CheckIndicator::Mate,
                }
            }
        }
    }

    /// Returns all legal moves in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        match self {
            Position::Standard(board) => board.legal_moves(&mut moves),
            Position::Variant(variant) => {
                let legal = variant.position.legal_moves();
                moves.extend(legal.iter().map(|&mv| Move::from_shakmaty(mv)));
            }
        }
        moves
    }

    /// Returns all legal moves in canonical SAN, sorted by their bytes.
    #[must_use]
    pub fn legal_sans(&self) -> Vec<CanonicalSan> {
        let mut sans: Vec<_> =
            self.legal_moves().into_iter().map(|mv| self.canonical_san(mv)).collect();
        sans.sort_unstable();
        sans
    }

    /// Returns a legal move in canonical SAN.
    #[must_use]
    pub fn canonical_san(&self, mv: Move) -> CanonicalSan {
        match self {
            Position::Standard(board) => {
                let others = if mv.role_number() == PAWN { 0 } else { others(board, mv) };
                canonical(mv, others, Position::Standard(board.after(mv)).sign())
            }
            Position::Variant(variant) => variant.canonical_san(mv),
        }
    }

    /// Returns the position after one of [`Position::legal_moves`].
    ///
    /// # Panics
    ///
    /// May panic for any other move, as may functions of the position that is returned.
    #[must_use]
    #[inline(always)]
    pub fn after(&self, mv: Move) -> Position {
        match self {
            Position::Standard(board) => Position::Standard(board.after(mv)),
            Position::Variant(variant) => variant.after(mv),
        }
    }

    /// Returns the position after a null move, or `None` if the variant does not allow one.
    #[must_use]
    pub(crate) fn after_null(&self) -> Option<Position> {
        match self {
            Position::Standard(board) => Some(Position::Standard(board.after_null())),
            Position::Variant(variant) => {
                let position = variant.position.clone().swap_turn().ok()?;
                Some(Position::Variant(Box::new(VariantBoard { position })))
            }
        }
    }
}

impl VariantBoard {
    /// Returns the position as a position of shakmaty.
    #[must_use]
    pub fn shakmaty(&self) -> &VariantPosition {
        &self.position
    }

    #[cold]
    fn after(&self, mv: Move) -> Position {
        let mut position = self.position.clone();
        position.play_unchecked(mv.to_shakmaty(position.board()));
        Position::Variant(Box::new(VariantBoard { position }))
    }

    fn canonical_san(&self, mv: Move) -> CanonicalSan {
        let mv = mv.to_shakmaty(self.position.board());
        let san = SanPlus::from_move(self.position.clone(), mv);
        CanonicalSan::from_text(&san.to_string())
    }
}

impl Position {
    /// Returns the castling move towards a side, if it is legal.
    pub(crate) fn castling_move(&self, is_king_side: bool) -> Option<Move> {
        match self {
            Position::Standard(board) => board.castling_move(is_king_side),
            Position::Variant(variant) => {
                let side = CastlingSide::from_queen_side(!is_king_side);
                variant.position.castling_moves(side).first().map(|&mv| Move::from_shakmaty(mv))
            }
        }
    }

    /// Returns the square of the king of the side to move.
    pub(crate) fn king_square(&self) -> Option<u8> {
        match self {
            Position::Standard(board) => Some(lowest(board.own(KING))),
            Position::Variant(variant) => {
                let position = &variant.position;
                position.board().king_of(position.turn()).map(index)
            }
        }
    }

    /// Returns true if castling follows the rules of Chess960.
    pub(crate) fn is_chess960(&self) -> bool {
        match self {
            Position::Standard(board) => board.is_chess960(),
            Position::Variant(variant) => {
                variant.position.castles().mode() == shakmaty::CastlingMode::Chess960
            }
        }
    }

    /// Returns the rooks that may castle, or `None` in a variant without castling.
    pub(crate) fn castling_rooks(&self) -> Option<shakmaty::Bitboard> {
        match self {
            Position::Standard(board) => Some(board.castling_rooks()),
            Position::Variant(variant) => {
                let initial = VariantPosition::new(variant.position.variant());
                (!initial.castles().is_empty())
                    .then(|| variant.position.castles().castling_rights())
            }
        }
    }

    /// Returns the pieces of a role of the side to move.
    pub(crate) fn own(&self, role: u8) -> u64 {
        match self {
            Position::Standard(board) => board.own(role),
            Position::Variant(variant) => {
                let position = &variant.position;
                position.board().by_piece(role_of(role).of(position.turn())).0
            }
        }
    }

    /// Returns the number of the role of the own piece on a square, or 0.
    pub(crate) fn own_role_at(&self, at: u8) -> u8 {
        match self {
            Position::Standard(board) if board.us() & bit(at) != 0 => board.role_at(at),
            Position::Standard(_) => 0,
            Position::Variant(variant) => {
                let piece = variant.position.board().piece_at(square(at.into()));
                let own = piece.filter(|piece| piece.color == variant.position.turn());
                own.map_or(0, |piece| number_of(piece.role))
            }
        }
    }

    /// Returns the position of a variant that a setup describes, or `None` if it is illegal.
    pub(crate) fn variant_from_setup(
        variant: Variant,
        setup: shakmaty::Setup,
        mode: shakmaty::CastlingMode,
    ) -> Option<Position> {
        let position = VariantPosition::from_setup(variant, setup, mode)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .ok()?;
        Some(Position::Variant(Box::new(VariantBoard { position })))
    }

    /// Returns the initial position of a variant.
    pub(crate) fn initial_of(variant: Variant) -> Position {
        Position::Variant(Box::new(VariantBoard { position: VariantPosition::new(variant) }))
    }
}
