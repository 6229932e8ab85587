//! Conversions of boards and positions: from a FEN and from shakmaty, and into text for debugging.

use std::{fmt, str::FromStr};

use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};

use crate::positions::{
    board::{Board, IllegalPosition},
    position::Position,
    start::{Start, StartError},
};

/// Reads a FEN, as [`Start::from_fen`] does.
///
/// ```
/// use pgn_chess::Position;
///
/// let position: Position = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1".parse()?;
/// assert_eq!(position.to_string(), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
/// # Ok::<(), pgn_chess::StartError>(())
/// ```
impl FromStr for Position {
    type Err = StartError;

    fn from_str(fen: &str) -> Result<Position, StartError> {
        Start::from_fen(fen.as_bytes()).position
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Position {
        Position::Standard(board)
    }
}

/// Converts a position of shakmaty, of standard chess or Chess960.
///
/// ```
/// use pgn_chess::{Position, shakmaty::Chess};
///
/// assert_eq!(Position::try_from(&Chess::default()), Ok(Position::INITIAL));
/// ```
impl TryFrom<&Chess> for Position {
    type Error = IllegalPosition;

    fn try_from(position: &Chess) -> Result<Position, IllegalPosition> {
        let is_chess960 = position.castles().mode() == CastlingMode::Chess960;
        let setup = position.to_setup(EnPassantMode::Always);
        Board::from_setup(&setup, is_chess960).map(Position::Standard)
    }
}

/// Writes the FEN, and whether castling follows the rules of Chess960.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = if self.is_chess960() { ", Chess960" } else { "" };
        write!(f, "Board({}{rules})", Position::Standard(*self).fen())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_shown_as_fen() {
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(format!("{:?}", Board::INITIAL), format!("Board({initial})"));
        let chess960 = Board::from_setup(&Board::INITIAL.to_setup(), true).unwrap();
        assert_eq!(format!("{chess960:?}"), format!("Board({initial}, Chess960)"));
    }

    #[test]
    fn a_position_of_shakmaty_keeps_its_en_passant_square_and_counters() {
        let fen = "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3";
        let position: Position = fen.parse().unwrap();
        let Position::Standard(board) = position else { unreachable!("standard chess") };
        let chess: Chess = board.to_setup().position(CastlingMode::Standard).unwrap();
        assert_eq!(Position::try_from(&chess), Ok(board.into()));
    }
}
