//! `ends(checkmate)`: how a game ends on the board.

use pgn_chess::Position;

/// A property of the final position of a game.
pub(crate) type Ending = fn(&Position) -> bool;

/// All endings by name.
pub(crate) const ENDINGS: [(&str, Ending); 3] = [
    ("checkmate", |last| last.is_checkmate()),
    ("stalemate", |last| last.is_stalemate()),
    ("insufficient", |last| last.is_insufficient_material()),
];
