//! The hash of a position as Polyglot books have it.

use shakmaty::{EnPassantMode, Position as _, zobrist::Zobrist64};

use crate::position::Position;

impl Position {
    /// The Polyglot hash. For a variant, that of the same pieces with what the variant adds.
    #[must_use]
    pub fn polyglot_hash(&self) -> u64 {
        let hash: Zobrist64 = match self {
            Position::Standard(board) => match board.to_chess() {
                Some(chess) => chess.zobrist_hash(EnPassantMode::PseudoLegal),
                None => return 0,
            },
            Position::Variant(variant) => {
                variant.shakmaty().zobrist_hash(EnPassantMode::PseudoLegal)
            }
        };
        hash.0
    }
}

#[cfg(test)]
mod tests {
    use crate::Start;

    /// Positions and keys of the Polyglot book format's own page.
    #[test]
    fn keys_of_the_format() {
        for (fen, key) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 0x463b_9618_1691_fc9c),
            ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
            (
                "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
                0x22a4_8b5a_8e47_ff78,
            ),
            ("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9),
            (
                "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
                0x3c81_23ea_7b06_7637,
            ),
            ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
        ] {
            let position = Start::from_fen(fen.as_bytes()).position.unwrap();
            assert_eq!(position.polyglot_hash(), key, "{fen}");
        }
    }
}
