//! How a game has ended on the board: `ends(checkmate)`.

use pgn_chess::Position;

/// What the last position of a game can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Checkmate,
    Stalemate,
    Insufficient,
}

/// All, by their names.
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
