//! Keys of positions: two positions are the same if they share pieces, side to move, castling rights, and the
//! legal en passant square.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, Hash},
};

use pgn_chess::{
    Board,
    shakmaty::{Bitboard, Color, Role, Square},
};

/// A position without the moves before it, as a key of maps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key([u64; 8]);

impl Key {
    /// Returns the key of a position.
    #[must_use]
    #[inline]
    pub fn of(board: &Board) -> Key {
        // Castling rooks are on the back ranks and en passant squares on the third and sixth, so that the
        // square e4 can hold the side to move.
        let ep = board.legal_ep_square().map_or(0, |square| Bitboard::from(square).0);
        let turn = if board.turn() == Color::White { 0 } else { Bitboard::from(Square::E4).0 };
        Key([
            board.by_color(Color::White).0,
            board.by_role(Role::Pawn).0,
            board.by_role(Role::Knight).0,
            board.by_role(Role::Bishop).0,
            board.by_role(Role::Rook).0,
            board.by_role(Role::Queen).0,
            board.by_role(Role::King).0,
            board.castling_rooks().0 | ep | turn,
        ])
    }

    /// Returns the pawns on their initial squares, White's in the lower byte, and the number of pieces and
    /// pawns.
    pub(crate) fn home_and_men(&self) -> (u16, u8) {
        let Key([white, pawns, others @ ..]) = *self;
        let [second, seventh] = [(white & pawns) >> 8, (!white & pawns) >> 48];
        let men = others[..5].iter().fold(pawns, |all, role| all | role).count_ones();
        #[expect(clippy::cast_possible_truncation, reason = "the bits of one rank, and 64 at most")]
        let (home, men) = ((second & 0xFF | (seventh & 0xFF) << 8) as u16, men as u8);
        (home, men)
    }

    /// Returns a 64-bit hash of the key, for tables in which a collision of one in 2^64 is acceptable.
    #[must_use]
    #[inline]
    pub fn hash64(&self) -> u64 {
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
        for word in self.0 {
            hash = (hash ^ word).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            hash ^= hash >> 32;
        }
        hash.wrapping_mul(0x94D0_49BB_1331_11EB)
    }
}

/// A map from positions to values.
pub type ByPosition<T> = HashMap<Key, T, BuildHasherDefault<Hasher>>;

impl Hash for Key {
    #[inline]
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.hash64());
    }
}

/// A hasher that passes on the hash of a [`Key`].
///
/// Keys are not chosen by the input, and the map compares them in full.
#[derive(Clone, Debug, Default)]
pub struct Hasher(u64);

impl std::hash::Hasher for Hasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(self.0.rotate_left(8) ^ u64::from(byte));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        self.0 = word;
    }
}
