//! `ends(checkmate)`: how a game ends on the board.

use pgn_chess::Position;

/// A property of the final position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Checkmate,
    Stalemate,
    Insufficient,
}

/// All endings by name.
pub(crate) const ENDINGS: [(&str, Ending); 3] = [
    ("checkmate", Ending::Checkmate),
    ("stalemate", Ending::Stalemate),
    ("insufficient", Ending::Insufficient),
];

impl Ending {
    pub(crate) fn is(self, last: &Position) -> bool {
        match self {
            Ending::Checkmate => last.is_checkmate(),
            Ending::Stalemate => last.is_stalemate(),
            Ending::Insufficient => last.is_insufficient_material(),
        }
    }
}
