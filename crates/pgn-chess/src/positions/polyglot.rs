//! The hash of a position in the Polyglot book format.

use shakmaty::{EnPassantMode, Position as _, zobrist::Zobrist64};

use crate::positions::{board_text::BoardText, position::Position};

impl Position {
    /// Returns the Polyglot hash of the position.
    ///
    /// For a variant, the hash includes what the variant adds.
    #[must_use]
    pub fn polyglot_hash(&self) -> u64 {
        match self {
            Position::Standard(board) => BoardText::new(board).hash(),
            Position::Variant(variant) => {
                variant.position.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::positions::start::Start;

    #[track_caller]
    fn check(fen: &str, expect: u64) {
        let position = Start::from_fen(fen.as_bytes()).position.unwrap();
        assert_eq!(position.polyglot_hash(), expect, "{fen}: {:016x}", position.polyglot_hash());
    }

    /// The table in the specification of the format.
    #[test]
    fn hashes_equal_those_of_the_specification() {
        let initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(initial, 0x463b_9618_1691_fc9c);
        check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196);
        check(
            "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2",
            0x0756_b944_61c5_0fb0,
        );
        check(
            "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
            0x22a4_8b5a_8e47_ff78,
        );
        check("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1);
        check("rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fd_d303_c946_bdd9);
        check(
            "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
            0x3c81_23ea_7b06_7637,
        );
        check(
            "rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4",
            0x5c3f_9b82_9b27_9560,
        );
    }

    /// The king of the other side is on the rank, too, on the other side of the rook.
    #[test]
    fn castling_rights_belong_to_a_side_of_the_own_king() {
        use shakmaty::zobrist::Zobrist64;
        use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, fen::Fen};
        for fen in ["8/8/8/8/8/8/8/kR2K3 b B - 0 1", "Kr2k3/8/8/8/8/8/8/8 w b - 0 1"] {
            let read = Fen::from_ascii(fen.as_bytes()).unwrap();
            let chess: Chess = read.into_position(CastlingMode::Chess960).unwrap();
            check(fen, chess.zobrist_hash::<Zobrist64>(EnPassantMode::PseudoLegal).0);
        }
    }
}
