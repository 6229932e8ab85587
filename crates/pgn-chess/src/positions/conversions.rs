//! Conversions of positions: from a FEN.

use std::str::FromStr;

use crate::positions::{
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
