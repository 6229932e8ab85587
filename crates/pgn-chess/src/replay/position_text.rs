//! The position that a walk has reached as text and as a hash, updated from move to move.

use pgn_syntax::write::ShortText;

use crate::{
    positions::{board::Board, board_text::BoardText, position::Position},
    replay::ply::CanonicalPly,
};

/// The text and the hash of positions that follow one another.
///
/// Only the ranks that have changed since the last text or hash are looked at.
///
/// ```
/// use pgn_chess::{Position, PositionText};
///
/// let mut text = PositionText::new(&Position::INITIAL);
/// let mut fen = Vec::new();
/// text.push_fen(&mut fen);
/// assert_eq!(fen, b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
/// assert_eq!(text.hash(), 0x463b_9618_1691_fc9c);
/// ```
#[derive(Clone, Debug)]
pub struct PositionText {
    board: BoardText,
    /// Set in variants, whose positions are written by shakmaty.
    variant: Option<Box<VariantText>>,
}

/// The position of a variant.
#[derive(Clone, Debug)]
struct VariantText {
    fen: String,
    hash: u64,
    halfmoves: u32,
    fullmoves: u32,
}

impl PositionText {
    /// Returns the text of a position.
    #[must_use]
    pub fn new(position: &Position) -> PositionText {
        let mut text = PositionText { board: BoardText::new(&Board::INITIAL), variant: None };
        text.set(position);
        text
    }

    /// Sets the position.
    pub fn set(&mut self, position: &Position) {
        match position {
            Position::Standard(board) => {
                self.board.set(board);
                self.variant = None;
            }
            Position::Variant(_) => {
                self.variant = Some(Box::new(VariantText {
                    fen: position.fen(),
                    hash: position.polyglot_hash(),
                    halfmoves: position.halfmove_clock(),
                    fullmoves: position.fullmove_number(),
                }));
            }
        }
    }

    /// Advances to the position after `ply`. The position must not be that of a variant: call [`set`](Self::set) first.
    #[inline]
    pub fn follow(&mut self, ply: &CanonicalPly<'_>) {
        let next = ply.number + u32::from(ply.turn.is_black());
        self.board.follow(&ply.board.facts(), next, || ply.board());
    }

    /// Returns the number of half-moves since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        self.variant.as_ref().map_or(self.board.halfmove_clock(), |variant| variant.halfmoves)
    }

    /// Returns the number of the current full move, from 1.
    #[inline]
    #[must_use]
    pub fn fullmove_number(&self) -> u32 {
        self.variant.as_ref().map_or(self.board.fullmove_number(), |variant| variant.fullmoves)
    }

    /// Returns the checks that a FEN of three-check counts; `None` for other positions.
    #[must_use]
    #[inline]
    pub fn checks(&self) -> Option<&str> {
        let fields: Vec<&str> = self.variant.as_ref()?.fen.split(' ').collect();
        fields.get(4).copied().filter(|_| fields.len() == 7)
    }

    /// Appends the FEN: as in the standard for standard chess, as X-FEN for Chess960 and variants (C26).
    pub fn push_fen(&mut self, out: &mut Vec<u8>) {
        match &self.variant {
            Some(variant) => out.extend_from_slice(variant.fen.as_bytes()),
            None => self.board.push_fen(out),
        }
    }

    /// Appends the first four fields of the FEN: pieces, side to move, castling, en passant. For a variant, whose
    /// fields can be longer, returns them instead.
    #[inline]
    pub fn push_fields(&mut self, text: &mut ShortText) -> Option<&str> {
        let Some(variant) = &self.variant else {
            self.board.push_fields(text);
            return None;
        };
        let end = variant.fen.match_indices(' ').map(|(at, _)| at).nth(3);
        variant.fen.get(..end.unwrap_or(variant.fen.len()))
    }

    /// Returns the Polyglot hash of the position. For a variant, it includes what the variant adds.
    pub fn hash(&mut self) -> u64 {
        match &self.variant {
            Some(variant) => variant.hash,
            None => self.board.hash(),
        }
    }
}
